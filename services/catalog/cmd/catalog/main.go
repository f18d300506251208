// Command catalog runs the catalog service and imports content.
package main

import (
	"os"
	"runtime/debug"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/catalog"
)

func main() {
	type command = kit.Command[catalog.Config]
	// Requests leave much garbage and keep little: some twenty MiB more of heap, and it is collected a quarter as often.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	kit.Main("catalog", catalog.Default(), catalog.Open,
		command{Name: "migrate", Help: "bring the database to the newest version", Run: catalog.Migrate},
		command{Name: "import", Help: "make the catalog equal to a content folder: import <folder>", Run: catalog.Import},
		command{Name: "import-csv", Help: "import a collection: --artists <file> --artworks <file> --source <name> --id-base <number>", Run: catalog.ImportCSV},
		command{Name: "watch", Help: "import a content folder and again whenever it is edited: watch <folder>", Run: catalog.Watch},
		command{Name: "check", Help: "tell what is wrong with a content folder: check [--render] <folder>", Run: catalog.Check},
	)
}

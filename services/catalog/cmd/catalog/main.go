// Command catalog runs the catalog service and imports content.
package main

import (
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/catalog"
)

func main() {
	type command = kit.Command[catalog.Config]
	kit.Main("catalog", catalog.Default(), catalog.Open,
		command{Name: "migrate", Help: "bring the database to the newest version", Run: catalog.Migrate},
		command{Name: "import", Help: "make the catalog equal to a content folder: import <folder>", Run: catalog.Import},
		command{Name: "import-csv", Help: "import a collection: --artists <file> --artworks <file> --source <name> --id-base <number>", Run: catalog.ImportCSV},
		command{Name: "check", Help: "tell what is wrong with a content folder: check <folder>", Run: catalog.Check},
	)
}

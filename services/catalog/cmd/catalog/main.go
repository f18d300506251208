// Command catalog runs the catalog service and imports content.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob/s3"
	"github.com/vitrine/vitrine/services/catalog"
)

func main() {
	// Authors of a folder have no database, broker or keys, so the command check requires no settings.
	if len(os.Args) > 1 && os.Args[1] == "check" {
		os.Exit(check(os.Args[2:]))
	}
	cfg := catalog.Default()
	cfg.Buckets = s3.Driver{}
	type command = kit.Command[catalog.Config]
	kit.Main("catalog", cfg, catalog.Open,
		kit.Migrate(catalog.Migrate),
		command{Name: "import", Help: "make the catalog equal to a content folder: import <folder>", Run: catalog.Import},
		command{Name: "import-csv", Help: "import a museum's collection from two CSV files; import-csv -h shows how", Run: catalog.ImportCSV},
		command{Name: "watch", Help: "import a content folder and again whenever it is edited: watch <folder>", Run: catalog.Watch},
		command{Name: "check", Help: "list the problems of a content folder: check [--render] <folder>", Run: catalog.Check},
		command{Name: "copy-media", Help: "copy the files of MEDIA_DIR to MEDIA_BUCKET; can be repeated", Run: catalog.CopyMedia},
		command{Name: "export", Help: "write what is held of a person: export <account id> [<name>…]", Run: catalog.Export, DatabaseOnly: true},
		command{Name: "forget", Help: "take a person's account off artists and changes: forget [--check] <account id> [<name>…]", Run: catalog.Forget, DatabaseOnly: true},
	)
}

// check prints sentences where other commands log, because a person runs it.
func check(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it immediately
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
			return slog.Attr{}
		}
		return a
	}}))
	var settings struct {
		RenderURL string `env:"RENDER_URL"`
		Common    kit.Common
	}
	cfg, err := catalog.Default(), kit.Load(&settings)
	if cfg.RenderURL, cfg.Common = settings.RenderURL, settings.Common; err == nil {
		err = catalog.Check(ctx, cfg, log, args)
	}
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "catalog check: %v\n", err)
		return 1
	}
	return 0
}

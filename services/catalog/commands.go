package catalog

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/blob"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
	"github.com/vitrine/vitrine/services/catalog/internal/content"
	"github.com/vitrine/vitrine/services/catalog/internal/events"
	"github.com/vitrine/vitrine/services/catalog/internal/media"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// Migrate brings the database to the newest version.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return kitpg.MigrateAs(ctx, "catalog", cfg.MigrateDatabaseURL, cfg.DatabaseURL, postgres.Migrations, log)
}

// inspectTimeout limits how long an import waits for the size of a picture.
const inspectTimeout = 30 * time.Second

const checkUsage = "usage: check [--render] <folder>"

// Check reads a content folder and returns all errors in it. It needs no database. Without RENDER_URL it checks no more of pictures than their names
// and types. With --render, the folder's tools first draw its live works and write their proofs. That needs Node and Chromium, and runs the
// folder's programs.
func Check(ctx context.Context, cfg Config, log *slog.Logger, args []string) error {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	drawn := flags.Bool("render", false, "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(os.Stdout, checkUsage)
		return err
	} else if err != nil {
		return fmt.Errorf("%s: %w", checkUsage, err)
	}
	folder, err := one(flags.Args())
	if err != nil {
		return fmt.Errorf("%s: %w", checkUsage, err)
	}
	var unproven error
	if *drawn {
		var ran bool
		if ran, unproven = content.Render(ctx, folder); !ran {
			return unproven
		}
	}
	var inspect content.Inspect
	if cfg.RenderURL == "" {
		log.InfoContext(ctx, "pictures are checked by name and type only: their sizes, and proofs of live works, need RENDER_URL")
	} else if inspect, err = inspector(cfg, log); err != nil {
		return err
	}
	c, err := content.Read(ctx, folder, inspect)
	if problems, ok := errors.AsType[content.ProblemsError](err); ok {
		for _, p := range problems {
			_, _ = fmt.Fprintln(os.Stdout, p) // for editors and for grep: file:line: reason
		}
		return errors.Join(unproven, fmt.Errorf("%s in %s", problems.Count(), folder))
	}
	if err != nil || unproven != nil {
		return errors.Join(unproven, err)
	}
	reportCleaned(ctx, log, c.Cleaned)
	log.InfoContext(ctx, "the folder is sound", "artworks", len(c.Artworks), "artists", len(c.Artists), "drops", len(c.Drops),
		"curators", len(c.Curators), "posts", len(c.Posts), "pages", len(c.Pages), "media", len(c.Files))
	return nil
}

// Import makes the catalog equal to a content folder. If the folder has a problem, it imports nothing. Importing the same folder
// again changes nothing. The running service makes the renditions of new pictures.
func Import(ctx context.Context, cfg Config, log *slog.Logger, args []string) error {
	folder, err := one(args)
	if err != nil {
		return err
	}
	// Without tables the import would fail, after a person waited for the pictures.
	if err := withStore(ctx, cfg, func(*postgres.Store) error { return nil }); err != nil {
		return err
	}
	inspect, err := inspector(cfg, log)
	if err != nil {
		return err
	}
	c, err := content.Read(ctx, folder, inspect)
	if err != nil {
		return err
	}
	return importOnce(ctx, cfg, c, log)
}

// Watch imports a content folder, and imports it again after every edit, until ctx ends. If the folder has a problem, it is
// logged and nothing changes.
func Watch(ctx context.Context, cfg Config, log *slog.Logger, args []string) error {
	folder, err := one(args)
	if err != nil {
		return err
	}
	// Failed imports are retried, but without tables every import would fail.
	if err := withStore(ctx, cfg, func(*postgres.Store) error { return nil }); err != nil {
		return err
	}
	inspect, err := inspector(cfg, log)
	if err != nil {
		return err
	}
	return content.Watch(ctx, folder, inspect, log, func(ctx context.Context, c artwork.Collection) error { return importOnce(ctx, cfg, c, log) })
}

// inspector returns what reads the headers of a folder's pictures, for a command.
func inspector(cfg Config, log *slog.Logger) (content.Inspect, error) {
	keys, err := cfg.OpenKeys("catalog", log)
	if err != nil {
		return nil, err
	}
	pictures, err := cfg.maker(keys)
	return inspecting(pictures), err
}

// inspecting returns the part of a picture.Maker that reading a folder needs. A person waits for it.
func inspecting(pictures picture.Maker) content.Inspect {
	return func(ctx context.Context, s picture.Source) (picture.Header, error) {
		ctx, cancel := context.WithTimeout(ctx, inspectTimeout)
		defer cancel()
		return pictures.Inspect(ctx, s, true)
	}
}

// importOnce opens the stores, and imports a collection as of the database's time.
func importOnce(ctx context.Context, cfg Config, c artwork.Collection, log *slog.Logger) error {
	return withLibrary(ctx, cfg, func(store *postgres.Store, library *media.Library) error {
		now, err := store.Now(ctx)
		if err != nil {
			return err
		}
		return load(ctx, store, library, c, cfg, now, log)
	})
}

// load keeps the collection's files and imports its entries.
func load(ctx context.Context, store *postgres.Store, library *media.Library, c artwork.Collection, cfg Config, now time.Time, log *slog.Logger) error {
	if c.Currency != cfg.Currency {
		return fmt.Errorf("gallery.yaml: the currency is %s, but the shop's is %s (SHOP_CURRENCY)", c.Currency, cfg.Currency)
	}
	for _, a := range c.Artworks {
		if a.ChainID != 0 && !slices.Contains(cfg.Chains, a.ChainID) {
			return fmt.Errorf("artwork %d: chain %d is not one of the gallery's (CHAINS)", a.ID, a.ChainID)
		}
	}
	began := time.Now()
	if err := library.Keep(ctx, c.Files); err != nil {
		return err
	}
	changes, err := store.Import(ctx, c, now)
	if err != nil {
		return err
	}
	reportCleaned(ctx, log, c.Cleaned)
	log.InfoContext(ctx, "imported the content", "artworks", len(c.Artworks), "unchanged", changes.Unchanged,
		"written", changes.Written, "removed", changes.Removed, "took", time.Since(began).Round(time.Millisecond))
	return library.RemoveProtected(ctx, c.Files)
}

// reportCleaned logs which texts an import changed.
func reportCleaned(ctx context.Context, log *slog.Logger, places []string) {
	for _, at := range places {
		log.WarnContext(ctx, "removed control characters, or line breaks where there is one line, from a text", "at", at)
	}
}

// CopyMedia copies the files of MEDIA_DIR to MEDIA_BUCKET. It skips files that are already there, so it can be repeated.
func CopyMedia(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return blob.CopyCommand(ctx, blob.Options{Folder: cfg.MediaDir}, cfg.media(), log)
}

const importCSVUsage = "usage: import-csv [--check] --artists <file> --artworks <file> --source <name> --id-base <number> [--allow-removals]"

const importCSVHelp = importCSVUsage + `

Imports a museum's collection from two CSV files, plain or gzip'ed. docs/operating/bulk-import.md lists their columns.
--check reads the files, reports all problems and what an import would do, and changes nothing.
An artwork's id is the id in the file plus --id-base; each source needs its own range of ids.
Entries of the source that are no longer in the files are unpublished. If that is most of them, nothing is imported
unless --allow-removals is set.
Pictures keep their addresses. Pages show them only if the gateway's IMAGE_ORIGINS lists their origins, for example
IMAGE_ORIGINS=https://media.tate.org.uk. The import prints the origins it found.`

// ImportCSV imports a museum's collection from two CSV files, plain or gzip'ed. It prints each problem of the files as a line. With --check it
// changes nothing.
func ImportCSV(ctx context.Context, cfg Config, log *slog.Logger, args []string) error {
	src := bulk.Source{Currency: cfg.Currency}
	flags := flag.NewFlagSet("import-csv", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&src.Artists, "artists", "", "")
	flags.StringVar(&src.Artworks, "artworks", "", "")
	flags.StringVar(&src.Name, "source", "", "")
	flags.Int64Var(&src.IDBase, "id-base", -1, "")
	flags.BoolVar(&src.AllowRemovals, "allow-removals", false, "")
	check := flags.Bool("check", false, "")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprintln(os.Stdout, importCSVHelp)
		return err
	}
	if err != nil || flags.NArg() > 0 || src.Artists == "" || src.Artworks == "" || src.Name == "" || src.IDBase < 0 {
		return errors.Join(err, errors.New(importCSVUsage))
	}
	if *check { // the files' problems are reported even if there is no database yet
		c, err := readCSV(ctx, src, log, os.Stdout)
		if err != nil {
			return err
		}
		return withStore(ctx, cfg, func(store *postgres.Store) error { return previewCSV(ctx, store, c, log) })
	}
	return withStore(ctx, cfg, func(store *postgres.Store) error { return importCSV(ctx, store, src, log, os.Stdout) })
}

// readCSV checks both files, prints their problems, and logs what else people should know about them.
func readCSV(ctx context.Context, src bulk.Source, log *slog.Logger, out io.Writer) (artwork.Bulk, error) {
	log.InfoContext(ctx, "reading", "artists", src.Artists, "artworks", src.Artworks)
	c, err := bulk.Read(src)
	for _, notice := range c.Notices {
		log.WarnContext(ctx, notice)
	}
	reportCleaned(ctx, log, c.Cleaned)
	if problems, ok := errors.AsType[bulk.ProblemsError](err); ok {
		for _, p := range problems {
			_, _ = fmt.Fprintln(out, p) // for editors and for grep: file:line: column: reason
		}
		return c, fmt.Errorf("nothing was imported: %s in %s and %s", problems.Count(), src.Artists, src.Artworks)
	}
	return c, err
}

// previewCSV logs what an import would do.
func previewCSV(ctx context.Context, store *postgres.Store, c artwork.Bulk, log *slog.Logger) error {
	p, err := store.PreviewBulk(ctx, c)
	if err != nil {
		return mostlyRemoved(err)
	}
	log.InfoContext(ctx, "checked the collection; nothing was imported", "source", c.Source, "unchanged", p.Unchanged, "artworks", p.Works,
		"new", p.NewWorks, "changed", p.ChangedWorks, "artists", p.Artists, "newArtists", p.NewArtists, "unpublished", p.Removed)
	reportOrigins(ctx, c, log)
	return nil
}

// mostlyRemoved adds to MostlyRemovedError what to do.
func mostlyRemoved(err error) error {
	if _, ok := errors.AsType[artwork.MostlyRemovedError](err); ok {
		return fmt.Errorf("nothing was imported: %w; check that the files are complete, or add --allow-removals", err)
	}
	return err
}

func reportOrigins(ctx context.Context, c artwork.Bulk, log *slog.Logger) {
	if origins := slices.Sorted(maps.Keys(c.PictureOrigins)); len(origins) > 0 {
		log.InfoContext(ctx, "pages show these pictures only if the gateway's IMAGE_ORIGINS lists their origins",
			"IMAGE_ORIGINS", strings.Join(origins, ","), "pictures", c.PictureOrigins)
	}
}

func importCSV(ctx context.Context, store *postgres.Store, src bulk.Source, log *slog.Logger, out io.Writer) error {
	began := time.Now()
	c, err := readCSV(ctx, src, log, out)
	if err != nil {
		return err
	}
	now, err := store.Now(ctx)
	if err != nil {
		return err
	}
	changes, err := store.ImportBulk(ctx, c, now, func(stage string, works int) {
		log.InfoContext(ctx, "importing", "stage", stage, "done", works, "after", time.Since(began).Round(time.Millisecond))
	})
	if err != nil {
		return mostlyRemoved(err)
	}
	afterBulk(ctx, store, c, changes, time.Since(began), log)
	return nil
}

// afterBulk vacuums the tables after the import of a collection, and logs what it did.
func afterBulk(ctx context.Context, store *postgres.Store, c artwork.Bulk, changes artwork.Changes, took time.Duration, log *slog.Logger) {
	if !changes.Unchanged {
		if err := store.Vacuum(ctx); err != nil {
			log.WarnContext(ctx, "the tables could not be vacuumed; autovacuum will do it later", "error", err)
		}
	}
	log.InfoContext(ctx, "imported the collection", "source", c.Source, "unchanged", changes.Unchanged,
		"written", changes.Written, "removed", changes.Removed, "took", took.Round(time.Millisecond))
	reportOrigins(ctx, c, log)
}

// withStore opens the store for a command, and returns an error if the database isn't migrated. The running service publishes the events of
// the command's changes.
func withStore(ctx context.Context, cfg Config, fn func(*postgres.Store) error) error {
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := checkMigrated(ctx, pool); err != nil {
		return err
	}
	return fn(postgres.New(pool, events.Publisher{Pool: pool}, nil, cfg.ArtistLinkWait))
}

// withLibrary is withStore for a command that also writes media.
func withLibrary(ctx context.Context, cfg Config, fn func(*postgres.Store, *media.Library) error) error {
	objects, err := cfg.openMedia(ctx)
	if err != nil {
		return err
	}
	err = withStore(ctx, cfg, func(store *postgres.Store) error {
		return fn(store, media.New(objects, nil, nil, false, cfg.PublicURL).Removing(store))
	})
	return errors.Join(err, objects.Close())
}

// checkMigrated returns an error with a text for operators if the database lacks tables.
func checkMigrated(ctx context.Context, pool *pgxpool.Pool) error {
	return kitpg.CheckMigrated(ctx, pool, "catalog", postgres.Migrations)
}

func one(args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("expected one folder, got %d arguments", len(args))
	}
	return args[0], nil
}

package content

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	// settle is the delay between an edit and reading the folder, because editors write a file in several steps.
	settle = 100 * time.Millisecond
	// again is the pause after a failed load.
	again = 5 * time.Second
)

// Watch reads the folder now and after each edit, and loads it if it has no problems. It reports problems and reads the folder again after
// the next edit. It retries a failed load, except after artwork.ErrInvalid. It returns nil when ctx ends, and an error if the folder can't be
// watched.
func Watch(ctx context.Context, folder string, inspect Inspect, log *slog.Logger, load func(context.Context, artwork.Collection) error) error {
	return watch(ctx, folder, inspect, log, load, func(err error) { logProblems(ctx, log, err) })
}

// watch is Watch that reports the result of each reading.
func watch(ctx context.Context, folder string, inspect Inspect, log *slog.Logger, load func(context.Context, artwork.Collection) error, report func(error)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }()
	if folder, err = filepath.Abs(folder); err != nil {
		return err
	}
	if err := follow(w, folder, 0); err != nil {
		return err
	}
	// The folder itself may be replaced by another one, or be a link whose target changes. If its parent can't be
	// watched, such a change goes unnoticed.
	above := filepath.Dir(folder)
	_ = w.Add(above)
	log.InfoContext(ctx, "watching the content", "folder", folder)
	inspect = remembering(inspect)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-w.Events:
			if !ok {
				return errors.New("the watch of the folder ended")
			}
			if e.Op == fsnotify.Chmod || ignored(e.Name) && e.Name != folder || filepath.Dir(e.Name) == above && e.Name != folder {
				continue
			}
			if e.Has(fsnotify.Create) {
				_ = follow(w, e.Name, 0) // e.Name may be a new folder; ignore files and folders that are already gone
			}
			timer.Reset(settle)
		case err, ok := <-w.Errors:
			if !ok {
				return errors.New("the watch of the folder ended")
			}
			// Events were lost, so read everything again.
			log.WarnContext(ctx, "watching the content", "error", err)
			timer.Reset(settle)
		case <-timer.C:
			c, err := Read(ctx, folder, inspect)
			if err == nil {
				err = load(ctx, c)
			}
			if _, problems := errors.AsType[ProblemsError](err); err != nil && !problems && !errors.Is(err, artwork.ErrInvalid) {
				timer.Reset(again) // a database that was down becomes available without an edit, and so does render
			}
			report(err)
		}
	}
}

// remembering returns an Inspect that inspects each file once.
func remembering(inspect Inspect) Inspect {
	known := map[string]picture.Header{}
	return func(ctx context.Context, s picture.Source) (picture.Header, error) {
		if h, ok := known[s.Hash]; ok {
			return h, nil
		}
		h, err := inspect(ctx, s)
		if err == nil {
			known[s.Hash] = h
		}
		return h, err
	}
}

// logProblems logs each problem on its own line.
func logProblems(ctx context.Context, log *slog.Logger, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	problems, ok := errors.AsType[ProblemsError](err)
	if !ok {
		log.ErrorContext(ctx, "the content was not imported, the previous content stays", "error", err)
		return
	}
	for _, p := range problems {
		log.WarnContext(ctx, p.String())
	}
	log.ErrorContext(ctx, "the content has problems, the previous content stays", "problems", len(problems))
}

// maxLinks is the maximum number of links to folders that are followed in a row, because links can form a cycle.
const maxLinks = 3

// follow watches a folder and its subfolders, including those behind links, because reading follows links, too.
func follow(w *fsnotify.Watcher, root string, links int) error {
	at, err := filepath.EvalSymlinks(root)
	if err != nil {
		return err
	}
	return filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Type()&fs.ModeSymlink != 0:
			if info, err := os.Stat(path); err == nil && info.IsDir() && !ignored(path) && links < maxLinks {
				return follow(w, path, links+1)
			}
			return nil
		case !d.IsDir():
			return nil
		case path != at && ignored(path):
			return fs.SkipDir
		}
		return w.Add(path)
	})
}

// ignored matches editors' temporary files, and those of our tools.
func ignored(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || name == "node_modules" || strings.HasSuffix(name, ".swp")
}

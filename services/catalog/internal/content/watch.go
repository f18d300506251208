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
)

const (
	// settle is how long after an edit the folder is read: editors write a file in several steps.
	settle = 100 * time.Millisecond
	// again is how long after a load that failed the next one begins.
	again = 5 * time.Second
)

// Watch reads the folder now and after each edit, and loads it if it has no problems. Problems are reported, and it is read again with
// the next edit; a failed load is retried automatically, except after artwork.ErrInvalid. It returns nil when ctx ends, and an error if the folder cannot be watched.
func Watch(ctx context.Context, folder string, log *slog.Logger, load func(context.Context, artwork.Collection) error) error {
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
	// The folder itself may be put in the place of another one, or be a link that is led elsewhere. Where the one above may not
	// be watched, that is not noticed.
	above := filepath.Dir(folder)
	_ = w.Add(above)
	log.InfoContext(ctx, "watching the content", "folder", folder)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-w.Events:
			if !ok {
				return errors.New("the folder is not watched any more")
			}
			if e.Op == fsnotify.Chmod || ignored(e.Name) && e.Name != folder || filepath.Dir(e.Name) == above && e.Name != folder {
				continue
			}
			if e.Has(fsnotify.Create) {
				_ = follow(w, e.Name, 0) // a new folder; a file is no folder, and one that is gone again needs nothing
			}
			timer.Reset(settle)
		case err, ok := <-w.Errors:
			if !ok {
				return errors.New("the folder is not watched any more")
			}
			// Events were lost: look at everything.
			log.WarnContext(ctx, "watching the content", "error", err)
			timer.Reset(settle)
		case <-timer.C:
			c, err := Read(folder)
			if err == nil {
				if err = load(ctx, c); err != nil && !errors.Is(err, artwork.ErrInvalid) {
					timer.Reset(again) // a database that is down returns without an edit
				}
			}
			logProblems(ctx, log, err)
		}
	}
}

// logProblems logs each problem on its own line.
func logProblems(ctx context.Context, log *slog.Logger, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	problems, ok := errors.AsType[ProblemsError](err)
	if !ok {
		log.ErrorContext(ctx, "the content was not imported; the last good state stays", "error", err)
		return
	}
	for _, p := range problems {
		log.WarnContext(ctx, p.String())
	}
	log.ErrorContext(ctx, "the content is wrong; the last good state stays", "problems", len(problems))
}

// maxLinks is how many links to folders are followed one after the other: they may go in circles.
const maxLinks = 3

// follow watches a folder and those in it, behind links, too: they are read through them.
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

// ignored are files that editors keep for themselves, and the tools' own.
func ignored(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || name == "node_modules" || strings.HasSuffix(name, ".swp")
}

package content

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// newsFolder writes a folder with a post.
func newsFolder(t *testing.T) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "content")
	if err := os.MkdirAll(filepath.Join(folder, "posts"), 0o755); err != nil {
		t.Fatal(err)
	}
	edit(t, folder, "gallery.yaml", gallery)
	edit(t, folder, "posts/p.md", post("News"))
	return folder
}

func post(title string) string {
	return "---\nid: 1\ntitle: " + title + "\ncategory: press\ndate: 2026-01-01\n---\nText\n"
}

func edit(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// watched is a folder that is watched until the test ends.
type watched struct {
	t *testing.T
	// titles are those of the post in each load, results those of each reading.
	titles  chan string
	results chan error
}

// watching watches a folder, and returns once it was loaded.
func watching(t *testing.T, folder string) *watched {
	t.Helper()
	w := &watched{t, make(chan string, 1000), make(chan error, 1000)}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		inspect := func(context.Context, picture.Source) (picture.Header, error) {
			return picture.Header{}, errors.New("no picture")
		}
		ended <- watch(ctx, folder, inspect, testkit.Log(t), func(_ context.Context, c artwork.Collection) error {
			w.titles <- c.Posts[0].Title
			return nil
		}, func(err error) { w.results <- err })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	w.loads("News")
	return w
}

// loads waits until the post is loaded with a title. A file may be read while it is written, so other loads may come before.
func (w *watched) loads(title string) {
	w.t.Helper()
	for late := time.After(30 * time.Second); ; {
		select {
		case got := <-w.titles:
			if got == title {
				return
			}
		case <-late:
			w.t.Fatalf("the post %q was not loaded", title)
		}
	}
}

// fails waits until the folder can't be loaded, and returns the error.
func (w *watched) fails() error {
	w.t.Helper()
	for late := time.After(30 * time.Second); ; {
		select {
		case err := <-w.results:
			if err != nil {
				return err
			}
		case <-late:
			w.t.Fatal("the folder had no problem, want one")
		}
	}
}

// TestProblemsAreReported, each on its own line, and the previous content stays.
func TestProblemsAreReported(t *testing.T) {
	t.Parallel()
	folder := newsFolder(t)
	w := watching(t, folder)
	edit(t, folder, "posts/p.md", strings.Replace(post("Broken"), "press", "gossip", 1)+"[x](/en/artworks/nothing-77/)\n")
	err := w.fails()
	for strings.Count(err.Error(), "\n") < 2 { // the file was read while it was written
		err = w.fails()
	}
	log := new(testkit.Buffer)
	logProblems(t.Context(), slog.New(slog.NewTextHandler(log, nil)), err)
	for _, want := range []string{
		"posts/p.md:4: category: expected one of press", "posts/p.md:8: the link to nothing-77: there is no entry with the id 77 in artworks/",
		"problems=2",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log = %s, want %s", log, want)
		}
	}
	select {
	case title := <-w.titles:
		t.Errorf("%q was loaded, want nothing while there are problems", title)
	default:
	}
	edit(t, folder, "posts/p.md", post("Fixed"))
	w.loads("Fixed")
}

// TestWatchFollowsLinks watches a folder behind a link, as deployment tools create it: they write a new folder and point the link to it.
func TestWatchFollowsLinks(t *testing.T) {
	t.Parallel()
	folder, link := newsFolder(t), filepath.Join(t.TempDir(), "current")
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	w := watching(t, link)
	edit(t, folder, "posts/p.md", post("Behind"))
	w.loads("Behind")

	next, swap := newsFolder(t), link+".new"
	edit(t, next, "posts/p.md", post("Next"))
	if err := errors.Join(os.Symlink(next, swap), os.Rename(swap, link)); err != nil {
		t.Fatal(err)
	}
	w.loads("Next")
	// The link's new target is watched from here on.
	edit(t, next, "posts/p.md", post("Later"))
	w.loads("Later")
}

// TestWatchFollowsTheNameOfItsFolder moves the folder away and another one into its place.
func TestWatchFollowsTheNameOfItsFolder(t *testing.T) {
	t.Parallel()
	folder, next := newsFolder(t), newsFolder(t)
	w := watching(t, folder)
	if err := os.Rename(folder, folder+".old"); err != nil {
		t.Fatal(err)
	}
	if err := w.fails(); !strings.Contains(err.Error(), folder+" not found") {
		t.Errorf("reading a folder that was moved away: error = %v, want not found", err)
	}
	if err := os.Rename(next, folder); err != nil {
		t.Fatal(err)
	}
	edit(t, folder, "posts/p.md", post("Moved"))
	w.loads("Moved")
	edit(t, folder, "posts/p.md", post("Edited"))
	w.loads("Edited")
}

// TestAFailedLoadIsRetried: after an outage of the database, the folder is loaded without a further edit.
func TestAFailedLoadIsRetried(t *testing.T) {
	t.Parallel()
	folder := newsFolder(t)
	for reason, want := range map[error]int{errors.New("the database is away"): 2, artwork.ErrInvalid: 1} {
		t.Run(reason.Error(), func(t *testing.T) {
			t.Parallel()
			loads := 0
			ctx, cancel := context.WithTimeout(t.Context(), again+again/2)
			defer cancel()
			err := Watch(ctx, folder, measured(t), testkit.Log(t), func(context.Context, artwork.Collection) error {
				if loads++; loads == 1 {
					return reason
				}
				return nil
			})
			if err != nil || loads != want {
				t.Errorf("%d loads, want %d: %v", loads, want, err)
			}
		})
	}
}

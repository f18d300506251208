package catalog_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

// watch watches a folder until the test ends, and returns the log once the folder is imported.
func (h *fixture) watch(folder string) *testkit.Buffer {
	h.t.Helper()
	log := new(testkit.Buffer)
	ctx, cancel := context.WithCancel(h.t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- catalog.Watch(ctx, h.cfg, slog.New(slog.NewTextHandler(log, nil)), []string{folder})
	}()
	h.t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			h.t.Error(err)
		}
	})
	testkit.Eventually(h.t, 10*time.Second, func() bool { return strings.Contains(log.String(), "imported the content") })
	return log
}

func TestWatchShowsAnEdit(t *testing.T) {
	t.Parallel()
	h := setup(t)
	log := h.watch(h.folder)
	shown := func(query, want string) func() bool {
		return func() bool { return h.as(nil, query) == want }
	}

	h.write("posts/p.md", "---\nid: 1\ntitle: Edited\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	saved := time.Now()
	testkit.Eventually(t, 10*time.Second, shown(`{post(slug:"1"){title}}`, `{"data":{"post":{"title":"Edited"}}}`))
	t.Logf("shown %v after it was saved", time.Since(saved).Round(time.Millisecond))

	// Problems are reported, and the previous content stays.
	h.write("posts/p.md", "---\nid: 1\ntitle: Broken\ncategory: gossip\ndate: 2026-01-01\n---\n[x](/en/artworks/nothing-77/)\n")
	testkit.Eventually(t, 10*time.Second, func() bool {
		return strings.Contains(log.String(), "posts/p.md:4: category: expected one of press") && strings.Contains(log.String(), "posts/p.md:7: the link to nothing-77: there is no entry with the id 77 in artworks/") && strings.Contains(log.String(), "the previous content stays")
	})
	h.want(nil, `{post(slug:"1"){title}}`, `{"data":{"post":{"title":"Edited"}}}`)

	// Fixed, with a picture in a folder that was not there before.
	h.write("media/more/dot.png", h.read("media/dot.png"))
	h.write("posts/p.md", "---\nid: 1\ntitle: Fixed\ncategory: press\ndate: 2026-01-01\ncover: more/dot.png\n---\n[x](/en/artworks/work-1/)\n")
	testkit.Eventually(t, 10*time.Second, func() bool {
		return strings.Contains(h.as(nil, `{post(slug:"1"){title cover{width}}}`), `{"title":"Fixed","cover":{"width":800}}`)
	})
}

// TestWatchFollowsLinks watches a folder behind a link, as deployment tools create it: they write a new folder and point the link to it.
func TestWatchFollowsLinks(t *testing.T) {
	t.Parallel()
	h := setup(t)
	link := filepath.Join(t.TempDir(), "current")
	if err := os.Symlink(h.folder, link); err != nil {
		t.Fatal(err)
	}
	h.watch(link)
	title := func(want string) func() bool {
		return func() bool { return h.as(nil, `{post(slug:"1"){title}}`) == `{"data":{"post":{"title":"`+want+`"}}}` }
	}
	post := func(title string) string {
		return "---\nid: 1\ntitle: " + title + "\ncategory: press\ndate: 2026-01-01\n---\nText\n"
	}
	h.write("posts/p.md", post("Behind"))
	testkit.Eventually(t, 10*time.Second, title("Behind"))

	next := filepath.Join(t.TempDir(), "next")
	if err := os.CopyFS(next, os.DirFS(h.folder)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(next, "posts/p.md"), []byte(post("Next")), 0o600); err != nil {
		t.Fatal(err)
	}
	swap := link + ".new"
	if err := os.Symlink(next, swap); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(swap, link); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 10*time.Second, title("Next"))
	// The link's new target is watched from here on.
	if err := os.WriteFile(filepath.Join(next, "posts/p.md"), []byte(post("Later")), 0o600); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 10*time.Second, title("Later"))
}

// TestWatchFollowsTheNameOfItsFolder moves the folder away and another one into its place.
func TestWatchFollowsTheNameOfItsFolder(t *testing.T) {
	t.Parallel()
	h := setup(t)
	log := h.watch(h.folder)
	next := h.folder + ".next"
	if err := os.CopyFS(next, os.DirFS(h.folder)); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(h.folder, h.folder+".old"); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 10*time.Second, func() bool { return strings.Contains(log.String(), h.folder+" not found") })
	if err := os.Rename(next, h.folder); err != nil {
		t.Fatal(err)
	}
	h.write("posts/p.md", "---\nid: 1\ntitle: Moved\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	testkit.Eventually(t, 10*time.Second, func() bool {
		return h.as(nil, `{post(slug:"1"){title}}`) == `{"data":{"post":{"title":"Moved"}}}`
	})
	h.write("posts/p.md", "---\nid: 1\ntitle: Edited\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	testkit.Eventually(t, 10*time.Second, func() bool {
		return h.as(nil, `{post(slug:"1"){title}}`) == `{"data":{"post":{"title":"Edited"}}}`
	})
}

package catalog_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

// TestWatchShowsAnEdit: the command imports the folder, and again after each edit. Package content tests what it watches and reports.
func TestWatchShowsAnEdit(t *testing.T) {
	t.Parallel()
	h := setup(t)
	shown := func(query, want string) func() bool {
		return func() bool { return h.as(nil, query) == want }
	}
	post := func(title, more, text string) {
		h.write("posts/p.md", "---\nid: 1\ntitle: "+title+"\ncategory: press\ndate: 2026-01-01\n"+more+"---\n"+text+"\n")
	}
	post("Before", "", "Text")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- catalog.Watch(ctx, h.cfg, testkit.Log(t), []string{h.folder}) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	// From its first import on, the folder is watched.
	testkit.Eventually(t, 10*time.Second, shown(`{post(slug:"1"){title}}`, `{"data":{"post":{"title":"Before"}}}`))

	post("Edited", "", "Text")
	saved := time.Now()
	testkit.Eventually(t, 10*time.Second, shown(`{post(slug:"1"){title}}`, `{"data":{"post":{"title":"Edited"}}}`))
	t.Logf("shown %v after it was saved", time.Since(saved).Round(time.Millisecond))

	// With a picture in a folder that was not there before.
	h.write("media/more/dot.png", h.read("media/dot.png"))
	post("Pictured", "cover: more/dot.png\n", "[x](/en/artworks/work-1/)")
	testkit.Eventually(t, 10*time.Second, func() bool {
		return strings.Contains(h.as(nil, `{post(slug:"1"){title cover{width}}}`), `{"title":"Pictured","cover":{"width":800}}`)
	})
}

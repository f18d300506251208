package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// TestPicturesWithoutSizesAreCounted: one picture is damaged inside, one meets a library that cannot be written to.
func TestPicturesWithoutSizesAreCounted(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *house) {
		dot := h.read("media/dot.png")
		damaged := []byte(dot)
		at := strings.Index(dot, "IDAT") + 20
		copy(damaged[at:], "damaged")
		h.write("media/damaged.png", string(damaged))
		// What comes after the end of a picture is not looked at.
		h.write("media/shut.png", dot+"more")
		for i, name := range []string{"damaged", "shut"} {
			h.write(fmt.Sprintf("artworks/%s.md", name), fmt.Sprintf("---\nid: %d\ntitle: %s\nartist: 3\ncategory: image\neditionSize: 1\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n  - {file: %s.png, alt: A dot}\n---\n", 20+i, name, name))
		}
		sum := sha256.Sum256([]byte(dot + "more"))
		shut := filepath.Join(h.cfg.MediaDir, hex.EncodeToString(sum[:])[:20], "shut-3-320.webp", "inside")
		if err := os.MkdirAll(shut, 0o755); err != nil {
			h.t.Fatal(err)
		}
		h.cfg.RenditionWorkers = 0
	})
	cfg, log := h.cfg, &lines{}
	cfg.RenditionWorkers, cfg.AVIF = 2, false
	h.another(cfg, slog.New(slog.NewTextHandler(log, nil)))
	testkit.Eventually(t, 20*time.Second, func() bool { return log.has("pictures lack their sizes") || log.has("every picture has its sizes") })
	for _, want := range []string{`msg="renditions are made" pictures=1 failed=2`, `msg="pictures lack their sizes" waiting=1 failed=1`} {
		if !log.has(want) {
			t.Errorf("not told: %s", want)
		}
	}
}

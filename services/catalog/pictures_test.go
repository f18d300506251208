package catalog_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"log/slog"
	"net/http"
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
	var shut string
	h := setup(t, func(h *fixture) {
		dot := h.read("media/dot.png")
		damaged := []byte(dot)
		at := strings.Index(dot, "IDAT") + 20
		copy(damaged[at:], "damaged")
		h.write("media/damaged.png", string(damaged))
		// Data after the end of a picture is ignored.
		h.write("media/shut.png", dot+"more")
		for i, name := range []string{"damaged", "shut"} {
			h.write(fmt.Sprintf("artworks/%s.md", name), fmt.Sprintf("---\nid: %d\ntitle: %s\nartist: 3\ncategory: image\neditionSize: 1\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n  - {file: %s.png, alt: A dot}\n---\n", 20+i, name, name))
		}
		sum := sha256.Sum256([]byte(dot + "more"))
		shut = filepath.Join(h.cfg.MediaDir, hex.EncodeToString(sum[:])[:20], "shut-4-320.webp", "inside")
		if err := os.MkdirAll(shut, 0o755); err != nil {
			h.t.Fatal(err)
		}
		h.cfg.RenditionWorkers = 0
	})
	cfg, log := h.cfg, new(testkit.Buffer)
	cfg.RenditionWorkers = 2
	h.another(cfg, slog.New(slog.NewTextHandler(log, nil)))
	pool := testkit.Pool(t, cfg.DatabaseURL)
	count := func(where string) (n int) {
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM media_files WHERE `+where).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	testkit.Eventually(t, 20*time.Second, func() bool {
		return count(`failed <> ''`) > 0 && h.count(`kind = 'renditions' AND cardinality(errors) > 0`) > 0 && count(`made_at IS NOT NULL`) > 0
	})
	if waiting, failed := count(`made_at IS NULL AND failed = ''`), count(`failed <> ''`); waiting != 1 || failed != 1 {
		t.Errorf("%d pictures wait and %d failed, want 1 and 1", waiting, failed)
	}
	// It gets its renditions once the folder can be written to.
	if err := os.RemoveAll(filepath.Dir(shut)); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 60*time.Second, func() bool { return h.count(`kind = 'renditions' AND state <> 'completed'`) == 0 })
	if waiting, failed := count(`made_at IS NULL AND failed = ''`), count(`failed <> ''`); waiting != 0 || failed != 1 {
		t.Errorf("afterwards %d pictures wait and %d failed, want 0 and 1", waiting, failed)
	}
	// Operators read which picture failed, and how many in the end.
	for _, want := range []string{`msg="the renditions of a picture could not be made" file=damaged.png`, `msg="job failed, retrying" kind=renditions`, `msg="pictures lack their sizes" failed=1`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log = %s, want %s", log, want)
		}
	}
}

// TestAVIFIsMadeWhenItIsWanted: the first browser that accepts it gets WebP, which may not be cached for long, and adds one job.
func TestAVIFIsMadeWhenItIsWanted(t *testing.T) {
	t.Parallel()
	var address string
	h := setup(t, func(h *fixture) {
		img := image.NewNRGBA(image.Rect(0, 0, 400, 300))
		for i := range img.Pix {
			img.Pix[i] = uint8(i*i>>9) | 0x80
		}
		var original bytes.Buffer
		if err := png.Encode(&original, img); err != nil {
			t.Fatal(err)
		}
		h.write("media/waves.png", original.String())
		h.write("artworks/waves.md", "---\nid: 20\ntitle: Waves\nartist: 3\ncategory: image\neditionSize: 1\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n  - {file: waves.png, alt: Waves}\n---\n")
		sum := sha256.Sum256(original.Bytes())
		address = "/assets/" + hex.EncodeToString(sum[:])[:20] + "/waves-4-320.webp"
	})
	get := func(accept string) http.Header {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", accept)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		res.Header.Set("Status", res.Status)
		return res.Header
	}
	testkit.Eventually(t, time.Minute, func() bool { return get("image/webp").Get("Content-Type") == "image/webp" })
	if header := get("image/webp"); header.Get("Vary") != "Accept" || !strings.Contains(header.Get("Cache-Control"), "immutable") || h.count(`kind = 'avif'`) != 0 {
		t.Errorf("WebP for a browser without AVIF: %v, want Vary: Accept, immutable, and no job", header)
	}
	if header := get("image/avif,image/webp"); header.Get("Content-Type") != "image/webp" || strings.Contains(header.Get("Cache-Control"), "immutable") {
		t.Errorf("the first request: %v, want WebP that isn't immutable", header)
	}
	testkit.Eventually(t, time.Minute, func() bool { return h.count(`kind = 'avif' AND state = 'completed'`) == 1 })
	if header := get("image/avif,image/webp"); header.Get("Content-Type") != "image/avif" || !strings.Contains(header.Get("Cache-Control"), "immutable") {
		t.Errorf("afterwards: %v, want immutable AVIF", header)
	}
	// Nobody makes up renditions.
	address = strings.Replace(address, "320", "321", 1)
	if header := get("image/avif"); !strings.HasPrefix(header.Get("Status"), "404") || h.count(`kind = 'avif'`) != 1 {
		t.Errorf("a rendition that doesn't exist: %v, want 404 and no job", header)
	}
}

// TestLargePicturesGetTiles: they are public as long as the picture is.
func TestLargePicturesGetTiles(t *testing.T) {
	t.Parallel()
	entry := "---\nid: 20\ntitle: Waves\nartist: 3\ncategory: image\neditionSize: 1\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n  - {file: waves.png, alt: Waves}\n%s---\n"
	h := setup(t, func(h *fixture) {
		var original bytes.Buffer
		img := image.NewNRGBA(image.Rect(0, 0, 2000, 600))
		for i := range img.Pix {
			img.Pix[i] = uint8(i>>11) | 0x80
			if i%4 == 3 {
				img.Pix[i] = 0xff
			}
		}
		if err := png.Encode(&original, img); err != nil {
			h.t.Fatal(err)
		}
		h.write("media/waves.png", original.String())
		h.write("artworks/waves.md", fmt.Sprintf(entry, ""))
		h.cfg.PublicURL = "https://gallery.test"
	})
	const query = `{artwork(slug:"waves-20"){media{width renditions{width} imageService}}}`
	var service string
	testkit.Eventually(t, time.Minute, func() bool {
		data, _ := h.ask(query, nil)
		work, _ := data["artwork"].(map[string]any)
		list, _ := work["media"].([]any)
		one, _ := list[0].(map[string]any)
		service, _ = one["imageService"].(string)
		return service != ""
	})
	if status, _, body := h.fetch(service + "/info.json"); status != http.StatusOK || !strings.Contains(string(body), `"id":"https://gallery.test`+service+`"`) {
		t.Errorf("the information: %d %s, want 200 with the id https://gallery.test%s", status, body, service)
	}
	tile := service + "/1536,512,464,88/464,88/0/default.jpg"
	if status, _, body := h.fetch(tile); status != http.StatusOK || http.DetectContentType(body) != "image/jpeg" {
		t.Errorf("tile %s: status = %d, want a JPEG", tile, status)
	}
	h.write("artworks/waves.md", fmt.Sprintf(entry, "protected: true\n"))
	h.importContent()
	for _, path := range []string{tile, service + "/info.json", service + "/full/max/0/default.jpg"} {
		if status, _, _ := h.fetch(path); status != http.StatusNotFound {
			t.Errorf("%s of a protected work: %d, want 404", path, status)
		}
	}
	testkit.Eventually(t, time.Minute, func() bool {
		data, _ := h.ask(query, nil)
		text := fmt.Sprint(data)
		return strings.Contains(text, "imageService:<nil>") && strings.Contains(text, "width:1920")
	})
}

// TestTheDatabaseDecidesWhatRenditionsPublish: an artwork that appeared by the database's clock, and appears tomorrow by the clock of the process,
// stays on the site when its picture is ready.
func TestTheDatabaseDecidesWhatRenditionsPublish(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.cfg.DatabaseURL = testkit.ClockAhead(t, h.cfg.DatabaseURL, 48*time.Hour)
		h.write("artworks/tomorrow.md", fmt.Sprintf("---\nid: 19\ntitle: Tomorrow\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: %s\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n",
			time.Now().Add(24*time.Hour).Format(time.RFC3339)))
	})
	testkit.Eventually(t, 3*time.Minute, func() bool {
		return strings.Contains(h.as(nil, `{artwork(slug:"19"){media{renditions{width}}}}`), "width")
	})
	h.await("changed 19") // with its renditions; an artwork that isn't public would be unpublished instead
}

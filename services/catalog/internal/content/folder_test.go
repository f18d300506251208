package content

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const gallery = "name: Test\ncurrency: USD\ncategories:\n  - {slug: image, name: Image}\npostCategories:\n  - {slug: press, name: Press}\n"

// folder writes files, a picture among them.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	img.Set(3, 3, color.NRGBA{200, 10, 10, 255})
	_ = os.MkdirAll(filepath.Join(root, "media"), 0o755)
	f, err := os.Create(filepath.Join(root, "media", "A Picture.png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(png.Encode(f, img), f.Close()); err != nil {
		t.Fatal(err)
	}
	return root
}

func sound() map[string]string {
	return map[string]string{
		"gallery.yaml":   gallery,
		"artists/a.md":   "---\nid: 1\nname: Ada Ó Brien\naccount: artist@example.org\nportrait: A Picture.png\n---\nBorn.\n",
		"curators/c.md":  "---\nid: 1\nname: Cur\n---\n",
		"drops/d.md":     "---\nid: 1\ntitle: Drop\nstartsAt: 2026-12-01T10:00:00Z\ncurator: 1\n---\nText\n",
		"posts/p.md":     "---\nid: 1\ntitle: Post\ncategory: press\ndate: 2026-01-01\n---\nText\n",
		"pages/terms.md": "---\ntitle: Terms\n---\nText\n",
		"artworks/w.md": `---
id: 7
title: "Wärk: one"
artist: 1
category: image
editionSize: 5
price: {amount: 1000, currency: USD}
publishedAt: 2026-11-30T10:00:00Z
drop: 1
curators: [1]
withheld: [5, 2]
attributes:
  - {name: Tiles, value: 4}
media:
  - file: A Picture.png
    alt: A dot
---
Words.
`,
	}
}

func TestRead(t *testing.T) {
	c, err := Read(t.Context(), write(t, sound()), measured(t))
	if err != nil {
		t.Fatal(err)
	}
	w := c.Artworks[0]
	if w.Slug != "wark-one-7" || w.Editions.Withheld != 2 || fmt.Sprint(w.WithheldNumbers) != "[2 5]" || w.Attributes[0].Value != "4" || w.Description != "Words." {
		t.Errorf("work = %+v, want editions 2 and 5 withheld", w)
	}
	if !w.VisibleFrom.IsZero() || w.Sale.Starts.IsZero() {
		t.Errorf("work of a drop is visible from %v with sale %v, want no time and a sale start", w.VisibleFrom, w.Sale)
	}
	m := w.Media[0]
	if m.Width != 40 || m.Height != 20 || m.URL != "/assets/"+m.Hash+"/a-picture.png" || len(m.Hash) != HashLength {
		t.Errorf("picture = %+v, want 40 × 20 at an address with its hash", m)
	}
	if a := c.Artists[0]; a.SortName != "Brien, Ada Ó" || a.Account != "artist@example.org" || a.Portrait == nil {
		t.Errorf("artist = %+v, want a sort name, an account and a portrait", a)
	}
	if len(c.Files) != 1 {
		t.Errorf("files of the image referenced twice = %v, want one", c.Files)
	}
	again, err := Read(t.Context(), write(t, sound()), measured(t))
	if err != nil || again.Digest != c.Digest {
		t.Errorf("second load of the same folder: digest = %s, %v, want %s", again.Digest, err, c.Digest)
	}
	other := sound()
	other["pages/terms.md"] += "More\n"
	if changed, err := Read(t.Context(), write(t, other), measured(t)); err != nil || changed.Digest == c.Digest {
		t.Errorf("load of a changed folder: digest = %s, %v, want another than %s", changed.Digest, err, c.Digest)
	}
}

// TestPhotographsAreMeasuredRotated: a camera held upright stores a wide picture with an EXIF orientation.
func TestPhotographsAreMeasuredRotated(t *testing.T) {
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 40, 20)), nil); err != nil {
		t.Fatal(err)
	}
	const turned = "\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	files := sound()
	files["artworks/w.md"] = strings.Replace(files["artworks/w.md"], "A Picture.png", "photo.jpg", 1)
	files["media/photo.jpg"] = string(photo.Bytes()[:2]) + turned + string(photo.Bytes()[2:])
	c, err := Read(t.Context(), write(t, files), measured(t))
	if err != nil {
		t.Fatal(err)
	}
	if m := c.Artworks[0].Media[0]; m.Width != 20 || m.Height != 40 {
		t.Errorf("size = %d × %d, want 20 × 40", m.Width, m.Height)
	}
}

func TestProblemsAreReportedTogether(t *testing.T) {
	files := sound()
	files["gallery.yaml"] = gallery + "colour: red\n"
	files["artists/b.md"] = "---\nid: 1\nname: Second\naccount: ARTIST@example.org\nwebsite: ftp://x\n---\n"
	files["artists/c.md"] = "no front matter\n"
	files["artists/d.md"] = "---\nid: 4\nname: [a\n---\n"
	files["drops/e.md"] = "---\nid: 2\ntitle: T\nstartsAt: soon\nendsAt: 2026-01-01T00:00:00Z\ncurator: 9\nworks: [7, 70]\n---\n"
	files["posts/q.md"] = "---\nid: 0\ntitle: \"\"\ncategory: news\n---\n"
	files["pages/No Good.md"] = "---\ntitle: T\n---\n"
	files["artworks/note.txt"] = ""
	files["artworks/x.md"] = `---
id: 8
title: X
artist: 99
category: oil
editionSize: 20000
price:
  amount: 0
  currency: EUR
publishedAt: 2026-11-30T10:00:00Z
withheld: [6]
tittle: oops
media:
  - file: ../gallery.yaml
    alt: out
  - file: missing.webp
    alt: gone
  - file: A Picture.png
    width: 41
    height: 20
    color: red
    sha256: "00"
---
`
	_, err := Read(t.Context(), write(t, files), measured(t))
	var problems ProblemsError
	if !errors.As(err, &problems) {
		t.Fatalf("Read() = %v, want ProblemsError", err)
	}
	got := map[string]bool{}
	for _, p := range problems {
		got[p.String()] = true
	}
	for _, want := range []string{
		`gallery.yaml:7: unknown field "colour": expected one of categories, currency, name, postCategories`,
		`artists/b.md:2: id 1 is already used by artists/a.md: 2 is free`,
		`artists/b.md:4: account ARTIST@example.org is already linked by artists/a.md`,
		`artists/b.md:5: website: expected an http or https address such as https://example.org/, not "ftp://x"`,
		`artists/c.md:1: expected front matter between two lines of ---, from the first line of the file`,
		`drops/e.md:4: startsAt: expected a time like 2026-05-01T18:00:00Z or a day like 2026-05-01, not "soon"`,
		`drops/e.md:6: curator: there is no entry with the id 9 in curators/`,
		`drops/e.md:7: works: artwork 7 isn't in this drop: add drop: 2 to its file, or remove it here`,
		`drops/e.md:7: works: there is no entry with the id 70 in artworks/`,
		`posts/q.md:2: id: expected a whole number from 1 to 999999, not "0"`,
		`posts/q.md:3: title is empty`,
		`posts/q.md:4: category: expected one of press, not "news"`,
		`posts/q.md:2: date is required`,
		`pages/No Good.md:1: the file's name becomes the address: expected lowercase letters, digits and hyphens, such as no-good.md`,
		`artworks/note.txt:1: only .md files are allowed in artworks/`,
		`artworks/x.md:4: artist: there is no entry with the id 99 in artists/`,
		`artworks/x.md:5: category "oil" is not in gallery.yaml: expected one of image`,
		`artworks/x.md:6: editionSize: expected a whole number from 1 to 10000, not "20000"`,
		`artworks/x.md:8: amount: expected whole minor units (6500 for 65.00) from 1 to 2147483647, not "0"`,
		`artworks/x.md:9: currency is EUR, but the gallery's currency is USD`,
		`artworks/x.md:12: unknown field "tittle": did you mean title?`,
		`artworks/x.md:14: file: expected a path inside media/, such as artworks/12-harbour.webp, not "../gallery.yaml"`,
		`artworks/x.md:16: file: there is no file media/missing.webp`,
		`artworks/x.md:18: alt is required`,
		`artworks/x.md:19: width, height: the picture has 40 × 20 pixels`,
		`artworks/x.md:21: color: expected #rrggbb between quotes, not "red"`,
	} {
		if !got[want] {
			t.Errorf("not reported: %s", want)
		}
		delete(got, want)
	}
	for p := range got {
		if !strings.HasPrefix(p, "artists/d.md:") && !strings.HasPrefix(p, "pages/No Good.md:1: a page needs") && !strings.Contains(p, "sha256") {
			t.Errorf("unexpected problem: %s", p)
		}
	}
}

func TestNoFolder(t *testing.T) {
	if _, err := Read(t.Context(), filepath.Join(t.TempDir(), "x"), measured(t)); err == nil {
		t.Error("reading a missing folder succeeded, want an error")
	}
}

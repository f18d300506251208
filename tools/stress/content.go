package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
)

// Artwork ids of the test gallery.
const (
	firstUnique  = 1   // works 1 to 20 have one edition
	firstSmall   = 101 // works 101 to 120 have three
	firstLarge   = 201 // works 201 to 240 have a thousand
	firstMedium  = 301 // works 301 to 320 have twenty-five
	firstAuction = 401 // works 401 to 500 have eight, and each is alone in the drop with its id
	uniqueWorks  = 20
	mediumWorks  = 20
	smallWorks   = 20
	largeWorks   = 40
	auctionWorks = 100
	largeEdition = 1000

	mediumEdition  = 25
	auctionEdition = 8
)

// writeContent writes a gallery with enough editions for every seed.
func writeContent(dir string) error {
	for _, sub := range []string{"artists", "artworks", "drops", "media"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 16, 16))); err != nil {
		return err
	}
	files := map[string]string{
		"media/black.png":   picture.String(),
		"gallery.yaml":      "name: Stress\ncurrency: USD\ncategories:\n  - {slug: image, name: Image}\n",
		"artists/nobody.md": "---\nid: 1\nname: Nobody\naccount: artist@example.org\n---\n\nDraws nothing.\n",
	}
	for _, g := range []struct{ first, count, size int }{{firstUnique, uniqueWorks, 1}, {firstSmall, smallWorks, 3}, {firstMedium, mediumWorks, mediumEdition}, {firstLarge, largeWorks, largeEdition}, {firstAuction, auctionWorks, auctionEdition}} {
		for i := range g.count {
			id, drop := g.first+i, ""
			if g.first == firstAuction {
				drop = fmt.Sprintf("drop: %d\n", id)
				files[fmt.Sprintf("drops/drop-%d.md", id)] = fmt.Sprintf("---\nid: %d\ntitle: Drop %d\nstartsAt: 2025-01-01T00:00:00Z\n---\n\nA drop.\n", id, id)
			}
			files[fmt.Sprintf("artworks/work-%d.md", id)] = fmt.Sprintf("---\nid: %d\ntitle: Work %d\nartist: 1\ncategory: image\nyear: 2024\nmedium: Ink\n"+
				"editionSize: %d\nprice: {amount: 12500, currency: USD}\npublishedAt: 2025-01-01T00:00:00Z\n"+
				"%smedia:\n  - {file: black.png, alt: Black, width: 16, height: 16, sha256: %x, color: \"#000000\", kind: image}\n---\n\nA work.\n",
				id, id, g.size, drop, sha256.Sum256(picture.Bytes()))
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

package media

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/image/draw"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// The tiles of a picture are the static files of a IIIF Image API 3.0 service of level 0. Its identifier is a folder next to the picture's
// renditions. The folder's name contains the version of how tiles are made, like recipe.
const (
	tilesName = "tiles-1"
	// tileSide is the width and height of a tile in pixels.
	tileSide = 512
	// wholeUpTo is the long edge of the largest reduced copy of the whole picture.
	wholeUpTo    = 2048
	tilesQuality = 85
	// maxJPEGSide is the largest width or height that a JPEG can have.
	maxJPEGSide = 65535
)

// imageInfo is info.json (IIIF Image API 3.0, section 5). ID is stored as a path and sent as an address.
type imageInfo struct {
	Context  string      `json:"@context"`
	ID       string      `json:"id"`
	Type     string      `json:"type"`
	Protocol string      `json:"protocol"`
	Profile  string      `json:"profile"`
	Width    int         `json:"width"`
	Height   int         `json:"height"`
	Sizes    []imageSize `json:"sizes"`
	Tiles    []imageTile `json:"tiles"`
}

// imageSize is the size of a reduced copy of the whole picture.
type imageSize struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// imageTile describes the tiles: a tile covers Width × factor pixels of the picture, for each factor.
type imageTile struct {
	Width        int   `json:"width"`
	ScaleFactors []int `json:"scaleFactors"`
}

// MakeTiles makes the tiles of a picture and returns the path of their service. It returns "" for a picture without tiles: a protected one, whose
// original they would reveal, one whose largest rendition is as wide as the original, and one with transparency, which JPEG doesn't support.
// In addition to the decoded picture it needs about 4/3 bytes per pixel. errPicture is final, others are temporary.
func (l *Library) MakeTiles(ctx context.Context, f artwork.File) (string, error) {
	if f.Protected {
		return "", nil
	}
	service := Prefix + f.Hash + "/" + tilesName
	if _, err := l.objects.Size(ctx, tilesInfo(f.Hash)); !errors.Is(err, fs.ErrNotExist) {
		return service, err
	}
	img, _, done, err := l.decode(ctx, f)
	if err != nil {
		return "", err
	}
	defer done()
	size := img.Bounds().Size()
	if size.X <= widths[0] || size.X > maxJPEGSide || size.Y > maxJPEGSide || !opaque(img) {
		return "", nil
	}
	info := imageInfo{
		Context: "http://iiif.io/api/image/3/context.json", ID: service, Type: "ImageService3", Protocol: "http://iiif.io/api/image",
		Profile: "level0", Width: size.X, Height: size.Y, Tiles: []imageTile{{Width: tileSide}},
	}
	if err := l.writeTile(ctx, f.Hash, "full/max", img); err != nil {
		return "", err
	}
	for level, factor := img, 1; ; level, factor = half(level), 2*factor {
		info.Tiles[0].ScaleFactors = append(info.Tiles[0].ScaleFactors, factor)
		reduced := level.Bounds().Size()
		if factor > 1 && max(reduced.X, reduced.Y) <= wholeUpTo {
			if err := l.writeTile(ctx, f.Hash, fmt.Sprintf("full/%d,%d", reduced.X, reduced.Y), level); err != nil {
				return "", err
			}
			info.Sizes = append([]imageSize{{reduced.X, reduced.Y}}, info.Sizes...)
		}
		if max(reduced.X, reduced.Y) <= tileSide {
			break // the copy of the whole picture is the tile
		}
		if err := l.writeTiles(ctx, f.Hash, level, size, factor); err != nil {
			return "", err
		}
	}
	// Write this last, because it means that every tile exists.
	return service, l.objects.Write(ctx, tilesInfo(f.Hash), func(w io.Writer) error { return json.NewEncoder(w).Encode(info) })
}

// writeTiles writes the tiles of one level: a picture of the given size, reduced by a factor.
func (l *Library) writeTiles(ctx context.Context, hash string, level image.Image, size image.Point, factor int) error {
	for r := range blocks(level.Bounds().Size(), tileSide) {
		if err := ctx.Err(); err != nil {
			return err
		}
		x, y := r.Min.X*factor, r.Min.Y*factor
		region := fmt.Sprintf("%d,%d,%d,%d", x, y, min(tileSide*factor, size.X-x), min(tileSide*factor, size.Y-y))
		tile := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
		draw.Draw(tile, tile.Bounds(), level, level.Bounds().Min.Add(r.Min), draw.Src)
		if err := l.writeTile(ctx, hash, fmt.Sprintf("%s/%d,%d", region, r.Dx(), r.Dy()), tile); err != nil {
			return err
		}
	}
	return nil
}

// writeTile writes the file for a region and a size, as in the address of an image request.
func (l *Library) writeTile(ctx context.Context, hash, name string, img image.Image) error {
	return l.objects.Write(ctx, tileKey(hash, name), func(w io.Writer) error {
		return jpeg.Encode(w, img, &jpeg.Options{Quality: tilesQuality})
	})
}

// half reduces a picture to half its width and height, rounded up. It works in blocks, because scaling needs 32 bytes for each pixel of a
// block that is half as wide.
func half(img image.Image) image.Image {
	from := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, (from.Dx()+1)/2, (from.Dy()+1)/2))
	for r := range blocks(out.Bounds().Size(), tileSide) {
		source := image.Rectangle{r.Min.Mul(2), r.Max.Mul(2)}.Add(from.Min).Intersect(from)
		draw.CatmullRom.Scale(out, r, img, source, draw.Src, nil)
	}
	return out
}

// blocks divides an area into squares with a side; those at its right and bottom edges may be smaller.
func blocks(size image.Point, side int) func(yield func(image.Rectangle) bool) {
	return func(yield func(image.Rectangle) bool) {
		for y := 0; y < size.Y; y += side {
			for x := 0; x < size.X; x += side {
				if !yield(image.Rect(x, y, min(x+side, size.X), min(y+side, size.Y))) {
					return
				}
			}
		}
	}
}

func opaque(img image.Image) bool {
	o, ok := img.(interface{ Opaque() bool })
	return ok && o.Opaque()
}

// DropTiles removes the tiles of a picture. It removes info.json first, which means that the tiles exist.
func (l *Library) DropTiles(ctx context.Context, hash string) error {
	if err := l.objects.Delete(ctx, tilesInfo(hash)); err != nil {
		return err
	}
	for o, err := range l.objects.List(ctx, public(hash, tilesName+"/")) {
		if err == nil {
			err = l.objects.Delete(ctx, o.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func tilesInfo(hash string) string { return public(hash, tilesName+"/info.json") }

func tileKey(hash, name string) string { return public(hash, tilesName+"/"+name+"/0/default.jpg") }

// imageRequest is the part after the service in the address of a tile or of a copy of the whole picture.
var imageRequest = regexp.MustCompile(`^(full|\d+,\d+,(\d+),(\d+))/(max|\d+,\d+)/0/default\.jpg$`)

// serveTiles responds to requests for a tile set: info.json and the images that it implies.
func (l *Library) serveTiles(w http.ResponseWriter, r *http.Request, hash, request string) {
	if request == "" { // IIIF Image API 3.0, section 2: the base URI redirects to the information
		http.Redirect(w, r, path.Join(r.URL.Path, "info.json"), http.StatusSeeOther) //nolint:gosec // a path of this library
		return
	}
	if request == "info.json" {
		l.serveInfo(w, r, hash)
		return
	}
	m := imageRequest.FindStringSubmatch(request)
	if m == nil {
		missing(w)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	region, size := m[1], m[4]
	if region != "full" && size == "max" { // another valid name of the same tile
		size = m[2] + "," + m[3]
	}
	l.send(w, r, tileKey(hash, region+"/"+size), "image/jpeg", `"`+strings.Join([]string{hash, tilesName, region, size}, "-")+`"`)
}

// serveInfo sends info.json with the address of the service. The address depends on a setting, so it is cached for an hour only.
func (l *Library) serveInfo(w http.ResponseWriter, r *http.Request, hash string) {
	doc, err := l.objects.Read(r.Context(), tilesInfo(hash))
	var info imageInfo
	if err == nil {
		err = json.Unmarshal(doc, &info)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		missing(w)
		return
	case err != nil:
		unavailable(w)
		return
	}
	info.ID = l.origin + info.ID
	doc, err = json.Marshal(info)
	if err != nil {
		unavailable(w)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("Content-Type", `application/ld+json;profile="http://iiif.io/api/image/3/context.json"`)
	h.Set("Content-Length", strconv.Itoa(len(doc)))
	_, _ = w.Write(doc)
}

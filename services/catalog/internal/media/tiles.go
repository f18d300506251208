package media

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// The tiles of a picture are the static files of a IIIF Image API 3.0 service of level 0. Its identifier is a folder next to the picture's
// renditions. The folder's name contains the version of how tiles are made, like Recipe. They are made when one of them is first requested.
const (
	tilesName = "tiles-1"
	// tileSide is the width and height of a tile in pixels.
	tileSide = 512
	// wholeUpTo is the long edge of the largest reduced copy of the whole picture.
	wholeUpTo = 2048
	// maxJPEGSide is the largest width or height that a JPEG can have.
	maxJPEGSide = 65535
	// madeWait is how long a request waits for what is made then. Tiles take a second for ten megapixels.
	madeWait  = 10 * time.Second
	tilesPoll = 200 * time.Millisecond
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

// tileable reports whether a picture gets tiles, apart from transparency, which JPEG doesn't support. A protected picture doesn't, because they
// would reveal its original, nor does one whose largest rendition is as wide as the original.
func tileable(f artwork.File, made artwork.Made) bool {
	return !f.Protected && made.Width > widths[0] && made.Width <= maxJPEGSide && made.Height <= maxJPEGSide
}

// isTiled reports whether a picture has tiles, made or not.
func isTiled(f artwork.File, made artwork.Made) bool {
	return !f.Protected && made.Tiles != nil && *made.Tiles != ""
}

// MakeTiles makes the tiles of a picture, unless they exist. Errors that match picture.ErrRefused are final, others are temporary.
func (l *Library) MakeTiles(ctx context.Context, f artwork.File) error {
	if _, err := l.objects.Size(ctx, tilesDone(f.Hash)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err := l.pictures.Tile(ctx, l.source(original(f)), picture.Tiling{Urgent: true, Side: tileSide, WholeUpTo: wholeUpTo}, func(tile picture.File) error {
		return l.objects.Write(ctx, tileKey(f.Hash, tile.Name), func(w io.Writer) error {
			_, err := io.Copy(w, tile.Content)
			return err
		})
	})
	if err != nil {
		return err
	}
	// Write this last, because it means that every tile exists.
	return l.objects.Write(ctx, tilesDone(f.Hash), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(imageInfo{ID: Prefix + f.Hash + "/" + tilesName})
	})
}

// infoOf returns the information about a picture's tiles. It follows from the picture's size.
func infoOf(service string, width, height int) imageInfo {
	info := imageInfo{
		Context: "http://iiif.io/api/image/3/context.json", ID: service, Type: "ImageService3", Protocol: "http://iiif.io/api/image",
		Profile: "level0", Width: width, Height: height, Tiles: []imageTile{{Width: tileSide}},
	}
	for factor := 1; ; factor *= 2 {
		info.Tiles[0].ScaleFactors = append(info.Tiles[0].ScaleFactors, factor)
		reduced := imageSize{(width + factor - 1) / factor, (height + factor - 1) / factor}
		long := max(reduced.Width, reduced.Height)
		if factor > 1 && long <= wholeUpTo {
			info.Sizes = append([]imageSize{reduced}, info.Sizes...)
		}
		if long <= tileSide {
			return info // the copy of the whole picture is the tile
		}
	}
}

// dropTiles removes the tiles of a picture. It removes the mark first, which means that all of them exist.
func (l *Library) dropTiles(ctx context.Context, hash string) error {
	if err := l.objects.Delete(ctx, tilesDone(hash)); err != nil {
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

// tilesDone is the key of the mark that all tiles exist.
func tilesDone(hash string) string { return public(hash, tilesName+"/info.json") }

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
	region, size := m[1], m[4]
	if region != "full" && size == "max" { // another valid name of the same tile
		size = m[2] + "," + m[3]
	}
	switch err := l.awaitTiles(r.Context(), hash); {
	case errors.Is(err, artwork.ErrNotFound):
		missing(w)
		return
	case errors.Is(err, errBeingMade):
		beingMade(w)
		return
	case err != nil:
		l.unavailable(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	l.send(w, r, tileKey(hash, region+"/"+size), "image/jpeg", `"`+strings.Join([]string{hash, tilesName, region, size}, "-")+`"`)
}

// awaitTiles returns nil once the tiles of a picture exist. If they don't, it requests them and waits for some seconds. It returns
// artwork.ErrNotFound for a picture without tiles, errBeingMade for one whose tiles still don't exist, and other errors if that is unknown.
func (l *Library) awaitTiles(ctx context.Context, hash string) error {
	_, err := l.objects.Size(ctx, tilesDone(hash))
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, made, err := l.wanted.File(ctx, hash)
	if err == nil && !isTiled(f, made) {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return err
	}
	l.wanted.Tiles(hash)
	end := time.After(madeWait)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-end:
			return errBeingMade
		case <-time.After(tilesPoll):
		}
		if _, err := l.objects.Size(ctx, tilesDone(hash)); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}

// serveInfo sends info.json and requests the tiles, which the viewer needs next. Its address of the service depends on a setting, so it is
// cached for an hour only.
func (l *Library) serveInfo(w http.ResponseWriter, r *http.Request, hash string) {
	f, made, err := l.wanted.File(r.Context(), hash)
	switch {
	case errors.Is(err, artwork.ErrNotFound) || err == nil && !isTiled(f, made):
		missing(w)
		return
	case err != nil:
		l.unavailable(w, r, err)
		return
	}
	if _, err := l.objects.Size(r.Context(), tilesDone(hash)); errors.Is(err, fs.ErrNotExist) {
		l.wanted.Tiles(hash)
	}
	doc, err := json.Marshal(infoOf(l.origin+*made.Tiles, made.Width, made.Height))
	if err != nil {
		l.unavailable(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("Content-Type", `application/ld+json;profile="http://iiif.io/api/image/3/context.json"`)
	h.Set("Content-Length", strconv.Itoa(len(doc)))
	_, _ = w.Write(doc)
}

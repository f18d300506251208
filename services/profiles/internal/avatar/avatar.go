// Package avatar re-encodes uploaded pictures at a small size, and stores and serves them.
package avatar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif" // also registers the decoder
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"

	"golang.org/x/image/draw"

	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/exif"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/picture"
	"github.com/vitrine/vitrine/kit/webp"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

const (
	// MaxBytes is the maximum size of an upload.
	MaxBytes = 5 << 20
	// MaxPixels is the maximum number of pixels, checked before they are decoded.
	MaxPixels = 40_000_000
	// MaxMemory is the maximum memory for decoding a picture, one at a time: half of the container's memory.
	MaxMemory = 128 << 20
	// size is the longer side of a stored picture.
	size = 512
	// presize is the longer side after a first, cheap scaling of big pictures, because the precise scaler needs much memory.
	presize     = 2 * size
	jpegQuality = 85
	// Path is the path of avatars on the public origin.
	Path = "/assets/avatars/"
)

// fileName matches the names that Save creates: 256 random bits and the type.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_-]{43}\.(?:jpg|png)$`)

// folder is the folder of avatars in the store.
const folder = "avatars/"

// Library implements profile.Pictures with files in a store.
type Library struct {
	objects *blob.Store
	// one allows one decode at a time, to limit memory.
	one chan struct{}
}

// New returns avatars in a store that all replicas share.
func New(objects *blob.Store) *Library { return &Library{objects, make(chan struct{}, 1)} }

// Save implements profile.Pictures.
func (l *Library) Save(ctx context.Context, content []byte) (profile.Avatar, error) {
	select {
	case l.one <- struct{}{}:
		defer func() { <-l.one }()
	case <-ctx.Done():
		return profile.Avatar{}, ctx.Err()
	}
	img, err := decode(content)
	if err != nil {
		return profile.Avatar{}, fmt.Errorf("%w: %w", profile.ErrPicture, err)
	}
	small := shrink(img)
	var out bytes.Buffer
	kind := ".jpg"
	if small.Opaque() {
		err = jpeg.Encode(&out, small, &jpeg.Options{Quality: jpegQuality})
	} else {
		kind = ".png"
		err = png.Encode(&out, small)
	}
	if err != nil {
		return profile.Avatar{}, err
	}
	random, _ := id.Secret()
	a := profile.Avatar{Name: random + kind, Width: small.Bounds().Dx(), Height: small.Bounds().Dy()}
	return a, l.objects.Write(ctx, folder+a.Name, func(w io.Writer) error {
		_, err := out.WriteTo(w)
		return err
	})
}

// Remove implements profile.Pictures.
func (l *Library) Remove(ctx context.Context, a profile.Avatar) error {
	if !fileName.MatchString(a.Name) {
		return nil
	}
	return l.objects.Delete(ctx, folder+a.Name)
}

// Mount adds the route that serves the pictures.
func (l *Library) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET "+Path+"{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
		if !fileName.MatchString(name) {
			http.NotFound(w, r)
			return
		}
		kind := "image/jpeg"
		if path.Ext(name) == ".png" {
			kind = "image/png"
		}
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		err := l.objects.Serve(w, r, folder+name, kind, `"`+name+`"`)
		if err == nil {
			return
		}
		h.Set("Cache-Control", "no-store")
		if errors.Is(err, fs.ErrNotExist) {
			http.NotFound(w, r)
			return
		}
		h.Set("Retry-After", "1")
		http.Error(w, "temporarily unavailable", http.StatusServiceUnavailable)
	})
}

// decode reads a still picture, after checking its size.
func decode(content []byte) (image.Image, error) {
	if len(content) > MaxBytes {
		return nil, errors.New("more than 5 MB")
	}
	h, err := picture.Read(bytes.NewReader(content))
	if err != nil {
		return nil, errors.New("neither PNG, JPEG, GIF nor WebP")
	}
	if h.Width > MaxPixels/h.Height {
		return nil, errors.New("more than 40 megapixels")
	}
	if err := h.Allow(MaxMemory); err != nil {
		return nil, err
	}
	format := h.Format
	if animated(content, format) {
		return nil, errors.New("more than one frame")
	}
	var img image.Image
	switch format {
	case "gif":
		img, err = gif.Decode(bytes.NewReader(content))
	case "webp":
		img, err = webp.Decode(bytes.NewReader(content))
	default:
		img, _, err = image.Decode(bytes.NewReader(content))
	}
	if err != nil {
		return nil, errors.New("the picture is damaged")
	}
	if format == "jpeg" {
		if o := exif.Orientation(bytes.NewReader(content)); o > 1 {
			img = exif.Rotate(shrink(img), o) // Rotate copies the picture, so shrink it first
		}
	}
	return img, nil
}

// shrink scales a picture down to size and keeps its proportions. It copies a smaller picture.
func shrink(img image.Image) *image.NRGBA {
	fit := func(w, h, limit int) image.Rectangle {
		if longer := max(w, h); longer > limit {
			w, h = max(1, w*limit/longer), max(1, h*limit/longer)
		}
		return image.Rect(0, 0, w, h)
	}
	b := img.Bounds()
	if max(b.Dx(), b.Dy()) > 2*presize {
		mid := image.NewNRGBA(fit(b.Dx(), b.Dy(), presize))
		draw.ApproxBiLinear.Scale(mid, mid.Bounds(), img, b, draw.Src, nil)
		img, b = mid, mid.Bounds()
	}
	out := image.NewNRGBA(fit(b.Dx(), b.Dy(), size))
	draw.CatmullRom.Scale(out, out.Bounds(), img, b, draw.Src, nil)
	return out
}

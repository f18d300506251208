// Package avatar re-encodes uploaded pictures at a small size, stores and serves them.
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
	"net/http"
	"os"
	"path/filepath"
	"regexp"

	"golang.org/x/image/draw"

	"github.com/vitrine/vitrine/kit/exif"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/picture"
	"github.com/vitrine/vitrine/kit/webp"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

const (
	// MaxBytes is the maximum size of an upload.
	MaxBytes = 5 << 20
	// MaxPixels is the maximum size of its picture, checked before pixels are decoded.
	MaxPixels = 40_000_000
	// MaxMemory is how much decoding a picture may take, one at a time: half of what the container has.
	MaxMemory = 128 << 20
	// size is the longer side of a stored picture.
	size = 512
	// presize is the longer side after a first, cheap scaling of big pictures; the precise scaler needs much memory.
	presize     = 2 * size
	jpegQuality = 85
	// Path is where avatars are served on the public origin.
	Path = "/assets/avatars/"
)

// fileName matches the names that Save creates: 256 random bits and the type.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_-]{43}\.(?:jpg|png)$`)

// Folder implements profile.Pictures with files in a folder.
type Folder struct {
	dir string
	// one allows one decode at a time, which bounds memory.
	one chan struct{}
}

// NewFolder creates the folder if it doesn't exist. All replicas must share it.
func NewFolder(mediaDir string) (*Folder, error) {
	dir := filepath.Join(mediaDir, "avatars")
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // public pictures
		return nil, fmt.Errorf("avatars: %w", err)
	}
	return &Folder{dir, make(chan struct{}, 1)}, nil
}

// Save implements profile.Pictures.
func (f *Folder) Save(ctx context.Context, content []byte) (profile.Avatar, error) {
	select {
	case f.one <- struct{}{}:
		defer func() { <-f.one }()
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
	return a, f.write(a.Name, out.Bytes())
}

// write creates a file atomically.
func (f *Folder) write(name string, content []byte) error {
	tmp, err := os.CreateTemp(f.dir, ".upload-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(f.dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// Remove implements profile.Pictures.
func (f *Folder) Remove(_ context.Context, a profile.Avatar) error {
	if !fileName.MatchString(a.Name) {
		return nil
	}
	if err := os.Remove(filepath.Join(f.dir, a.Name)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Mount adds the route that serves the pictures.
func (f *Folder) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET "+Path+"{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		if !fileName.MatchString(name) {
			http.NotFound(w, r)
			return
		}
		file, err := os.Open(filepath.Join(f.dir, name))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		defer func() { _ = file.Close() }()
		info, err := file.Stat()
		if err != nil {
			http.NotFound(w, r)
			return
		}
		kind := "image/jpeg"
		if filepath.Ext(name) == ".png" {
			kind = "image/png"
		}
		h.Set("Content-Type", kind)
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		http.ServeContent(w, r, "", info.ModTime(), file)
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
		return nil, errors.New("the picture is broken")
	}
	if format == "jpeg" {
		if o := exif.Orientation(bytes.NewReader(content)); o > 1 {
			img = exif.Turn(shrink(img), o) // turning copies the picture, so shrink it first
		}
	}
	return img, nil
}

// shrink scales a picture down to size, keeping its proportions. It copies a smaller one.
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

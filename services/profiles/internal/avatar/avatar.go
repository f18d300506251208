// Package avatar stores and serves uploaded pictures at a small size.
package avatar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"regexp"

	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

const (
	// maxBytes is the maximum size of an upload.
	maxBytes = 5 << 20
	// size is the longer side of a stored picture.
	size = 512
	// Path is the path of avatars on the public origin.
	Path = "/assets/avatars/"
)

// Converter re-encodes pictures.
type Converter interface {
	// Shrink returns a still picture of at most side pixels in each direction, upright and without metadata. Errors: profile.ErrPicture, and
	// profile.ErrPicturesDown, which is temporary.
	Shrink(ctx context.Context, content []byte, side int) (profile.Small, error)
}

// fileName matches the names that Save creates: 256 random bits and the type.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_-]{43}\.(?:jpg|png)$`)

// folder is the folder of avatars in the store.
const folder = "avatars/"

// Library implements profile.Pictures with files in a store.
type Library struct {
	objects  *blob.Store
	pictures Converter
}

// New returns avatars in a store that all replicas share.
func New(objects *blob.Store, pictures Converter) *Library { return &Library{objects, pictures} }

// Save implements profile.Pictures.
func (l *Library) Save(ctx context.Context, content []byte) (profile.Avatar, error) {
	if len(content) == 0 || len(content) > maxBytes {
		return profile.Avatar{}, fmt.Errorf("%w: it must have at most 5 MB", profile.ErrPicture)
	}
	small, err := l.pictures.Shrink(ctx, content, size)
	if err != nil {
		return profile.Avatar{}, err
	}
	kind := ".jpg"
	if small.Transparent {
		kind = ".png"
	}
	random, _ := id.Secret()
	a := profile.Avatar{Name: random + kind, Width: small.Width, Height: small.Height}
	return a, l.objects.Write(ctx, folder+a.Name, func(w io.Writer) error {
		_, err := bytes.NewReader(small.Content).WriteTo(w)
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

// Mount adds the route that serves the pictures. Why one can't be served is logged.
func (l *Library) Mount(mux *http.ServeMux, log *slog.Logger) {
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
		if r.Context().Err() == nil {
			log.WarnContext(r.Context(), "cannot serve a picture", "error", err)
		}
		h.Set("Retry-After", "1")
		http.Error(w, "temporarily unavailable", http.StatusServiceUnavailable)
	})
}

// Package media keeps the gallery's files in a folder, makes smaller renditions of pictures and serves both.
//
// The folder holds <hash>/<name> for every original and <hash>/<name>-<recipe>-<width>.webp for what was made of it, with an AVIF of
// it beside it where that was asked for. Names carry the hash of the original's bytes and how renditions are made, so a file never
// changes under its address. Protected originals are apart, in originals/<hash>/<name>, and answered at signed addresses only.
package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/sync/semaphore"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Prefix is where the files are on the public origin.
const Prefix = "/assets/"

// Library is the folder.
type Library struct {
	dir    string
	signer *Signer
	// memory is what pictures that are decoded share.
	memory *semaphore.Weighted
}

// New uses a folder; it is made when the first file is kept. Without a signer no signed address is answered.
func New(dir string, signer *Signer) *Library {
	return &Library{dir: dir, signer: signer, memory: semaphore.NewWeighted(maxMemory)}
}

// Keep copies files into the library. Files that are there already are left alone.
func (l *Library) Keep(ctx context.Context, files []artwork.File) error {
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := l.keep(f); err != nil {
			return fmt.Errorf("media directory: %w", err)
		}
	}
	return nil
}

func (l *Library) keep(f artwork.File) error {
	return copyTo(l.original(f), f.Path, f.Hash)
}

// copyTo leaves a file alone that is there already. One that is not any more what its hash was made of is refused: a file never
// changes under its address.
func copyTo(to, file, hash string) error {
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if have, err := os.Stat(to); err == nil && have.Size() == info.Size() {
		return nil
	}
	return write(to, func(w io.Writer) error {
		sum := sha256.New()
		if _, err := io.Copy(io.MultiWriter(w, sum), from); err != nil {
			return err
		}
		if !strings.HasPrefix(hex.EncodeToString(sum.Sum(nil)), hash) {
			return fmt.Errorf("%s changed while it was read: import again", file)
		}
		return nil
	})
}

// Conceal takes the protected files out of the public part of the library. It comes after the import, so that a refused
// import takes nothing away.
func (l *Library) Conceal(files []artwork.File) error {
	for _, f := range files {
		if !f.Protected {
			continue
		}
		for _, file := range append(l.copies(f), l.path(f.Hash, f.Name)) {
			if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("media directory: %w", err)
			}
		}
	}
	return nil
}

// copies are the files beside renditions that are an original in AVIF itself, as Make leaves it there while it is public.
func (l *Library) copies(f artwork.File) (files []string) {
	original, err := os.Stat(l.original(f))
	if err != nil || path.Ext(f.Name) != ".avif" {
		return nil
	}
	beside, _ := filepath.Glob(l.path(f.Hash, strings.TrimSuffix(f.Name, ".avif")+"-*.avif")) // names have no signs of patterns
	for _, file := range beside {
		if info, err := os.Stat(file); err == nil && info.Size() == original.Size() {
			files = append(files, file)
		}
	}
	return files
}

// original is where an original is kept.
func (l *Library) original(f artwork.File) string {
	if f.Protected {
		return l.hidden(f.Hash, f.Name)
	}
	return l.path(f.Hash, f.Name)
}

func (l *Library) hidden(hash, name string) string { return filepath.Join(l.dir, hidden, hash, name) }

func (l *Library) path(hash, name string) string { return filepath.Join(l.dir, hash, name) }

// write makes a file appear whole or not at all.
func write(to string, fill func(io.Writer) error) (err error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil { //nolint:gosec // public pictures
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(to), ".part-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp.Name())
		}
	}()
	if err = errors.Join(fill(tmp), tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), to)
}

// types are what the library serves; anything else in the folder is not there.
var types = map[string]string{
	".webp": "image/webp", ".avif": "image/avif", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
	".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg", ".ogg": "audio/ogg",
	".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8", ".glb": "model/gltf-binary",
}

var (
	hashName = regexp.MustCompile(`^[0-9a-f]{20}$`)
	fileName = regexp.MustCompile(`^[0-9a-z][0-9a-z.-]*$`)
)

// ServeHTTP responds to GET and HEAD of /assets/<hash>/<name>, with ranges and validators. A file never changes; one
// that is not there may be made soon, so its absence is not remembered.
func (l *Library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	// Works are looked at as files, never run on this origin.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	// The origin of untrusted works has no cookies and may read what is public.
	h.Set("Access-Control-Allow-Origin", "*")
	if rest, ok := strings.CutPrefix(r.URL.Path, Prefix+hidden+"/"); ok {
		l.serveOriginal(w, r, rest)
		return
	}
	hash, name, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	typ := types[path.Ext(name)]
	if !ok || typ == "" || !hashName.MatchString(hash) || !fileName.MatchString(name) {
		missing(w)
		return
	}
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	file, tag := l.path(hash, name), hash+"-"+name
	if typ == "image/webp" {
		h.Set("Vary", "Accept")
		if dense, ok := acceptedAVIF(r, file); ok {
			file, tag, typ = dense, tag+"-avif", "image/avif"
		}
	}
	send(w, r, file, typ, `"`+tag+`"`)
}

// send writes a file with ranges and validators.
func send(w http.ResponseWriter, r *http.Request, file, typ, etag string) {
	f, err := os.Open(file)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			unavailable(w)
			return
		}
		missing(w)
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		missing(w)
		return
	}
	h := w.Header()
	h.Set("Content-Type", typ)
	h.Set("ETag", etag)
	http.ServeContent(w, r, "", info.ModTime(), f)
}

func missing(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-cache")
	http.Error(w, "not found", http.StatusNotFound)
}

// unavailable responds if it is unknown whether a file exists; the response is not cached.
func unavailable(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", "1")
	http.Error(w, "temporarily unavailable", http.StatusServiceUnavailable)
}

// Package media stores the gallery's files in a folder or bucket, makes smaller renditions of pictures and serves both.
//
// The store has <hash>/<name> for every original, <hash>/<name>-<recipe>-<width>.webp for its renditions, the wide ones from their first request on, with
// an AVIF file next to those that were requested as AVIF, a JPEG file, with .jpg added to the name, next to WebP files that emails show, and <hash>/tiles-1/
// for the tiles of large pictures that were looked at closely. Paths contain the hash of the original's bytes and the version of how renditions are made, so
// a file never changes at its address. Protected originals are stored separately, in originals/<hash>/<name>, and served only at signed addresses.
package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Prefix is the path of the files on the public origin.
const Prefix = "/assets/"

// Library is the store of the gallery's files.
type Library struct {
	objects *blob.Store
	signer  *Signer
	// presign makes the library redirect downloads of originals to the bucket.
	presign bool
	// origin is the public origin, which starts the addresses of IIIF services.
	origin string
	// discarded keeps a file that is already there from being removed; nil if no job removes files.
	discarded Discarded
	// pictures reads and converts pictures.
	pictures picture.Maker
	// wanted receives what visitors request before it is made.
	wanted Wanted
	// making makes a wide rendition once for all who request it at the same time.
	making singleflight.Group
	log    *slog.Logger
	// assembling limits the bytes of uploads that are on disk at the same time. A /tmp may be as small as 256 MiB.
	assembling *semaphore.Weighted
}

// Wanted receives requests for files that are made when somebody first wants them. Its methods return immediately, except File.
type Wanted interface {
	// File returns a picture with its renditions. It returns artwork.ErrNotFound if it has none; other errors are temporary.
	File(ctx context.Context, hash string) (artwork.File, artwork.Made, error)
	// AVIF requests the AVIF of a rendition.
	AVIF(hash, name string)
	// Tiles requests the tiles of a picture.
	Tiles(hash string)
}

// New returns a library on a store, in which pictures converts pictures. Without a signer, no signed address is valid. With presign, originals are downloaded directly from the
// store's bucket, at addresses that the bucket checks; a folder doesn't have these. origin is the public origin, without a trailing slash.
func New(objects *blob.Store, pictures picture.Maker, signer *Signer, presign bool, origin string) *Library {
	return &Library{objects: objects, pictures: pictures, signer: signer, presign: presign && objects.Remote(), origin: origin, log: slog.New(slog.DiscardHandler), assembling: semaphore.NewWeighted(studio.MaxUpload)}
}

// Logging returns the library for use as a server that logs why it can't serve a file.
func (l *Library) Logging(log *slog.Logger) *Library {
	l.log = log
	return l
}

// Wanting returns the library for use as a server of files that are made when they are wanted.
func (l *Library) Wanting(w Wanted) *Library {
	l.wanted = w
	return l
}

// Removing returns the library for use beside the job that removes discarded files.
func (l *Library) Removing(d Discarded) *Library {
	l.discarded = d
	return l
}

// Keep copies files into the library. It skips files that are already there.
func (l *Library) Keep(ctx context.Context, files []artwork.File) error {
	hashes := make([]string, len(files))
	for i, f := range files {
		hashes[i] = f.Hash
	}
	if err := l.claim(ctx, hashes...); err != nil {
		return fmt.Errorf("media: %w", err)
	}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := l.keep(ctx, f); err != nil {
			return fmt.Errorf("media: %w", err)
		}
	}
	return nil
}

// keep copies a file unless it is already there. It rejects a file whose content changed since it was hashed, because a file never changes at
// its address.
func (l *Library) keep(ctx context.Context, f artwork.File) error {
	from, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if size, err := l.objects.Size(ctx, original(f)); err == nil && size == info.Size() {
		return nil
	}
	return l.objects.Write(ctx, original(f), func(w io.Writer) error {
		sum := sha256.New()
		if _, err := io.Copy(io.MultiWriter(w, sum), from); err != nil {
			return err
		}
		if !strings.HasPrefix(hex.EncodeToString(sum.Sum(nil)), f.Hash) {
			return fmt.Errorf("%s changed while it was read: import again", f.Path)
		}
		return nil
	})
}

// RemoveProtected removes the protected files from the public part of the library. Call it after the import, so that a failed
// import removes nothing.
func (l *Library) RemoveProtected(ctx context.Context, files []artwork.File) error {
	for _, f := range files {
		if !f.Protected {
			continue
		}
		copies, err := l.copies(ctx, f)
		if err == nil {
			err = l.dropTiles(ctx, f.Hash)
		}
		if err != nil {
			return fmt.Errorf("media: %w", err)
		}
		for _, key := range append(copies, public(f.Hash, f.Name)) {
			if err := l.objects.Delete(ctx, key); err != nil {
				return fmt.Errorf("media: %w", err)
			}
		}
	}
	return nil
}

// copies returns the keys of renditions that contain an AVIF original itself. Make creates them while the original is public.
func (l *Library) copies(ctx context.Context, f artwork.File) (keys []string, _ error) {
	if path.Ext(f.Name) != ".avif" {
		return nil, nil
	}
	size, err := l.objects.Size(ctx, original(f))
	if err != nil {
		return nil, err
	}
	for o, err := range l.objects.List(ctx, public(f.Hash, strings.TrimSuffix(f.Name, ".avif")+"-")) {
		if err != nil {
			return nil, err
		}
		if path.Ext(o.Key) == ".avif" && o.Size == size {
			keys = append(keys, o.Key)
		}
	}
	return keys, nil
}

// original returns the key of an original.
func original(f artwork.File) string {
	if f.Protected {
		return private(f.Hash, f.Name)
	}
	return public(f.Hash, f.Name)
}

func private(hash, name string) string { return hidden + "/" + public(hash, name) }

func public(hash, name string) string { return hash + "/" + name }

// types are the file types that the library serves; it ignores other files.
var types = map[string]string{
	".webp": "image/webp", ".avif": "image/avif", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
	".tif": "image/tiff", ".tiff": "image/tiff",
	".mp4": "video/mp4", ".webm": "video/webm", ".mp3": "audio/mpeg", ".ogg": "audio/ogg",
	".js": "text/javascript; charset=utf-8", ".html": "text/html; charset=utf-8", ".glb": "model/gltf-binary",
}

var (
	hashName = regexp.MustCompile(`^[0-9a-f]{20}$`)
	fileName = regexp.MustCompile(`^[0-9a-z][0-9a-z.-]*$`)
)

// ServeHTTP responds to GET and HEAD of /assets/<hash>/<name>, with ranges and validators. Files never change. A missing
// file may be made soon, so its absence is not cached.
func (l *Library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	// Works are served as plain files here and never run on this origin.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	// The origin of untrusted works has no cookies and may read public files.
	h.Set("Access-Control-Allow-Origin", "*")
	if rest, ok := strings.CutPrefix(r.URL.Path, Prefix+hidden+"/"); ok {
		l.serveOriginal(w, r, rest)
		return
	}
	hash, name, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	if rest, tiles := strings.CutPrefix(name+"/", tilesName+"/"); tiles && hashName.MatchString(hash) {
		l.serveTiles(w, r, hash, strings.TrimSuffix(rest, "/"))
		return
	}
	typ := types[path.Ext(name)]
	if !ok || typ == "" || !hashName.MatchString(hash) || !fileName.MatchString(name) {
		missing(w)
		return
	}
	switch err := l.keepWide(r.Context(), hash, strings.TrimSuffix(name, mailSuffix)); {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, picture.ErrRefused):
		missing(w)
		return
	case errors.Is(err, errBeingMade):
		beingMade(w)
		return
	case err != nil:
		l.unavailable(w, r, err)
		return
	}
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	key, tag := public(hash, name), hash+"-"+name
	if typ == "image/webp" {
		h.Set("Vary", "Accept")
		if acceptsAVIF(r) {
			switch has, absent := l.hasAVIF(r.Context(), hash, name); {
			case has:
				key, tag, typ = avifKey(key), tag+"-avif", "image/avif"
			case absent:
				h.Set("Cache-Control", untilAVIF)
				l.wanted.AVIF(hash, name)
			}
		}
	}
	if rendition, ok := strings.CutSuffix(name, mailSuffix); ok && path.Ext(rendition) == ".webp" {
		switch err := l.keepJPEG(r.Context(), public(hash, rendition), key); {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, picture.ErrRefused):
			missing(w)
			return
		case err != nil:
			l.unavailable(w, r, err)
			return
		}
	}
	l.send(w, r, key, typ, `"`+tag+`"`)
}

// send writes a file with ranges and validators.
func (l *Library) send(w http.ResponseWriter, r *http.Request, key, typ, etag string) {
	switch err := l.objects.Serve(w, r, key, typ, etag); {
	case errors.Is(err, fs.ErrNotExist):
		missing(w)
	case err != nil:
		l.unavailable(w, r, err)
	}
}

func missing(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-cache")
	http.Error(w, "not found", http.StatusNotFound)
}

// errBeingMade means that a file isn't made yet.
var errBeingMade = errors.New("the file is being made")

// beingMade responds to who has waited for a file that is being made.
func beingMade(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", "5")
	http.Error(w, "being made: try again in some seconds", http.StatusServiceUnavailable)
}

// unavailable responds if it is unknown whether a file exists; the response is not cached. The error names the store or the service that failed.
func (l *Library) unavailable(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		l.log.WarnContext(r.Context(), "cannot serve a file", "path", r.URL.Path, "error", err)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", "1")
	http.Error(w, "temporarily unavailable", http.StatusServiceUnavailable)
}

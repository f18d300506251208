package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// WorksPrefix is the path of the pages of live works, DraftsPrefix the path of the pages of drafts. Both exist on the art origin only.
const (
	WorksPrefix  = "/works/"
	DraftsPrefix = studio.DraftsPath
)

// slot is the place in a page where its recipe is inserted.
var slot = []byte(`<script type="application/json" id="work">{}</script>`)

// Work returns the live medium of a public work. Error: artwork.ErrNotFound.
type Work func(ctx context.Context, id int64) (artwork.Media, error)

// LiveOf returns the first live medium of a work.
func LiveOf(list []artwork.Media) (artwork.Media, error) {
	for _, m := range list {
		if m.Kind == artwork.Generator && m.Page != "" {
			return m, nil
		}
	}
	return artwork.Media{}, artwork.ErrNotFound
}

// Works serves GET /works/<id>/: the page of a live work with its recipe inserted. The gateway's art listener sets the
// policy that the page runs under; without it nothing runs.
func (l *Library) Works(find Work) http.Handler {
	return l.pages(WorksPrefix, "public, max-age=60", func(ctx context.Context, id string) (artwork.Media, error) {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return artwork.Media{}, artwork.ErrNotFound
		}
		return find(ctx, n)
	})
}

// Drafts serves GET /drafts/<proof>/: the page of an unpublished live work, with the rules of Works. find returns the work of
// a proof, or artwork.ErrNotFound.
func (l *Library) Drafts(find func(ctx context.Context, proof string) (artwork.Media, error)) http.Handler {
	return l.pages(DraftsPrefix, "private, no-store", find)
}

func (l *Library) pages(prefix, cache string, find func(ctx context.Context, id string) (artwork.Media, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
		id, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, prefix), "/")
		if !ok {
			missing(w)
			return
		}
		m, err := find(r.Context(), id)
		var page []byte
		if err == nil {
			page, err = l.page(r.Context(), m)
		}
		switch {
		case errors.Is(err, artwork.ErrNotFound) || errors.Is(err, fs.ErrNotExist):
			missing(w)
			return
		case err != nil:
			l.unavailable(w, r, err)
			return
		}
		sum := sha256.Sum256(page)
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", cache)
		h.Set("ETag", `"`+hex.EncodeToString(sum[:10])+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
	})
}

// page returns the page of a live work with its recipe inserted.
func (l *Library) page(ctx context.Context, m artwork.Media) ([]byte, error) {
	hash, name, ok := strings.Cut(m.Page, "/")
	if !ok || !hashName.MatchString(hash) || !fileName.MatchString(name) || path.Ext(name) != ".html" {
		return nil, artwork.ErrNotFound
	}
	page, err := l.objects.Read(ctx, public(hash, name))
	if err != nil {
		return nil, err
	}
	// Escape <, so that the recipe can't end its script; the database removes such escapes from JSON.
	var recipe bytes.Buffer
	json.HTMLEscape(&recipe, m.Recipe)
	filled := bytes.Replace(slot, []byte("{}"), recipe.Bytes(), 1)
	return bytes.Replace(page, slot, filled, 1), nil
}

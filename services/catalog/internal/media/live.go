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
)

// WorksPrefix is where the pages of live works are, on the art origin only.
const WorksPrefix = "/works/"

// slot is where a page takes what it draws.
var slot = []byte(`<script type="application/json" id="work">{}</script>`)

// Work returns the live medium of a public work, or artwork.ErrNotFound.
type Work func(ctx context.Context, id int64) (artwork.Media, error)

// LiveOf is the first medium that runs.
func LiveOf(list []artwork.Media) (artwork.Media, error) {
	for _, m := range list {
		if m.Kind == artwork.Generator && m.Page != "" {
			return m, nil
		}
	}
	return artwork.Media{}, artwork.ErrNotFound
}

// Works serves GET /works/<id>/: the page of a live work with its recipe in it. The gateway's art listener sets the
// policy under which it runs; without it nothing runs.
func (l *Library) Works(find Work) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
		id, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, WorksPrefix), "/"), 10, 64)
		if err != nil || !strings.HasSuffix(r.URL.Path, "/") {
			missing(w)
			return
		}
		page, err := l.page(r.Context(), id, find)
		switch {
		case errors.Is(err, artwork.ErrNotFound) || errors.Is(err, fs.ErrNotExist):
			missing(w)
			return
		case err != nil:
			unavailable(w)
			return
		}
		sum := sha256.Sum256(page)
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "public, max-age=60")
		h.Set("ETag", `"`+hex.EncodeToString(sum[:10])+`"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
	})
}

func (l *Library) page(ctx context.Context, id int64, find Work) ([]byte, error) {
	m, err := find(ctx, id)
	if err != nil {
		return nil, err
	}
	hash, name, ok := strings.Cut(m.Page, "/")
	if !ok || !hashName.MatchString(hash) || !fileName.MatchString(name) || path.Ext(name) != ".html" {
		return nil, artwork.ErrNotFound
	}
	page, err := l.objects.Read(ctx, public(hash, name))
	if err != nil {
		return nil, err
	}
	// Without < it cannot end its own script; the database takes such escapes out of JSON.
	var recipe bytes.Buffer
	json.HTMLEscape(&recipe, m.Recipe)
	filled := bytes.Replace(slot, []byte("{}"), recipe.Bytes(), 1)
	return bytes.Replace(page, slot, filled, 1), nil
}

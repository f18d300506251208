package read

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/contracts/payments"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

type trait struct {
	Type    string `json:"trait_type"`
	Value   any    `json:"value"`
	Display string `json:"display_type,omitempty"`
}

type metadata struct {
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Image       string  `json:"image,omitempty"`
	Animation   string  `json:"animation_url,omitempty"`
	ExternalURL string  `json:"external_url"`
	Attributes  []trait `json:"attributes"`
}

// Metadata serves GET /tokens/{id}, the target of the token contract's tokenURI, as ERC-721 metadata. It is public: wallets and
// marketplaces read it from anywhere. It responds with 404 if the token is in no block, and with 503 while the catalog is unavailable.
func (r *Reader) Metadata(w http.ResponseWriter, req *http.Request) {
	id, err := strconv.ParseInt(strings.TrimSuffix(req.PathValue("id"), ".json"), 10, 64)
	if err != nil || id <= 0 {
		http.NotFound(w, req)
		return
	}
	body, err := r.metadata(req.Context(), id)
	if errors.Is(err, pgx.ErrNoRows) {
		http.NotFound(w, req)
		return
	}
	if err != nil {
		r.Log.WarnContext(req.Context(), "token metadata unavailable", "token", id, "error", err)
		w.Header().Set("Retry-After", "30")
		http.Error(w, "not available right now", http.StatusServiceUnavailable)
		return
	}
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("ETag", tag)
	if req.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(body)
}

func (r *Reader) metadata(ctx context.Context, id int64) ([]byte, error) {
	t, err := r.queries(ctx).ReadTokenMetadata(ctx, id)
	if err != nil {
		return nil, err
	}
	out := metadata{
		Name:        fmt.Sprintf("%s #%d of %d", t.Title, t.EditionNumber, t.EditionSize),
		Description: fmt.Sprintf("%s by %s. Edition %d of %d.", t.Title, t.Artist, t.EditionNumber, t.EditionSize),
		ExternalURL: r.PublicURL + "/en/artworks/" + url.PathEscape(t.Slug) + "/",
		Attributes: []trait{
			{Type: "Artist", Value: t.Artist},
			{Type: "Edition", Value: t.EditionNumber, Display: "number"},
			{Type: "Edition size", Value: t.EditionSize, Display: "number"},
		},
	}
	if t.Year > 0 {
		out.Attributes = append(out.Attributes, trait{Type: "Year", Value: strconv.Itoa(int(t.Year))})
	}
	if t.Medium != "" {
		out.Attributes = append(out.Attributes, trait{Type: "Medium", Value: t.Medium})
	}
	offer, err := r.Artworks.Offer(ctx, t.ArtworkID)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return nil, err
	}
	if image := offer.Image(t.EditionNumber); image != "" {
		if out.Image = image; strings.HasPrefix(image, "/") {
			out.Image = r.PublicURL + image
		}
	}
	if live := offer.LivePath; live != "" {
		sum := payments.TokenHash(id)
		hash := "0x" + hex.EncodeToString(sum[:])
		out.Attributes = append(out.Attributes, trait{Type: "Hash", Value: hash})
		out.ExternalURL += "?edition=" + strconv.Itoa(int(t.EditionNumber))
		if r.ArtOrigin != "" {
			out.Animation = strings.TrimSuffix(r.ArtOrigin, "/") + live + hash
		}
	}
	return json.Marshal(out)
}

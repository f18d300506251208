package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/contracts/payments"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Artworks reads the catalog.
type Artworks interface {
	// Offer returns an artwork as it is published. Errors: chain.ErrNotFound, chain.ErrUnavailable.
	Offer(ctx context.Context, artworkID int64) (chain.Offer, error)
	// Original returns the short-lived path of the original file on the public origin. Errors: chain.ErrNotFound if none is stored,
	// chain.ErrUnavailable.
	Original(ctx context.Context, artworkID int64) (path string, until time.Time, err error)
	// Picture returns an edition as JPEG for documents. Errors: chain.ErrNotFound if none is stored, chain.ErrUnavailable.
	Picture(ctx context.Context, artworkID int64, edition int32) (chain.Picture, error)
}

// GetOriginal returns where a token's owner can download the original file.
func (s *Collection) GetOriginal(ctx context.Context, req *chainv1.GetOriginalRequest) (*chainv1.GetOriginalResponse, error) {
	t, err := s.Tokens.Mine(ctx, rpc.Caller(ctx).Subject, req.GetTokenId())
	if err != nil {
		return nil, public(err)
	}
	if t.Frozen {
		return nil, public(chain.ErrFrozen)
	}
	path, until, err := s.Artworks.Original(ctx, t.ArtworkID)
	if err != nil {
		return nil, public(err)
	}
	rpc.SetResponseHeader(ctx, "Cache-Control", "private, no-store")
	return &chainv1.GetOriginalResponse{Url: s.PublicURL + path, ExpiresAt: timestamppb.New(until)}, nil
}

// Metadata serves GET /tokens/{id}, the target of the token contract's tokenURI, as ERC-721 metadata. It is public: wallets and
// marketplaces read it from anywhere.
type Metadata struct {
	Tokens    chain.TokenStore
	Artworks  Artworks
	PublicURL string
	// ArtOrigin is where live works run; without it there is no animation_url.
	ArtOrigin string
	Log       *slog.Logger
}

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

// ServeHTTP responds with one token's metadata: 404 if the token isn't minted, 503 while the catalog is unavailable.
func (m *Metadata) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(strings.TrimSuffix(r.PathValue("id"), ".json"), 10, 64)
	if err != nil || id <= 0 {
		http.NotFound(w, r)
		return
	}
	body, err := m.read(r.Context(), id)
	if errors.Is(err, chain.ErrNotFound) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		m.Log.WarnContext(r.Context(), "token metadata unavailable", "token", id, "error", err)
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
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(body)
}

func (m *Metadata) read(ctx context.Context, id int64) ([]byte, error) {
	t, err := m.Tokens.Token(ctx, id)
	if err != nil {
		return nil, err
	}
	if t.Holder == "" {
		return nil, chain.ErrNotFound // the mint is due, but not in a block yet
	}
	out := metadata{
		Name:        fmt.Sprintf("%s #%d of %d", t.Title, t.EditionNumber, t.EditionSize),
		Description: fmt.Sprintf("%s by %s. Edition %d of %d.", t.Title, t.Artist, t.EditionNumber, t.EditionSize),
		ExternalURL: m.PublicURL + "/en/artworks/" + url.PathEscape(t.Slug) + "/",
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
	offer, err := m.Artworks.Offer(ctx, t.ArtworkID)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return nil, err
	}
	if image := offer.ImageURL; image != "" {
		if out.Image = image; strings.HasPrefix(image, "/") {
			out.Image = m.PublicURL + image
		}
	}
	if live := offer.LivePath; live != "" {
		sum := payments.TokenHash(id)
		hash := "0x" + hex.EncodeToString(sum[:])
		out.Attributes = append(out.Attributes, trait{Type: "Hash", Value: hash})
		out.ExternalURL += "?edition=" + strconv.Itoa(int(t.EditionNumber))
		if m.ArtOrigin != "" {
			out.Animation = strings.TrimSuffix(m.ArtOrigin, "/") + live + hash
		}
	}
	return json.Marshal(out)
}

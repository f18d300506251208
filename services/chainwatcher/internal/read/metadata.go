package read

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/contracts/payments"
	"github.com/vitrine/vitrine/kit/mail"
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

// collectionMetadata is the collection's metadata (ERC-7572).
type collectionMetadata struct {
	Name         string `json:"name"`
	Description  string `json:"description"`
	Image        string `json:"image"`
	ExternalLink string `json:"external_link"`
}

// CollectionID is where the collection's metadata is, below the address of the tokens' metadata. The token contract's contractURI points there.
const CollectionID = "collection"

func (r *Reader) aboutCollection() ([]byte, error) {
	name := cmp.Or(r.Gallery, "Vitrine")
	return json.Marshal(collectionMetadata{
		Name: name, Description: "Numbered editions of digital art by " + name + ".", Image: r.PublicURL + "/apple-icon.png", ExternalLink: r.PublicURL + "/en/",
	})
}

// Metadata serves GET /tokens/{id}, the target of the token contract's tokenURI, as ERC-721 metadata. It is public: wallets and
// marketplaces read it from anywhere. It responds with 404 if the token is in no block, and with 503 while the catalog is unavailable.
func (r *Reader) Metadata(w http.ResponseWriter, req *http.Request) {
	name := strings.TrimSuffix(req.PathValue("id"), ".json")
	id, err := strconv.ParseInt(name, 10, 64)
	if name != CollectionID && (err != nil || id <= 0) {
		http.NotFound(w, req)
		return
	}
	var body []byte
	if name == CollectionID {
		body, err = r.aboutCollection()
	} else {
		body, err = r.metadata(req.Context(), id)
	}
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

// whole returns the address of a path on the public origin, and others as they are. Marketplaces expect ASCII, but museums' addresses may have letters of
// any script.
func (r *Reader) whole(address string) string {
	if strings.HasPrefix(address, "/") {
		address = r.PublicURL + address
	}
	var b strings.Builder
	for _, c := range []byte(address) {
		if c <= ' ' || c > '~' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
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
	work, err := r.Artworks.Display(ctx, t.ArtworkID)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return nil, err
	}
	switch {
	case work.Dated != "":
		out.Attributes = append(out.Attributes, trait{Type: "Year", Value: work.Dated})
	case t.Year > 0:
		out.Attributes = append(out.Attributes, trait{Type: "Year", Value: strconv.Itoa(int(t.Year))})
	case t.Year < 0:
		out.Attributes = append(out.Attributes, trait{Type: "Year", Value: strconv.Itoa(-int(t.Year)) + " BC"})
	}
	if t.Medium != "" {
		out.Attributes = append(out.Attributes, trait{Type: "Medium", Value: t.Medium})
	}
	out.Description = cmp.Or(work.Description, out.Description)
	for _, a := range work.Attributes {
		out.Attributes = append(out.Attributes, trait{Type: a.Name, Value: a.Value})
	}
	out.Image, out.Animation = r.whole(work.PictureURL), r.whole(work.MovingURL)
	if path.Ext(work.MovingURL) == ".webp" {
		// Marketplaces take films, sounds and pages as animation_url, and pictures that move as image.
		out.Image, out.Animation = out.Animation, ""
	} else if p := mail.PictureAt(r.PublicURL, work.PictureURL, ""); p != nil {
		// Not all marketplaces show WebP: the catalog serves each picture as JPEG, too.
		out.Image = p.URL
	}
	if live := work.LivePath; live != "" {
		out.Image = r.whole(work.Image(t.EditionNumber))
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

package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit/pdftest"
	"github.com/vitrine/vitrine/services/catalog"
)

// TestImportedWork sells works of an imported collection, one with a picture that is stored elsewhere and one without: what a buyer, the recipient of a
// gift and staff do with a work of the gallery, they do with these.
func TestImportedWork(t *testing.T) {
	t.Parallel()
	b := openBench(t)
	const picture = "https://museum.example/pond.jpg"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"artists.csv": "id,name\n1,Ada Penrose\n",
		"artworks.csv": "id,title,artist_id,category,edition_size,editions_available,price,image_url,created_at,year\n" +
			"1,Pond,1,print,9,9,4200," + picture + ",2026-01-01T00:00:00Z,c. 1890\n" +
			"2,Lost,1,print,9,9,4200,,2026-01-01T00:00:00Z,c. 1890\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h := insideOf(t).h
	if err := catalog.ImportCSV(t.Context(), h.fleet.catalog, h.logOf("catalog"), []string{
		"--artists", filepath.Join(dir, "artists.csv"), "--artworks", filepath.Join(dir, "artworks.csv"), "--source", "museum", "--id-base", "7000000",
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, artwork, picture string }{
		{"with a picture elsewhere", "7000001", picture},
		{"without a picture", "7000002", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			importedWork(t, b, c.artwork, c.picture)
		})
	}
}

func importedWork(t *testing.T, b *bench, artwork, picture string) {
	p := b.member(t)
	held, err := p.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	if status := p.payByCard(held.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	token := *p.until(held.ID, 90*time.Second, "completed").TokenID

	var pdf []byte
	p.get("/api/tokens/"+token+"/certificate.pdf", &pdf)
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("certificate = %.20s, want a PDF", pdf)
	}
	var claim struct{ MediaHash string }
	if p.get("/api/tokens/"+token+"/certificate.json", &claim); claim.MediaHash != "" {
		t.Errorf("claim = %+v, want none about a file", claim)
	}
	refused(t, p.call(http.MethodGet, "/api/tokens/"+token+"/original", nil, nil), 404, "not_found")
	var metadata struct {
		Name, Image string
		Attributes  []struct {
			Type  string `json:"trait_type"`
			Value any
		}
	}
	if p.get("/tokens/"+token, &metadata); metadata.Image != picture || metadata.Name == "" || !strings.Contains(fmt.Sprint(metadata.Attributes), "{Year c. 1890}") {
		t.Errorf("metadata = %+v, want the image %q and the date in the museum's words", metadata, picture)
	}
	if p.get("/api/checkouts/"+held.ID+"/receipt.pdf", &pdf); !pdftest.Has(t, pdf, "c. 1890") {
		t.Errorf("receipt lacks the date in the museum's words:\n%s", pdftest.Text(t, pdf))
	}

	gift, err := p.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	friend := b.member(t)
	var card struct{ RedirectURL string }
	p.post("/api/checkouts/"+gift.ID+"/card", map[string]any{"gift": map[string]string{"email": friend.Email, "message": "For you"}}, &card, key()...)
	if status := p.fillCard(card.RedirectURL, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	given := *p.until(gift.ID, 90*time.Second, "completed").TokenID
	_, link := friend.waitForMail(b.mailbox, "a gift for you")
	_, secret, _ := strings.Cut(link, "#")
	var linked struct{ TokenID, ImageURL string }
	if err := friend.call(http.MethodGet, "/api/gifts/link", nil, &linked, "Approval-Secret", secret); err != nil || linked.TokenID != given || linked.ImageURL != picture {
		t.Errorf("gift = %+v, %v, want token %s and the picture %q", linked, err, given, picture)
	}
	if err := friend.call(http.MethodPost, "/api/gifts/link/accept", map[string]string{}, nil, "Approval-Secret", secret); err != nil {
		t.Fatal(err)
	}
	if _, ok := collection(t, friend)[given]; !ok {
		t.Errorf("collection lacks the gift, want token %s", given)
	}
	friend.get("/api/tokens/"+given+"/certificate.pdf", &pdf)

	p.signIn("login", p.Email, "a long password") // a recent login, however slow this machine is
	var started dataRequestView
	p.post("/api/auth/data-requests/export", map[string]string{}, &started)
	p.waitForMail(b.mailbox, "ready to download")
	var file []byte
	p.get("/api/auth/data-requests/"+started.ID+"/export.zip", &file)
	if text := unzipped(t, file); !strings.Contains(text, token) || !strings.Contains(text, held.ID) {
		t.Errorf("export of %d bytes, want token %s and checkout %s in it", len(text), token, held.ID)
	}

	staff := visitor(t, b.base)
	staff.signIn("login", "staff@example.org", "vitrine")
	staff.post("/api/checkouts/"+held.ID+"/refunds", map[string]string{"amount": held.Price.Amount, "note": "a test"}, nil, key()...)
	p.until(held.ID, time.Minute, "refunded")
}

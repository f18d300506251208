package catalog_test

import (
	"strings"
	"testing"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog"
)

func (h *fixture) artistOf(account, email string) (int64, error) {
	client, opts := h.fleet.Client(h.t, "catalog")
	res, err := catalogv1connect.NewCatalogServiceClient(client, h.url, opts...).FindArtist(
		h.t.Context(), connect.NewRequest(&catalogv1.FindArtistRequest{AccountId: account, Email: email}))
	if err != nil {
		return 0, err
	}
	return res.Msg.GetArtistId(), nil
}

// TestOneAccountOneArtist links one account by its id and by its email address, in content and by staff: it never belongs to two
// artists, and the error names the existing link.
func TestOneAccountOneArtist(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: ada@example.org\n---\n")
		h.write("artists/two.md", "---\nid: 5\nname: Two\n---\n")
	})
	h.auth.emails = map[string]string{"acc-9": "Ada@example.org", "acc-7": ""}

	// Staff know the account's id only; its address is linked already, and nobody has visited yet.
	if got := h.as(staff, `mutation{linkArtist(id:"5",accountId:"acc-9"){id}}`); !strings.Contains(got, `"code":"conflict"`) || !strings.Contains(got, "Ada Brien") {
		t.Errorf("linked by id although the address is linked: %s", got)
	}
	if artist, err := h.artistOf("acc-9", "ada@example.org"); err != nil || artist != 3 {
		t.Fatalf("the account's artist = %d, %v", artist, err)
	}
	// The link is bound to that account: an address that moves to another account takes nothing along.
	if _, err := h.artistOf("acc-8", "ada@example.org"); reason(err) != "artist_taken" {
		t.Errorf("another account with the address: %v", err)
	}
	if artist, err := h.artistOf("acc-9", "new@example.org"); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("the account with another address = %d, %v", artist, err)
	}
	// Auth no longer returns the address; the binding still refuses a second artist.
	h.auth.emails = map[string]string{"acc-7": ""}
	if got := h.as(staff, `mutation{linkArtist(id:"5",accountId:"ACC-9"){id}}`); !strings.Contains(got, `"code":"conflict"`) {
		t.Errorf("linked by id although the account is bound: %s", got)
	}
	// Content that does it is refused as a whole, with both artists named.
	h.write("artists/two.md", "---\nid: 5\nname: Two\naccount: acc-9\n---\n")
	err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder})
	if err == nil || !strings.Contains(err.Error(), "Two") || !strings.Contains(err.Error(), "Ada Brien") {
		t.Errorf("content that links the account twice: %v", err)
	}
	// An address that staff link while another artist has the account's id is found at the first visit.
	h.write("artists/two.md", "---\nid: 5\nname: Two\naccount: new@example.org\n---\n")
	h.importContent()
	if _, err := h.artistOf("acc-9", "new@example.org"); reason(err) != "artist_ambiguous" || !strings.Contains(err.Error(), "Two") {
		t.Errorf("an account with two links: %v", err)
	}

	// A new link to another account ends the old one at once.
	h.write("artists/two.md", "---\nid: 5\nname: Two\n---\n")
	h.importContent()
	h.want(staff, `mutation{linkArtist(id:"3",accountId:"acc-7"){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	if _, err := h.artistOf("acc-9", "ada@example.org"); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("the former account: %v", err)
	}
	if artist, err := h.artistOf("acc-7", ""); err != nil || artist != 3 {
		t.Errorf("the new account's artist = %d, %v", artist, err)
	}
	client, opts := h.fleet.Client(h.t, "catalog")
	link, err := catalogv1connect.NewCatalogServiceClient(client, h.url, opts...).GetArtistAccount(t.Context(), connect.NewRequest(&catalogv1.GetArtistAccountRequest{ArtistId: 3}))
	if err != nil || link.Msg.GetAccountId() != "acc-7" || link.Msg.GetEmail() != "" || link.Msg.GetName() != "Ada Brien" {
		t.Errorf("the artist's account = %v, %v", link, err)
	}
}

func reason(err error) string {
	r, _ := rpc.ReasonOf(err)
	return r
}

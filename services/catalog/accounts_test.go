package catalog_test

import (
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog"
)

func (h *fixture) artistOf(account, email string) (int64, error) {
	res, err := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url)).FindArtist(
		h.t.Context(), &catalogv1.FindArtistRequest{AccountId: account, Email: email})
	if err != nil {
		return 0, err
	}
	return res.GetArtistId(), nil
}

// TestOneAccountOneArtist links one account by its id and by its email address, in content and by staff: it never belongs to two
// artists, and the error names the existing link.
func TestOneAccountOneArtist(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.cfg.ArtistLinkWait = 0
		h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: ada@example.org\n---\n")
		h.write("artists/two.md", "---\nid: 5\nname: Two\n---\n")
	})
	h.auth.emails = map[string]string{"acc-9": "Ada@example.org", "acc-7": ""}

	// Staff know the account's id only; its address is linked already, and nobody has visited yet.
	if got := h.as(staff, `mutation{linkArtist(id:"5",accountId:"acc-9"){id}}`); !strings.Contains(got, `"code":"conflict"`) || !strings.Contains(got, "Ada Brien") {
		t.Errorf("link by id although the address is linked = %s, want conflict with Ada Brien", got)
	}
	if artist, err := h.artistOf("acc-9", "ada@example.org"); err != nil || artist != 3 {
		t.Fatalf("the account's artist = %d, %v, want 3", artist, err)
	}
	// The link is bound to that account: if an address moves to another account, the link stays.
	if _, err := h.artistOf("acc-8", "ada@example.org"); reason(err) != "artist_taken" {
		t.Errorf("login of another account with the address: error = %v, want artist_taken", err)
	}
	if artist, err := h.artistOf("acc-9", "new@example.org"); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("the account with another address = %d, %v, want not_found", artist, err)
	}
	// Auth no longer returns the address; the binding still refuses a second artist.
	h.auth.emails = map[string]string{"acc-7": ""}
	if got := h.as(staff, `mutation{linkArtist(id:"5",accountId:"ACC-9"){id}}`); !strings.Contains(got, `"code":"conflict"`) {
		t.Errorf("link by id although the account is linked = %s, want conflict", got)
	}
	// Content that does it is refused as a whole, with both artists named.
	h.write("artists/two.md", "---\nid: 5\nname: Two\naccount: acc-9\n---\n")
	err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder})
	if err == nil || !strings.Contains(err.Error(), "Two") || !strings.Contains(err.Error(), "Ada Brien") {
		t.Errorf("import that links the account twice: error = %v, want one that names Two and Ada Brien", err)
	}
	// An address that staff link while another artist has the account's id is found at the first visit.
	h.write("artists/two.md", "---\nid: 5\nname: Two\naccount: new@example.org\n---\n")
	h.importContent()
	if _, err := h.artistOf("acc-9", "new@example.org"); reason(err) != "artist_ambiguous" || !strings.Contains(err.Error(), "Two") {
		t.Errorf("account with two links: error = %v, want artist_ambiguous that names Two", err)
	}

	// A new link to another account ends the old one immediately.
	h.write("artists/two.md", "---\nid: 5\nname: Two\n---\n")
	h.importContent()
	h.want(staff, `mutation{linkArtist(id:"3",accountId:"acc-7"){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	if _, err := h.artistOf("acc-9", "ada@example.org"); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("the former account: error = %v, want not_found", err)
	}
	if artist, err := h.artistOf("acc-7", ""); err != nil || artist != 3 {
		t.Errorf("the new account's artist = %d, %v, want 3", artist, err)
	}
	link, err := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url)).GetArtistAccount(t.Context(), &catalogv1.GetArtistAccountRequest{ArtistId: 3})
	if err != nil || link.GetAccountId() != "acc-7" || link.GetEmail() != "" || link.GetName() != "Ada Brien" {
		t.Errorf("the artist's account = %v, %v, want acc-7, no email address, Ada Brien", link, err)
	}
}

// TestRelinkingAnArtistWaits is the attack of one member of staff who links an artist to their own account, to request another
// payout wallet: the artist's account stays linked for two days and can object, whichever way the link is changed.
func TestRelinkingAnArtistWaits(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: acc-1\n---\n")
		h.write("artists/two.md", "---\nid: 5\nname: Two\n---\n")
	})
	h.auth.emails = map[string]string{"acc-1": "ada@example.org", "acc-2": "mallory@example.org"}
	catalogs := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(t, "catalog", h.url))
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	pass := func() {
		t.Helper()
		if _, err := pool.Exec(t.Context(), `UPDATE artist_links SET effective_at = now()`); err != nil {
			t.Fatal(err)
		}
		h.another(h.cfg, testkit.Log(t)) // a replica looks for what is due when it starts
		testkit.Eventually(t, 10*time.Second, func() bool {
			var waiting int
			err := pool.QueryRow(t.Context(), `SELECT count(*) FROM artist_links`).Scan(&waiting)
			return err == nil && waiting == 0
		})
	}
	linked := func(account string, want int64) {
		t.Helper()
		if artist, err := h.artistOf(account, ""); artist != want || want == 0 && connect.CodeOf(err) != connect.CodeNotFound {
			t.Errorf("the artist of %s = %d (%v), want %d", account, artist, err, want)
		}
	}

	h.want(staff, `mutation{linkArtist(id:"3",accountId:"acc-2"){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	linked("acc-1", 3)
	linked("acc-2", 0)
	h.await("link requested 3")
	link, err := catalogs.GetArtistAccount(t.Context(), &catalogv1.GetArtistAccountRequest{ArtistId: 3})
	wait := time.Until(link.GetNextAt().AsTime())
	if err != nil || link.GetAccountId() != "acc-1" || link.GetNextAccountId() != "acc-2" || wait < 47*time.Hour || wait > 49*time.Hour {
		t.Errorf("the link = %v (%v), want acc-1 until acc-2 takes its place in 48 hours", link, err)
	}
	found, err := catalogs.FindArtist(t.Context(), &catalogv1.FindArtistRequest{AccountId: "acc-1"})
	if err != nil || !found.GetLinkEndsAt().AsTime().Equal(link.GetNextAt().AsTime()) || found.GetLinkedAt() == nil {
		t.Errorf("the artist of acc-1 = %v (%v), want both times of the link", found, err)
	}
	if got := h.as(staff, `{artistLinks{totalCount items{artistId name accountId email since next nextAt}}}`); !strings.Contains(got, `"totalCount":1,"items":[{"artistId":"3","name":"Ada Brien","accountId":"acc-1","email":"","since":"2`) ||
		!strings.Contains(got, `"next":"acc-2","nextAt":"2`) {
		t.Errorf("links = %s, want the one of artist 3 and its successor", got)
	}
	// Ending the link first is no way around the wait, and neither is the content folder.
	h.want(staff, `mutation{a:linkArtist(id:"3",accountId:null){id} b:linkArtist(id:"3",accountId:"acc-2"){id}}`, `{"data":{"a":{"id":"3"},"b":{"id":"3"}}}`)
	linked("acc-2", 0)
	h.want(staff, `mutation{a:linkArtist(id:"3",accountId:"acc-1"){id}}`, `{"data":{"a":{"id":"3"}}}`)
	pass()
	linked("acc-1", 3)
	h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: acc-2\n---\n")
	h.importContent()
	linked("acc-1", 3)
	linked("acc-2", 0)
	// Another import doesn't extend or shorten the wait.
	h.write("artists/two.md", "---\nid: 5\nname: Two\naccount: acc-5\n---\n")
	h.importContent()
	linked("acc-2", 0)
	linked("acc-5", 5) // an artist's first link
	pass()
	linked("acc-1", 0)
	linked("acc-2", 3)
	if found, err := catalogs.FindArtist(t.Context(), &catalogv1.FindArtistRequest{AccountId: "acc-2"}); err != nil || time.Since(found.GetLinkedAt().AsTime()) > time.Hour {
		t.Errorf("the artist of acc-2 = %v (%v), want a link of just now", found, err)
	}
}

// TestALinkIsCancelled: the artist objects, and staff put the old account back before the new one takes its place.
func TestALinkIsCancelled(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.auth.emails = map[string]string{"acc-2": ""}
	h.want(staff, `mutation{linkArtist(id:"3",accountId:"acc-2"){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	h.want(staff, `mutation{linkArtist(id:"3",accountId:"Artist@example.org"){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	link, err := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(t, "catalog", h.url)).GetArtistAccount(t.Context(), &catalogv1.GetArtistAccountRequest{ArtistId: 3})
	if err != nil || link.GetEmail() != "Artist@example.org" || link.GetNextAt() != nil {
		t.Errorf("the link = %v (%v), want the old one and no pending one", link, err)
	}
}

// TestStaffListLinks: staff for accounts and money find which artist belongs to which account; nobody else does.
func TestStaffListLinks(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.write("artists/two.md", "---\nid: 5\nname: Élodie Two\naccount: acc-5\n---\n") })
	for search, want := range map[string]string{
		``:                   `"totalCount":2,"items":[{"artistId":"3"},{"artistId":"5"}]`,
		`ARTIST@example.org`: `"totalCount":1,"items":[{"artistId":"3"}]`,
		`artist@example`:     `"totalCount":0,"items":[]`,
		`ACC-5`:              `"totalCount":1,"items":[{"artistId":"5"}]`,
		`elodie`:             `"totalCount":1,"items":[{"artistId":"5"}]`,
		`brien`:              `"totalCount":1,"items":[{"artistId":"3"}]`,
	} {
		if got := h.as(staff, `{artistLinks(search:"`+search+`"){totalCount items{artistId}}}`); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", search, got, want)
		}
	}
	h.want(staff, `{artistLinks(search:"brien"){items{slug accountId email next}}}`, `{"data":{"artistLinks":{"items":[{"slug":"ada-brien-3","accountId":"","email":"Artist@example.org","next":null}]}}}`)
	for role, refused := range map[string]bool{"support": false, "finance": false, "admin": false, "content": true, "artist": true, "approver": true} {
		who := &identity.Principal{Subject: "someone", SessionID: "s", Email: "someone@example.org", Roles: []string{role}}
		if got := h.as(who, `{artistLinks{totalCount}}`); strings.Contains(got, `"code":"forbidden"`) != refused {
			t.Errorf("%s: %s, want refused = %t", role, got, refused)
		}
	}
}

func reason(err error) string {
	r, _ := rpc.ReasonOf(err)
	return r
}

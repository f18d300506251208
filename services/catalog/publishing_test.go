package catalog_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

// refused checks that a mutation of staff fails with a code.
func (h *fixture) refused(mutation, code string) {
	h.t.Helper()
	if got := h.as(staff, "mutation{"+mutation+"}"); !strings.Contains(got, `"code":"`+code+`"`) || !strings.Contains(got, `"data":null`) {
		h.t.Errorf("%s: want %s, got %s", mutation, code, got)
	}
}

// done runs a mutation of staff that must succeed.
func (h *fixture) done(mutation string) {
	h.t.Helper()
	if got := h.as(staff, "mutation{"+mutation+"}"); strings.Contains(got, "errors") {
		h.t.Errorf("%s = %s, want no errors", mutation, got)
	}
}

// everywhere reads what visitors see of artist 3, drop 1, curator 1 and the page "about".
const everywhere = `{artist(slug:"3"){name} artists{totalCount} drop(slug:"1"){title} drops{totalCount} curator(slug:"1"){name} curators{name} page(slug:"about"){title}` +
	` artwork(slug:"1"){curators{name}} a:suggestions(text:"brien"){kind} d:suggestions(text:"soon"){kind}}`

// TestEntriesAreUnpublishedAndPublished: drops, artists, curators and pages follow the rules of artworks and posts.
func TestEntriesAreUnpublishedAndPublished(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.write("pages/about.md", "---\ntitle: About\n---\nA gallery.\n") })
	id := h.entryID("PAGE", "about")
	shown := func(artworks int) string {
		return `{"data":{"artist":{"name":"Ada Brien"},"artists":{"totalCount":1},"drop":{"title":"Soon"},"drops":{"totalCount":1},` +
			`"curator":{"name":"Cur Ator"},"curators":[{"name":"Cur Ator"}],"page":{"title":"About"},"artwork":{"curators":[{"name":"Cur Ator"}]},` +
			`"a":[{"kind":"ARTIST"}` + strings.Repeat(`,{"kind":"ARTWORK"}`, artworks) + `],"d":[{"kind":"DROP"}]}}`
	}
	h.want(nil, everywhere, shown(3))

	// A drop and an artist with published artworks stay.
	h.refused(`unpublishDrop(id:"1"){id}`, "has_published_artworks")
	h.refused(`unpublishArtist(id:"3"){id}`, "has_published_artworks")
	h.want(staff, `{contentChanges(kind:DROP,id:"1"){totalCount}}`, `{"data":{"contentChanges":{"totalCount":0}}}`)

	h.want(staff, `mutation{unpublishCurator(id:"1"){name}}`, `{"data":{"unpublishCurator":{"name":"Cur Ator"}}}`)
	h.await("entry curator 1")
	h.await("changed 1") // its page loses the name
	h.want(nil, `{curator(slug:"1"){name} curators{name} artwork(slug:"1"){curators{name}} drop(slug:"1"){curator{name}}}`,
		`{"data":{"curator":null,"curators":[],"artwork":{"curators":[]},"drop":{"curator":null}}}`)

	h.done(`unpublishArtwork(id:"2"){id}`)
	h.want(staff, `mutation{unpublishDrop(id:"1"){title}}`, `{"data":{"unpublishDrop":{"title":"Soon"}}}`)
	h.await("entry drop 1")
	h.refused(`publishArtwork(id:"2"){id}`, "drop_unpublished")
	for _, artwork := range []string{"1", "4", "9"} {
		h.done(`unpublishArtwork(id:"` + artwork + `"){id}`)
	}
	h.want(staff, `mutation{unpublishArtist(id:"3"){name}}`, `{"data":{"unpublishArtist":{"name":"Ada Brien"}}}`)
	h.await("entry artist 3")
	h.refused(`publishArtwork(id:"1"){id}`, "artist_unpublished")
	h.want(staff, `mutation{unpublishPage(id:"`+id+`"){slug}}`, `{"data":{"unpublishPage":{"slug":"about"}}}`)
	h.want(nil, everywhere, `{"data":{"artist":null,"artists":{"totalCount":0},"drop":null,"drops":{"totalCount":0},"curator":null,"curators":[],"page":null,`+
		`"artwork":null,"a":[],"d":[]}}`)

	// Staff still see them, and change them without a step-up.
	h.auth.stale.Store(true)
	h.done(`updateDrop(id:"1",input:{summary:"Later."}){id}`)
	h.done(`updateArtist(id:"3",input:{place:"Rome"}){id}`)
	h.done(`updateCurator(id:"1",input:{role:"Head"}){id}`)
	h.done(`updatePage(id:"` + id + `",input:{body:"A *gallery*."}){slug}`)
	h.refused(`publishCurator(id:"1"){id}`, "recent_login_required")
	h.auth.stale.Store(false)
	h.want(staff, `{d:contentEntry(kind:DROP,id:"1"){status edited fields{name value}} a:contentEntries(kind:ARTIST,filter:{status:DRAFT}){items{title label}}`+
		` c:contentEntries(kind:CURATOR,filter:{status:PUBLISHED}){totalCount}}`,
		`{"data":{"d":{"status":"DRAFT","edited":true,"fields":[{"name":"title","value":"Soon"},{"name":"summary","value":"Later."},{"name":"body","value":""},{"name":"works","value":""},`+
			`{"name":"published","value":"false"}]},"a":{"items":[{"title":"Ada Brien","label":"Rome"}]},"c":{"totalCount":0}}}`)

	// Another entry changes: the import leaves what staff unpublished.
	h.write("posts/p.md", "---\nid: 1\ntitle: New news\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.importContent()
	h.want(nil, `{artist(slug:"3"){name} drop(slug:"1"){title} curator(slug:"1"){name} page(slug:"about"){title}}`,
		`{"data":{"artist":null,"drop":null,"curator":null,"page":null}}`)

	for _, publish := range []string{`publishPage(id:"` + id + `"){slug}`, `publishArtist(id:"3"){id}`, `publishDrop(id:"1"){id}`, `publishCurator(id:"1"){id}`, `publishArtwork(id:"1"){id}`} {
		h.done(publish)
	}
	h.want(nil, everywhere, shown(1))
	h.want(staff, `{contentChanges(kind:CURATOR,id:"1"){items{action email}}}`,
		`{"data":{"contentChanges":{"items":[{"action":"publish","email":"staff@example.org"},{"action":"update","email":"staff@example.org"},`+
			`{"action":"unpublish","email":"staff@example.org"}]}}}`)
}

// entryID returns the id of the only entry that a search finds.
func (h *fixture) entryID(kind, search string) string {
	h.t.Helper()
	var list struct {
		Data struct {
			ContentEntries struct{ Items []struct{ ID string } }
		}
	}
	body := h.as(staff, `{contentEntries(kind:`+kind+`,filter:{search:"`+search+`"}){items{id}}}`)
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.Data.ContentEntries.Items) != 1 {
		h.t.Fatalf("%s %s = %s, %v, want one entry", kind, search, body, err)
	}
	return list.Data.ContentEntries.Items[0].ID
}

// TestADropThatSellsStays: buyers found its artworks there, and their orders refer to it.
func TestADropThatSellsStays(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.write("drops/d.md", "---\nid: 1\ntitle: Now\nstartsAt: 2020-01-01T00:00:00Z\n---\n")
	})
	h.refused(`unpublishDrop(id:"1"){id}`, "drop_selling")
	h.editions(1, 1, 0)
	h.refused(`unpublishDrop(id:"1"){id}`, "drop_sold")
	h.done(`unpublishArtwork(id:"2"){id}`)
	h.refused(`unpublishDrop(id:"1"){id}`, "drop_sold")
	h.editions(2, 0, 0) // the reservation expired
	h.done(`unpublishDrop(id:"1"){id}`)
	h.want(nil, `{drop(slug:"1"){title}}`, `{"data":{"drop":null}}`)
}

// editions reports counts of artwork 2 as checkout does, and waits until staff see them.
func (h *fixture) editions(version int64, held, sold int32) {
	h.t.Helper()
	m := &checkoutv1.EditionsChanged{ArtworkId: 2, Version: version, Held: held, Sold: sold}
	payload, _ := proto.Marshal(m)
	if _, err := h.bus.Publish(h.t.Context(), bus.Message{ID: fmt.Sprintf("editions:%d", version), Subject: bus.SubjectOf(m), Payload: payload}); err != nil {
		h.t.Fatal(err)
	}
	want := fmt.Sprintf(`"editionsAvailable":%d}`, 5-held-sold)
	testkit.Eventually(h.t, 20*time.Second, func() bool {
		return strings.Contains(h.as(staff, `{contentEntry(kind:ARTWORK,id:"2"){artwork{editionsAvailable}}}`), want)
	})
}

// TestLinkedPagesStay: every page links to the terms, and checkout records their version.
func TestLinkedPagesStay(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.write("pages/terms-and-conditions.md", "---\ntitle: The terms\n---\nBe kind.\n")
		h.write("pages/about.md", "---\ntitle: About\n---\nA gallery.\n")
	})
	h.refused(`unpublishPage(id:"`+h.entryID("PAGE", "the terms")+`"){slug}`, "page_needed")
	h.want(nil, `{page(slug:"terms-and-conditions"){title}}`, `{"data":{"page":{"title":"The terms"}}}`)
	h.done(`unpublishPage(id:"` + h.entryID("PAGE", "about") + `"){slug}`)
}

// TestFolderHasDrafts: artists, drops, curators and pages of the content folder can be drafts until staff publish them.
func TestFolderHasDrafts(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.write("artists/new.md", "---\nid: 5\nname: New Hand\npublished: false\n---\n")
		h.write("drops/new.md", "---\nid: 6\ntitle: New drop\nstartsAt: 2190-01-01\npublished: false\n---\n")
		h.write("curators/new.md", "---\nid: 7\nname: New Eye\npublished: false\n---\n")
		h.write("pages/new.md", "---\ntitle: New page\npublished: false\n---\nText\n")
		h.write("artworks/new.md", "---\nid: 20\ntitle: First\nartist: 5\ndrop: 6\ncategory: image\neditionSize: 1\npublishedAt: 2026-01-01\npublished: false\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	})
	const all = `{artist(slug:"5"){name} drop(slug:"6"){title} curator(slug:"7"){name} page(slug:"new"){title} artwork(slug:"20"){title}}`
	h.want(nil, all, `{"data":{"artist":null,"drop":null,"curator":null,"page":null,"artwork":null}}`)
	for _, publish := range []string{`publishArtist(id:"5"){id}`, `publishDrop(id:"6"){id}`, `publishCurator(id:"7"){id}`, `publishPage(id:"` + h.entryID("PAGE", "new page") + `"){slug}`, `publishArtwork(id:"20"){id}`} {
		h.done(publish)
	}
	const shown = `{"data":{"artist":{"name":"New Hand"},"drop":{"title":"New drop"},"curator":{"name":"New Eye"},"page":{"title":"New page"},"artwork":{"title":"First"}}}`
	h.want(nil, all, shown)

	// The artist's and the drop's file change and are drafts again, but staff published an artwork: it is never on the site without them.
	h.write("artists/new.md", "---\nid: 5\nname: New Hand\nplace: Rome\npublished: false\n---\n")
	h.write("drops/new.md", "---\nid: 6\ntitle: New drop\nsummary: Soon.\nstartsAt: 2190-01-01\npublished: false\n---\n")
	h.importContent()
	h.want(nil, all, shown)

	// A published artwork of a draft is an error of the folder.
	h.write("artworks/new.md", strings.Replace(h.read("artworks/new.md"), "published: false\n", "", 1))
	err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder})
	for _, want := range []string{`artworks/new\.md:4: artist 5 isn't published`, `artworks/new\.md:5: drop 6 isn't published`} {
		if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("the import returned %v, want %s", err, want)
		}
	}
	h.write("pages/impressum.md", "---\ntitle: Legal notice\npublished: false\n---\nText\n")
	if err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder}); err == nil || !strings.Contains(err.Error(), "pages/impressum.md:3: published: the shop needs this page") {
		t.Errorf("Import() = %v, want pages/impressum.md:3: published: the shop needs this page", err)
	}
}

// TestFinanceReadsDropsInPreparation: finance schedules their phases, and reads no other entries.
func TestFinanceReadsDropsInPreparation(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.write("drops/d.md", "---\nid: 1\ntitle: Soon\nstartsAt: 2190-01-01T00:00:00Z\npublished: false\n---\n")
		h.write("artworks/w2.md", strings.Replace(h.read("artworks/w2.md"), "drop: 1", "drop: 1\npublished: false", 1))
	})
	with := func(role string) *identity.Principal {
		return &identity.Principal{Subject: "someone", SessionID: "s", Email: "someone@example.org", Roles: []string{role}}
	}
	const query = `{contentEntries(kind:DROP,filter:{status:DRAFT}){items{drop{title startsAt artworkCount} artworks{title purchasePrice{amount}} picture{alt}}}` +
		` contentEntry(kind:DROP,id:"1"){status drop{title}}}`
	for _, role := range []string{"content", "finance"} {
		h.want(with(role), query, `{"data":{"contentEntries":{"items":[{"drop":{"title":"Soon","startsAt":"2190-01-01T00:00:00Z","artworkCount":0},`+
			`"artworks":[{"title":"Work 2","purchasePrice":{"amount":"500"}}],"picture":null}]},"contentEntry":{"status":"DRAFT","drop":{"title":"Soon"}}}}`)
	}
	for _, q := range []string{`{contentEntries(kind:ARTIST){totalCount}}`, `{contentEntry(kind:ARTIST,id:"3"){id}}`, `{contentChanges(kind:DROP,id:"1"){totalCount}}`} {
		if got := h.as(with("finance"), q); !strings.Contains(got, `"code":"forbidden"`) {
			t.Errorf("%s = %s, want forbidden", q, got)
		}
	}
	if got := h.as(with("support"), query); !strings.Contains(got, `"code":"forbidden"`) {
		t.Errorf("drops for support = %s, want forbidden", got)
	}
}

// TestThePreviewOfAnArtistAndACurator: staff read their page, also while it isn't published, with the works that visitors would see.
func TestThePreviewOfAnArtistAndACurator(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const artist = `{contentEntry(kind:ARTIST,id:"3"){artist{name bio artworks{totalCount}} curator{name}} studio{artistPublished}}`
	const curator = `{contentEntry(kind:CURATOR,id:"1"){curator{name artworks{totalCount} drops{title}} artist{name}}}`
	linked := &identity.Principal{Subject: "acc-ada", SessionID: "s", Email: "artist@example.org", EmailVerified: true, Roles: []string{"artist", "content"}}
	public := h.as(linked, artist)
	if !strings.Contains(public, `"name":"Ada Brien"`) || strings.Contains(public, `"totalCount":0`) || !strings.Contains(public, `"curator":null`) || !strings.Contains(public, `"artistPublished":true`) {
		t.Errorf("the published artist = %s, want Ada Brien, published, with works and no curator", public)
	}
	shown := h.as(staff, curator)
	if !strings.Contains(shown, `"title":"Soon"`) || !strings.Contains(shown, `"artist":null`) {
		t.Errorf("the published curator = %s, want Soon and no artist", shown)
	}
	h.done(`unpublishCurator(id:"1"){id}`)
	if got := h.as(staff, curator); got != shown {
		t.Errorf("the unpublished curator is %s, want %s", got, shown)
	}
	for _, work := range []string{"1", "2", "4", "9"} {
		h.done(`unpublishArtwork(id:"` + work + `"){id}`)
	}
	h.done(`unpublishArtist(id:"3"){id}`)
	if got := h.as(linked, artist); !strings.Contains(got, `"name":"Ada Brien"`) || !strings.Contains(got, `"totalCount":0`) || !strings.Contains(got, `"artistPublished":false`) {
		t.Errorf("the unpublished artist = %s, want Ada Brien, not published, without works", got)
	}
}

// TestAnUnpublishedArtistKeepsTheAccount: what was sold is still paid out, and the studio stays open.
func TestAnUnpublishedArtistKeepsTheAccount(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for _, artwork := range []string{"1", "2", "4", "9"} {
		h.done(`unpublishArtwork(id:"` + artwork + `"){id}`)
	}
	h.done(`unpublishArtist(id:"3"){id}`)
	if id, err := h.artistOf("acc-1", "artist@example.org"); err != nil || id != 3 {
		t.Errorf("the account's artist is %d (%v), want 3", id, err)
	}
	h.want(staff, `{artistLinks{items{name published email}}}`, `{"data":{"artistLinks":{"items":[{"name":"Ada Brien","published":false,"email":"Artist@example.org"}]}}}`)
	h.done(`linkArtist(id:"3"){id}`)
	h.want(staff, `{artistLinks{totalCount}}`, `{"data":{"artistLinks":{"totalCount":0}}}`)
}

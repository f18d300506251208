package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog"
)

var staff = &identity.Principal{Subject: "staff-1", SessionID: "s", Email: "staff@example.org", Roles: []string{"staff"}}

// as posts an operation as a principal (nil for anonymous), and returns the body.
func (h *fixture) as(p *identity.Principal, query string) string {
	h.t.Helper()
	body, _ := json.Marshal(map[string]any{"query": query})
	req, _ := http.NewRequest(http.MethodPost, h.url+"/graphql", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	if p != nil {
		req.Header.Set(identity.Header, h.fleet.Token(h.t, "catalog", p))
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, _ := io.ReadAll(res.Body)
	return string(text)
}

func (h *fixture) read(name string) string {
	h.t.Helper()
	b, err := os.ReadFile(filepath.Join(h.folder, name))
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

func (h *fixture) remove(name string) {
	h.t.Helper()
	if err := os.Remove(filepath.Join(h.folder, name)); err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) want(p *identity.Principal, query, want string) {
	h.t.Helper()
	if got := h.as(p, query); got != want {
		h.t.Errorf("%s\n got %s\nwant %s", query, got, want)
	}
}

// mutations are all mutations of staff.
var mutations = []string{
	`publishArtwork(id:"1"){id}`, `unpublishArtwork(id:"1"){id}`, `updateArtwork(id:"1",input:{title:"X"}){id}`,
	`publishPost(slug:"1"){id}`, `unpublishPost(slug:"1"){id}`, `updatePost(slug:"1",input:{title:"X"}){id}`,
	`updateDrop(id:"1",input:{title:"X"}){id}`, `updateArtist(id:"3",input:{bio:"X"}){id}`, `updateCurator(id:"1",input:{name:"X"}){id}`,
	`updatePage(id:"1",input:{title:"X"}){slug}`,
	`publishDrop(id:"1"){id}`, `unpublishDrop(id:"1"){id}`, `publishArtist(id:"3"){id}`, `unpublishArtist(id:"3"){id}`,
	`publishCurator(id:"1"){id}`, `unpublishCurator(id:"1"){id}`, `publishPage(id:"1"){slug}`, `unpublishPage(id:"1"){slug}`,
	`acceptDraft(id:"00000000-0000-0000-0000-000000000000",version:1){id}`, `requestDraftChanges(id:"00000000-0000-0000-0000-000000000000",version:1,comment:"x"){id}`,
	`linkArtist(id:"3",accountId:"x"){id}`, `createPostPreview(slug:"1"){token}`,
}

// TestStaffNeedAnActiveSession: an access token stays valid for minutes after its session ended.
func TestStaffNeedAnActiveSession(t *testing.T) {
	t.Parallel()
	h := setup(t)
	refused := func(who *identity.Principal, code, words string) {
		t.Helper()
		for _, m := range mutations {
			if got := h.as(who, "mutation{"+m+"}"); !strings.Contains(got, `"code":"`+code+`"`) || !strings.Contains(got, words) || !strings.Contains(got, `"data":null`) {
				t.Errorf("%s: want %s, got %s", m, code, got)
			}
		}
	}
	h.auth.ended.Store(true)
	refused(staff, "session_gone", "log in again")
	h.auth.ended.Store(false)
	refused(&identity.Principal{Subject: "staff-1", Roles: []string{"staff"}}, "session_gone", "log in again")
	// While the session can't be checked, nothing is changed; reading continues.
	h.auth.away.Store(true)
	refused(staff, "UNAVAILABLE", "try again in a moment")
	h.want(staff, `{artwork(slug:"1"){title}}`, `{"data":{"artwork":{"title":"Work 1"}}}`)
	h.auth.away.Store(false)
	h.want(staff, `mutation{updateArtwork(id:"1",input:{title:"X"}){title}}`, `{"data":{"updateArtwork":{"title":"X"}}}`)
}

// steppedUp are the mutations that need a recent login and a passkey: all that change what visitors see or decide for the gallery. The
// entries are on the site.
var steppedUp = map[string]string{
	"publishArtwork": `publishArtwork(id:"4"){id}`, "unpublishArtwork": `unpublishArtwork(id:"4"){id}`, "updateArtwork": `updateArtwork(id:"1",input:{purchasePrice:1}){id}`,
	"publishPost": `publishPost(slug:"1"){id}`, "unpublishPost": `unpublishPost(slug:"1"){id}`, "updatePost": `updatePost(slug:"1",input:{title:"X"}){id}`,
	"updateDrop": `updateDrop(id:"1",input:{title:"X"}){id}`, "updateArtist": `updateArtist(id:"3",input:{bio:"X"}){id}`,
	"updateCurator": `updateCurator(id:"1",input:{name:"X"}){id}`, "updatePage": `updatePage(id:"1",input:{title:"X"}){slug}`,
	"publishDrop": `publishDrop(id:"1"){id}`, "unpublishDrop": `unpublishDrop(id:"1"){id}`,
	"publishArtist": `publishArtist(id:"3"){id}`, "unpublishArtist": `unpublishArtist(id:"3"){id}`,
	"publishCurator": `publishCurator(id:"1"){id}`, "unpublishCurator": `unpublishCurator(id:"1"){id}`,
	"publishPage": `publishPage(id:"1"){slug}`, "unpublishPage": `unpublishPage(id:"1"){slug}`,
	"acceptDraft":         `acceptDraft(id:"00000000-0000-0000-0000-000000000000",version:1){id}`,
	"requestDraftChanges": `requestDraftChanges(id:"00000000-0000-0000-0000-000000000000",version:1,comment:"x"){id}`,
	"linkArtist":          `linkArtist(id:"3",accountId:"acc-9"){id}`,
}

// notSteppedUp are the other mutations: an artist's own drafts, their proofs, and a link that changes nothing and expires.
var notSteppedUp = []string{"createPostPreview", "deleteDraft", "repeatProof", "saveDraft", "saveProfileDraft", "submitDraft"}

// TestStaffNeedAStepUp: a stolen session of staff changes nothing that visitors see, such as a price, and no artist's earnings.
func TestStaffNeedAStepUp(t *testing.T) {
	t.Parallel()
	schema, err := os.ReadFile(repository.Path("proto/vitrine/catalog/v1/catalog.graphqls"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(schema), "\ntype Mutation {")
	body, _, _ := strings.Cut(rest, "\n}")
	var all []string
	for _, name := range regexp.MustCompile(`(?m)^  (\w+)\(`).FindAllStringSubmatch(body, -1) {
		all = append(all, name[1])
	}
	slices.Sort(all)
	if listed := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(steppedUp)), notSteppedUp))); !slices.Equal(all, listed) {
		t.Errorf("mutations = %q, want those in the lists of this test, %q", all, listed)
	}

	h := setup(t, func(h *fixture) {
		h.write("posts/draft.md", "---\nid: 2\ntitle: Not yet\ncategory: team\ndate: 2026-02-01\npublished: false\n---\nWait.\n")
	})
	const shown = `{artworks{totalCount items{title purchasePrice{amount}}} posts{totalCount items{title}} artist(slug:"3"){bio}}`
	before := h.as(nil, shown)
	draft := func(title string) {
		t.Helper()
		// Nobody sees a post that isn't published: an editor isn't interrupted.
		h.want(staff, `mutation{updatePost(slug:"2",input:{title:"`+title+`"}){title}}`, `{"data":{"updatePost":{"title":"`+title+`"}}}`)
	}
	for code, missing := range map[string]*atomic.Bool{"recent_login_required": &h.auth.stale, "passkey_required": &h.auth.bare} {
		missing.Store(true)
		for name, call := range steppedUp {
			if got := h.as(staff, "mutation{"+call+"}"); !strings.Contains(got, `"code":"`+code+`"`) || !strings.Contains(got, `"data":null`) {
				t.Errorf("%s: want %s, got %s", name, code, got)
			}
		}
		if got := h.as(staff, `mutation{publishPost(slug:"2"){id}}`); !strings.Contains(got, `"code":"`+code+`"`) {
			t.Errorf("publishing a draft: want %s, got %s", code, got)
		}
		draft("Not quite yet " + code)
		if got := h.as(staff, `mutation{createPostPreview(slug:"2"){token}}`); strings.Contains(got, "errors") {
			t.Errorf("a preview = %s, want no errors", got)
		}
		missing.Store(false)
	}
	if after := h.as(nil, shown); after != before {
		t.Errorf("rejected mutations changed the public site:\n%s\n%s, want %s", before, after, before)
	}
	h.want(staff, `mutation{publishPost(slug:"2"){id}}`, `{"data":{"publishPost":{"id":"2"}}}`)
	h.want(staff, "mutation{"+steppedUp["linkArtist"]+"}", `{"data":{"linkArtist":{"id":"3"}}}`)
}

// aboutOneself are mutations of staff about their own account or their own artist's works, by name; the rest decide about nobody's money:
// they publish, or change texts.
var aboutOneself = map[string][]string{
	"updateArtwork": {`updateArtwork(id:"1",input:{purchasePrice:777}){id}`, `updateArtwork(id:"1",input:{purchasePrice:null}){id}`},
	"linkArtist": {
		`linkArtist(id:"5",accountId:"acc-ada"){id}`, `linkArtist(id:"5",accountId:"ARTIST@example.org"){id}`, `linkArtist(id:"3",accountId:"acc-9"){id}`,
		`linkArtist(id:"3",accountId:null){id}`,
	},
	"acceptDraft":         {`acceptDraft(id:"DRAFT",version:2){id}`},
	"requestDraftChanges": {`requestDraftChanges(id:"DRAFT",version:2,comment:"x"){id}`},
}

// TestNobodyDecidesAboutThemselves: members of staff who are artists neither price nor review their own works, nor change who is linked.
func TestNobodyDecidesAboutThemselves(t *testing.T) {
	t.Parallel()
	harmless := []string{
		"createPostPreview", "publishArtist", "publishArtwork", "publishCurator", "publishDrop", "publishPage", "publishPost", "unpublishArtist", "unpublishArtwork",
		"unpublishCurator", "unpublishDrop", "unpublishPage", "unpublishPost", "updateArtist", "updateCurator", "updateDrop", "updatePage", "updatePost",
	}
	var all []string
	for _, m := range mutations {
		name, _, _ := strings.Cut(m, "(")
		all = append(all, name)
	}
	slices.Sort(all)
	if listed := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(aboutOneself)), harmless))); !slices.Equal(all, listed) {
		t.Errorf("mutations of staff = %q, want those in the lists of this test, %q", all, listed)
	}
	h := setup(t, withBob)
	both := *ada
	both.Roles = []string{"artist", "staff"}
	draft := id.New()
	h.contains(ada, fmt.Sprintf(`mutation{saveDraft(id:%q,version:0,input:%s){version}}`, draft, draftInput("Rain", h.upload(ada, noise(t, 64)))), `"version":1`)
	h.ready(ada, draft)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:1){version}}`, draft), `"version":2`)
	for name, calls := range aboutOneself {
		for _, call := range calls {
			if got := h.as(&both, "mutation{"+strings.ReplaceAll(call, "DRAFT", draft)+"}"); !strings.Contains(got, `"code":"own_decision"`) {
				t.Errorf("%s: %s = %s, want own_decision", name, call, got)
			}
		}
	}
	h.contains(&both, `mutation{updateArtwork(id:"1",input:{title:"Mine"}){title}}`, `"title":"Mine"`)
	h.contains(staff, `mutation{updateArtwork(id:"1",input:{purchasePrice:777}){purchasePrice{amount}}}`, `"amount":"777"`)
	h.contains(staff, fmt.Sprintf(`mutation{requestDraftChanges(id:%q,version:2,comment:"x"){state}}`, draft), `"state":"CHANGES_REQUESTED"`)
}

func TestOnlyStaffChangeContent(t *testing.T) {
	t.Parallel()
	h := setup(t)
	collector := &identity.Principal{Subject: "c", SessionID: "s", Roles: []string{"collector"}}
	for _, m := range mutations {
		for code, who := range map[string]*identity.Principal{"unauthenticated": nil, "forbidden": collector} {
			if got := h.as(who, "mutation{"+m+"}"); !strings.Contains(got, `"code":"`+code+`"`) || !strings.Contains(got, `"data":null`) {
				t.Errorf("%s: want %s, got %s", m, code, got)
			}
		}
	}
	// A token of another fleet is refused, with no error that asks for a login.
	req, _ := http.NewRequest(http.MethodPost, h.url+"/graphql", strings.NewReader(`{"query":"mutation{publishArtwork(id:\"1\"){id}}"}`))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(identity.Header, identitytest.New(t).Token(t, "catalog", staff))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if text, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(text), `"code":"UNAVAILABLE"`) {
		t.Errorf("a forged principal: %s %s, want 503, UNAVAILABLE", res.Status, text)
	}
	get, err := http.Get(h.url + "/graphql?query=mutation%7BpublishArtwork(id:%221%22)%7Bid%7D%7D")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = get.Body.Close() }()
	if get.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a mutation by GET: %s, want 405", get.Status)
	}
}

func TestStaffChangesStayUntilTheEntryChanges(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.ArtistLinkWait = 0 })
	h.want(staff, `mutation{updateArtwork(id:"1",input:{title:"Café No. 2",purchasePrice:900,year:null}){slug title year purchasePrice{amount currency}}}`,
		`{"data":{"updateArtwork":{"slug":"cafe-no-2-1","title":"Café No. 2","year":null,"purchasePrice":{"amount":"900","currency":"USD"}}}}`)
	h.want(staff, `mutation{a:unpublishArtwork(id:"4"){id artist{name bio}} b:unpublishArtwork(id:"4"){id}}`,
		`{"data":{"a":{"id":"4","artist":{"name":"Ada Brien","bio":"A *bio*."}},"b":{"id":"4"}}}`)
	h.want(staff, `mutation{updatePost(slug:"news-1",input:{title:"Old news",body:"Said."}){slug body}}`, `{"data":{"updatePost":{"slug":"old-news-1","body":"Said."}}}`)
	h.want(staff, `mutation{linkArtist(id:"3",accountId:"acc-9"){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	shown := `{artworks(sort:OLDEST){totalCount items{title purchasePrice{amount}}} artwork(slug:"4"){id} categories{artworkCount} post(slug:"1"){title}}`
	edited := `{"data":{"artworks":{"totalCount":2,"items":[{"title":"Café No. 2","purchasePrice":{"amount":"900"}},{"title":"Work 2","purchasePrice":{"amount":"500"}}]},` +
		`"artwork":null,"categories":[{"artworkCount":2}],"post":{"title":"Old news"}}}`
	h.want(nil, shown, edited)
	h.await("changed 1")
	h.await("unpublished 4")
	h.await("entry post 1")

	// Another entry changes: the import leaves what staff changed.
	h.write("artworks/w2.md", "---\nid: 2\ntitle: Work Two\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2026-01-02T00:00:00Z\nprice: {amount: 500, currency: USD}\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	h.importContent()
	h.want(nil, shown, strings.Replace(edited, "Work 2", "Work Two", 1))
	// The entry itself changes: content wins.
	h.write("artworks/w4.md", "---\nid: 4\ntitle: Work Four\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2026-01-04T00:00:00Z\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	h.write("posts/p.md", "---\nid: 1\ntitle: New news\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.importContent()
	h.want(nil, `{artwork(slug:"4"){title} post(slug:"1"){title body} a:artwork(slug:"1"){title}}`,
		`{"data":{"artwork":{"title":"Work Four"},"post":{"title":"New news","body":"Text"},"a":{"title":"Café No. 2"}}}`)

	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	var log string
	if err := pool.QueryRow(t.Context(), `SELECT string_agg(account || ' ' || action || ' ' || kind || ' ' || entry_id || ' ' || coalesce(before ->> 'title', before ->> 'account')
		|| ' > ' || coalesce(after ->> 'title', after ->> 'account'), '; ' ORDER BY id) FROM content_changes WHERE email = 'staff@example.org' AND at > now() - interval '1 minute'`).Scan(&log); err != nil {
		t.Fatal(err)
	}
	// The second unpublishing changed nothing and is not there.
	if want := "staff-1 update artwork 1 Work 1 > Café No. 2; staff-1 unpublish artwork 4 Work 4 > Work 4; staff-1 update post 1 News > Old news; staff-1 link artist 3 Artist@example.org > acc-9"; log != want {
		t.Errorf("the record is %q,\n want %q", log, want)
	}
	var account string
	if err := pool.QueryRow(t.Context(), `SELECT account FROM artists WHERE id = 3`).Scan(&account); err != nil || account != "acc-9" {
		t.Errorf("the artist's account = %q, %v, want acc-9", account, err)
	}
}

func TestStaffInputIsChecked(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.ArtistLinkWait = 0 })
	for query, code := range map[string]string{
		`updateArtwork(id:"1",input:{category:"nonsense"}){id}`:   "BAD_USER_INPUT",
		`updateArtwork(id:"1",input:{purchasePrice:0}){id}`:       "BAD_USER_INPUT",
		`updateArtwork(id:"1",input:{title:" "}){id}`:             "BAD_USER_INPUT",
		`updateArtwork(id:"1",input:{year:99999}){id}`:            "BAD_USER_INPUT",
		`updatePost(slug:"news-1",input:{category:"gossip"}){id}`: "BAD_USER_INPUT",
		`publishArtwork(id:"77"){id}`:                             "not_found",
		`publishPost(slug:"nothing"){id}`:                         "not_found",
		`linkArtist(id:"8",accountId:"x"){id}`:                    "not_found",
		`createPostPreview(slug:"x-99"){token}`:                   "not_found",
	} {
		if got := h.as(staff, "mutation{"+query+"}"); !strings.Contains(got, `"code":"`+code+`"`) {
			t.Errorf("%s: want %s, got %s", query, code, got)
		}
	}
	h.write("artists/two.md", "---\nid: 5\nname: Two\n---\n")
	h.importContent()
	if got := h.as(staff, `mutation{linkArtist(id:"5",accountId:"artist@EXAMPLE.org"){id}}`); !strings.Contains(got, `"code":"conflict"`) {
		t.Errorf("an account of another artist = %s, want conflict", got)
	}
	h.want(staff, `mutation{linkArtist(id:"3",accountId:null){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	h.want(staff, `mutation{linkArtist(id:"5",accountId:"artist@example.org"){id}}`, `{"data":{"linkArtist":{"id":"5"}}}`)
	// Content with a changed account overrides both links.
	h.write("artists/ada.md", "---\nid: 3\nname: Ada B.\naccount: Artist@example.org\n---\n")
	h.importContent()
	found, err := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url)).FindArtist(t.Context(), &catalogv1.FindArtistRequest{Email: "artist@example.org"})
	if err != nil || found.GetArtistId() != 3 {
		t.Errorf("the account's artist = %v, %v, want 3", found, err)
	}
}

func TestDraftsArePreviewed(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.write("posts/draft.md", "---\nid: 2\ntitle: Not yet\ncategory: team\ndate: 2026-02-01\npublished: false\n---\nWait.\n")
	h.importContent()
	h.want(nil, `{posts{totalCount items{id}} post(slug:"not-yet-2"){id}}`, `{"data":{"posts":{"totalCount":1,"items":[{"id":"1"}]},"post":null}}`)
	var made struct {
		Data struct {
			CreatePostPreview struct {
				Token     string
				ExpiresAt time.Time
			}
		}
	}
	if err := json.Unmarshal([]byte(h.as(staff, `mutation{createPostPreview(slug:"not-yet-2"){token expiresAt}}`)), &made); err != nil {
		t.Fatal(err)
	}
	token := made.Data.CreatePostPreview.Token
	if left := time.Until(made.Data.CreatePostPreview.ExpiresAt); left < 23*time.Hour || left > 24*time.Hour+time.Minute {
		t.Errorf("the link is valid for %v, want 23 to 24 hours by the database's clock", left)
	}
	h.want(nil, `{postPreview(token:"`+token+`"){title body}}`, `{"data":{"postPreview":{"title":"Not yet","body":"Wait."}}}`)
	forged := []byte(token)
	forged[10] ^= 1 // the post's number
	h.want(nil, `{a:postPreview(token:"`+string(forged)+`"){title} b:postPreview(token:""){title}}`, `{"data":{"a":null,"b":null}}`)
	h.want(staff, `mutation{publishPost(slug:"2"){slug}}`, `{"data":{"publishPost":{"slug":"not-yet-2"}}}`)
	h.want(nil, `{posts{totalCount} post(slug:"2"){title}}`, `{"data":{"posts":{"totalCount":2},"post":{"title":"Not yet"}}}`)
}

// TestPostCategoriesAndCurrency: both come from the content and the settings, not from the code.
func TestPostCategoriesAndCurrency(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.cfg.Currency = "EUR"
		h.write("gallery.yaml", "name: Test\ncurrency: EUR\ncategories:\n  - {slug: image, name: Image}\n"+
			"postCategories:\n  - {slug: field-notes, name: Field notes}\n  - {slug: press, name: In the press}\n")
		for _, name := range []string{"artworks/w1.md", "artworks/w2.md"} {
			h.write(name, strings.ReplaceAll(h.read(name), "USD", "EUR"))
		}
	})
	h.want(staff, `{currency postCategories{slug name} posts{items{category categoryName}}}`,
		`{"data":{"currency":"EUR","postCategories":[{"slug":"field-notes","name":"Field notes"},{"slug":"press","name":"In the press"}],"posts":{"items":[{"category":"press","categoryName":"In the press"}]}}}`)
	h.want(staff, `mutation{updatePost(slug:"news-1",input:{category:"field-notes"}){categoryName}}`, `{"data":{"updatePost":{"categoryName":"Field notes"}}}`)
	if got := h.as(staff, `mutation{updatePost(slug:"news-1",input:{category:"podcasts"}){id}}`); !strings.Contains(got, "category must be one of field-notes, press") {
		t.Errorf("got = %v, want it to contain %s", got, "category must be one of field-notes, press")
	}
	h.want(staff, `mutation{updateArtwork(id:1,input:{purchasePrice:700}){purchasePrice{currency}}}`, `{"data":{"updateArtwork":{"purchasePrice":{"currency":"EUR"}}}}`)
	h.cfg.Currency = "USD"
	if err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder}); err == nil || !strings.Contains(err.Error(), "the currency is EUR, but the shop's is USD (SHOP_CURRENCY)") {
		t.Errorf("Import() = %v, want the currency is EUR, but the shop's is USD (SHOP_CURRENCY)", err)
	}
}

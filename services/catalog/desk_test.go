package catalog_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"

	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
)

// deskQueries are all queries for staff alone.
var deskQueries = []string{
	`contentEntries(kind:ARTWORK){totalCount}`, `contentEntry(kind:ARTWORK,id:"1"){id}`, `contentChanges(kind:ARTWORK,id:"1"){totalCount}`, `submissions{totalCount}`,
}

func TestOnlyStaffReadTheDesk(t *testing.T) {
	t.Parallel()
	h := setup(t)
	with := func(role string) *identity.Principal {
		return &identity.Principal{Subject: "someone", SessionID: "s", Email: "someone@example.org", Roles: []string{role}}
	}
	refused := func(who *identity.Principal, code string) {
		t.Helper()
		for _, q := range deskQueries {
			if got := h.as(who, "{"+q+"}"); !strings.Contains(got, `"code":"`+code+`"`) || !strings.Contains(got, `"data":null`) && !strings.Contains(got, `"contentEntry":null`) {
				t.Errorf("%s: want %s, got %s", q, code, got)
			}
		}
	}
	for _, role := range []string{"staff", "content"} {
		for _, q := range deskQueries {
			if got := h.as(with(role), "{"+q+"}"); strings.Contains(got, "errors") {
				t.Errorf("%s as %s = %s, want no errors", q, role, got)
			}
		}
	}
	// Responses to staff aren't cached for anyone else.
	refused(nil, "unauthenticated")
	for _, role := range []string{"collector", "artist", "approver", "support", "finance", "admin"} {
		refused(with(role), "forbidden")
	}
	h.auth.ended.Store(true)
	refused(staff, "session_gone")
}

func TestStaffFindEntries(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.write("posts/draft.md", "---\nid: 2\ntitle: Not yet\ncategory: team\ndate: 2026-02-01\npublished: false\n---\nWait.\n")
	})
	list := func(arguments string) string {
		t.Helper()
		var res struct {
			Data struct {
				ContentEntries struct {
					Items []struct {
						ID, Title, Label, Status string
						Edited                   bool
					}
					TotalCount, PageCount int
				}
			}
		}
		body := h.as(staff, "{contentEntries("+arguments+"){items{id title label status edited}totalCount pageCount}}")
		if err := json.Unmarshal([]byte(body), &res); err != nil || strings.Contains(body, "errors") {
			t.Fatalf("contentEntries(%s) = %s, %v, want no errors", arguments, body, err)
		}
		found := res.Data.ContentEntries
		out := fmt.Sprint(found.TotalCount)
		for _, e := range found.Items {
			out += fmt.Sprintf(" %s:%s/%s/%s", e.ID, e.Title, e.Label, e.Status)
			if e.Edited {
				out += "/edited"
			}
		}
		return out
	}
	h.want(staff, `mutation{unpublishArtwork(id:"4"){id}}`, `{"data":{"unpublishArtwork":{"id":"4"}}}`)
	h.want(staff, `mutation{updateArtwork(id:"1",input:{title:"Élan"}){id}}`, `{"data":{"updateArtwork":{"id":"1"}}}`)
	for arguments, want := range map[string]string{
		`kind:ARTWORK`:                                       "4 9:Later/Ada Brien/SCHEDULED 4:Work 4/Ada Brien/DRAFT/edited 2:Work 2/Ada Brien/PUBLISHED 1:Élan/Ada Brien/PUBLISHED/edited",
		`kind:ARTWORK,filter:{status:DRAFT}`:                 "1 4:Work 4/Ada Brien/DRAFT/edited",
		`kind:ARTWORK,filter:{status:SCHEDULED}`:             "1 9:Later/Ada Brien/SCHEDULED",
		`kind:ARTWORK,filter:{search:" elan "}`:              "1 1:Élan/Ada Brien/PUBLISHED/edited",
		`kind:ARTWORK,filter:{search:"9"}`:                   "1 9:Later/Ada Brien/SCHEDULED",
		`kind:ARTWORK,filter:{search:"BRIEN"}`:               "4 9:Later/Ada Brien/SCHEDULED 4:Work 4/Ada Brien/DRAFT/edited 2:Work 2/Ada Brien/PUBLISHED 1:Élan/Ada Brien/PUBLISHED/edited",
		`kind:ARTWORK,filter:{search:"work",status:DRAFT}`:   "1 4:Work 4/Ada Brien/DRAFT/edited",
		`kind:ARTWORK,filter:{search:"100%"}`:                "0",
		`kind:ARTWORK,page:2`:                                "0",
		`kind:POST`:                                          "2 2:Not yet/Team/DRAFT 1:News/Press/PUBLISHED",
		`kind:POST,filter:{search:"not",status:PUBLISHED}`:   "0",
		`kind:POST,filter:{search:"press",status:PUBLISHED}`: "1 1:News/Press/PUBLISHED",
	} {
		if got := list(arguments); got != want {
			t.Errorf("%s:\n got %s\nwant %s", arguments, got, want)
		}
	}
	// A work of a drop is announced immediately.
	h.want(staff, `{contentEntry(kind:ARTWORK,id:"2"){status publishedAt}}`, `{"data":{"contentEntry":{"status":"PUBLISHED","publishedAt":"2026-01-02T00:00:00Z"}}}`)
	for _, wrong := range []string{`kind:ARTWORK,page:0`, `kind:ARTWORK,filter:{search:"` + strings.Repeat("a", 201) + `"}`} {
		if got := h.as(staff, "{contentEntries("+wrong+"){page}}"); !strings.Contains(got, `"code":"BAD_USER_INPUT"`) {
			t.Errorf("contentEntries(%s) = %s, want BAD_USER_INPUT", wrong, got)
		}
	}
}

func TestStaffReadAnEntryAndItsHistory(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.write("posts/draft.md", "---\nid: 2\ntitle: Not yet\ncategory: team\ndate: 2026-02-01\npublished: false\n---\nWait.\n")
	h.importContent()
	h.want(staff, `{contentEntry(kind:POST,id:"2"){status fields{name value} categories{slug} artwork{id} post{title body}}}`,
		`{"data":{"contentEntry":{"status":"DRAFT","fields":[{"name":"title","value":"Not yet"},{"name":"category","value":"team"},{"name":"summary","value":""},`+
			`{"name":"body","value":"Wait."},{"name":"published","value":"false"}],"categories":[{"slug":"press"},{"slug":"interviews"},{"slug":"team"},`+
			`{"slug":"podcasts"},{"slug":"drops"},{"slug":"collector-bulletins"}],"artwork":null,"post":{"title":"Not yet","body":"Wait."}}}}`)
	h.want(staff, `{a:contentEntry(kind:ARTWORK,id:"77"){id} b:contentEntry(kind:POST,id:"x"){id}}`, `{"data":{"a":null,"b":null}}`)

	h.want(staff, `mutation{unpublishArtwork(id:"1"){id}}`, `{"data":{"unpublishArtwork":{"id":"1"}}}`)
	h.want(staff, `mutation{updateArtwork(id:"1",input:{title:"Other",year:null,purchasePrice:null}){id}}`, `{"data":{"updateArtwork":{"id":"1"}}}`)
	read := `{contentEntry(kind:ARTWORK,id:"1"){slug status edited fields{name value} categories{name} artwork{title artist{name} media{alt} curators{name}} post{id}}}`
	fields := func(title, year, price string) string {
		return fmt.Sprintf(`[{"name":"title","value":"%s"},{"name":"medium","value":"Ink"},{"name":"year","value":"%s"},{"name":"category","value":"image"},`+
			`{"name":"purchasePrice","value":"%s"},{"name":"description","value":"Rivers."},{"name":"published","value":"false"}]`, title, year, price)
	}
	entry := `{"data":{"contentEntry":{"slug":"%s-1","status":"DRAFT","edited":true,"fields":%s,"categories":[{"name":"Image"}],` +
		`"artwork":{"title":"%s","artist":{"name":"Ada Brien"},"media":[{"alt":"A dot"}],"curators":[{"name":"Cur Ator"}]},"post":null}}}`
	h.want(staff, read, fmt.Sprintf(entry, "other", fields("Other", "", ""), "Other"))
	h.want(nil, `{artwork(slug:"1"){title}}`, `{"data":{"artwork":null}}`)

	var log struct {
		Data struct {
			ContentChanges struct {
				TotalCount int
				Items      []struct {
					Email, Action string
					Before, After json.RawMessage
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(h.as(staff, `{contentChanges(kind:ARTWORK,id:"1"){totalCount items{email action before{name value} after{name value}}}}`)), &log); err != nil {
		t.Fatal(err)
	}
	changes := log.Data.ContentChanges
	if changes.TotalCount != 2 || len(changes.Items) != 2 || changes.Items[0].Action != "update" || changes.Items[1].Action != "unpublish" || changes.Items[0].Email != "staff@example.org" {
		t.Fatalf("changes = %+v, want an update and an unpublish by staff@example.org", changes)
	}
	if got, want := string(changes.Items[0].Before), fields("Work 1", "2025", "125000"); got != want {
		t.Errorf("before\n got %s\nwant %s", got, want)
	}
	if got, want := string(changes.Items[0].After), fields("Other", "", ""); got != want {
		t.Errorf("after\n got %s\nwant %s", got, want)
	}
	// An older version is restored by an update with its values.
	h.want(staff, `mutation{updateArtwork(id:"1",input:{title:"Work 1",year:2025,purchasePrice:125000}){id}}`, `{"data":{"updateArtwork":{"id":"1"}}}`)
	h.want(staff, read, fmt.Sprintf(entry, "work-1", fields("Work 1", "2025", "125000"), "Work 1"))
	h.want(staff, `{contentChanges(kind:ARTWORK,id:"2"){totalCount items{id}} b:contentChanges(kind:ARTWORK,id:"1",page:2){totalCount items{id}}}`,
		`{"data":{"contentChanges":{"totalCount":0,"items":[]},"b":{"totalCount":0,"items":[]}}}`)
}

// TestInvalidInputNamesItsField: a form shows the error at the field.
func TestInvalidInputNamesItsField(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for query, field := range map[string]string{
		`updateArtwork(id:"1",input:{title:" "}){id}`:                    "title",
		`updateArtwork(id:"1",input:{category:"nonsense"}){id}`:          "category",
		`updateArtwork(id:"1",input:{year:0}){id}`:                       "year",
		`updateArtwork(id:"1",input:{purchasePrice:0}){id}`:              "purchasePrice",
		`updatePost(slug:"news-1",input:{category:"gossip"}){id}`:        "category",
		`updateDrop(id:"1",input:{title:""}){id}`:                        "title",
		`updateDrop(id:"1",input:{works:["2","2"]}){id}`:                 "works",
		`updateDrop(id:"1",input:{works:["x"]}){id}`:                     "works",
		`updateArtist(id:"3",input:{born:0}){id}`:                        "born",
		`updateArtist(id:"3",input:{website:"ftp://x.example"}){id}`:     "website",
		`updateArtist(id:"3",input:{website:"javascript:alert(1)"}){id}`: "website",
		`updatePage(id:"1",input:{body:" "}){slug}`:                      "body",
		`updateCurator(id:"1",input:{name:" "}){id}`:                     "name",
	} {
		if got := h.as(staff, "mutation{"+query+"}"); !strings.Contains(got, `"field":"`+field+`"`) {
			t.Errorf("%s: want the field %s, got %s", query, field, got)
		}
	}
	for _, missing := range []string{`publishArtwork(id:"77"){id}`, `updateDrop(id:"77",input:{}){id}`, `updateArtist(id:"77",input:{}){id}`, `updateCurator(id:"x",input:{}){id}`, `updatePage(id:"77",input:{}){slug}`} {
		if got := h.as(staff, "mutation{"+missing+"}"); strings.Contains(got, `"field"`) || !strings.Contains(got, `"code":"not_found"`) {
			t.Errorf("%s = %s, want not_found without a field", missing, got)
		}
	}
}

// TestStaffChangeTexts: drops, artists and curators follow the rules of artworks and posts.
func TestStaffChangeTexts(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.want(staff, `mutation{updateDrop(id:"1",input:{title:"Soon enough",summary:"Said.",body:"*B*"}){slug title summary body curator{name}}}`,
		`{"data":{"updateDrop":{"slug":"soon-enough-1","title":"Soon enough","summary":"Said.","body":"*B*","curator":{"name":"Cur Ator"}}}}`)
	h.await("entry drop 1")
	h.await("changed 2") // its page names the drop
	h.want(staff, `mutation{updateCurator(id:"1",input:{name:"Ann Other",role:""}){slug name role bio}}`,
		`{"data":{"updateCurator":{"slug":"ann-other-1","name":"Ann Other","role":null,"bio":null}}}`)
	h.await("entry curator 1")
	h.await("changed 1")
	h.want(staff, `mutation{updateArtist(id:"3",input:{bio:"Known.",born:1900,died:null,place:"Rome",website:"https://ada.example/"}){name bio born died place website}}`,
		`{"data":{"updateArtist":{"name":"Ada Brien","bio":"Known.","born":1900,"died":null,"place":"Rome","website":"https://ada.example/"}}}`)
	h.await("entry artist 3")
	// Repeating it changes nothing and leaves no record.
	h.want(staff, `mutation{updateArtist(id:"3",input:{bio:"Known."}){id}}`, `{"data":{"updateArtist":{"id":"3"}}}`)
	h.want(staff, `{a:contentEntries(kind:DROP){items{title label status publishedAt edited}} b:contentEntries(kind:ARTIST,filter:{search:"rome"}){items{title label publishedAt edited}}`+
		` c:contentEntries(kind:CURATOR){items{title label edited}}}`,
		`{"data":{"a":{"items":[{"title":"Soon enough","label":"Ann Other","status":"PUBLISHED","publishedAt":"2190-01-01T00:00:00Z","edited":true}]},`+
			`"b":{"items":[{"title":"Ada Brien","label":"Rome","publishedAt":null,"edited":true}]},"c":{"items":[{"title":"Ann Other","label":"","edited":true}]}}}`)
	h.want(staff, `{contentEntry(kind:CURATOR,id:"1"){fields{name value} categories{slug} post{id} artwork{id}}}`,
		`{"data":{"contentEntry":{"fields":[{"name":"name","value":"Ann Other"},{"name":"role","value":""},{"name":"bio","value":""},{"name":"published","value":"true"}],"categories":[],"post":null,"artwork":null}}}`)

	// A link to an account is no change of a field, and a change of a field is no link.
	h.want(staff, `mutation{linkArtist(id:"3",accountId:"acc-9"){id}}`, `{"data":{"linkArtist":{"id":"3"}}}`)
	h.want(staff, `{contentChanges(kind:ARTIST,id:"3"){totalCount items{action before{name value} after{name value}}}}`,
		`{"data":{"contentChanges":{"totalCount":1,"items":[{"action":"update","before":[{"name":"born","value":""},{"name":"died","value":""},{"name":"place","value":""},`+
			`{"name":"website","value":""},{"name":"bio","value":"A *bio*."},{"name":"published","value":"true"}],"after":[{"name":"born","value":"1900"},{"name":"died","value":""},{"name":"place","value":"Rome"},`+
			`{"name":"website","value":"https://ada.example/"},{"name":"bio","value":"Known."},{"name":"published","value":"true"}]}]}}}`)

	// Another entry changes: the import leaves what staff changed.
	shown := `{drop(slug:"1"){title summary} artist(slug:"3"){bio born} curator(slug:"1"){name role}}`
	edited := `{"data":{"drop":{"title":"Soon enough","summary":"Said."},"artist":{"bio":"Known.","born":1900},"curator":{"name":"Ann Other","role":null}}}`
	h.write("posts/p.md", "---\nid: 1\ntitle: New news\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.importContent()
	h.want(nil, shown, edited)
	h.want(staff, `{contentEntries(kind:DROP,filter:{search:"enough"}){items{edited}}}`, `{"data":{"contentEntries":{"items":[{"edited":true}]}}}`)
	// Each entry itself changes: content wins.
	h.write("drops/d.md", "---\nid: 1\ntitle: Sooner\nstartsAt: 2190-01-01T00:00:00Z\ncurator: 1\n---\n")
	h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: Artist@example.org\n---\nNew.\n")
	h.write("curators/c.md", "---\nid: 1\nname: Cur Ator\nrole: Head\n---\n")
	h.importContent()
	h.want(nil, shown, `{"data":{"drop":{"title":"Sooner","summary":null},"artist":{"bio":"New.","born":null},"curator":{"name":"Cur Ator","role":"Head"}}}`)
	h.want(staff, `{contentEntries(kind:ARTIST){items{edited}}}`, `{"data":{"contentEntries":{"items":[{"edited":false}]}}}`)
}

// TestStaffOrderTheWorksOfADrop: the order is a field like the others. It stays until the drop's file changes, which may have another one.
func TestStaffOrderTheWorksOfADrop(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		for _, id := range []int{21, 22, 23} {
			h.write(fmt.Sprintf("artworks/w%d.md", id), fmt.Sprintf("---\nid: %d\ntitle: Work %d\nartist: 3\ncategory: image\neditionSize: 5\n"+
				"publishedAt: 2025-01-%dT00:00:00Z\ndrop: 1\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n", id, id, id))
		}
	})
	hangs := func(ids ...string) {
		t.Helper()
		items := `[{"id":"` + strings.Join(ids, `"},{"id":"`) + `"}]`
		h.want(nil, `{drop(slug:"1"){artworks{items{id}}} artworks(filter:{drop:"1"}){items{id}}}`,
			`{"data":{"drop":{"artworks":{"items":`+items+`}},"artworks":{"items":`+items+`}}}`)
	}
	hangs("2", "23", "22", "21")
	h.want(staff, `mutation{updateDrop(id:"1",input:{works:["22","2","77"]}){artworks{items{id}}}}`,
		`{"data":{"updateDrop":{"artworks":{"items":[{"id":"22"},{"id":"2"},{"id":"23"},{"id":"21"}]}}}}`)
	h.await("entry drop 1")
	hangs("22", "2", "23", "21")
	h.want(staff, `{contentEntry(kind:DROP,id:"1"){fields{name value} artworks{id}} contentChanges(kind:DROP,id:"1"){totalCount}}`,
		`{"data":{"contentEntry":{"fields":[{"name":"title","value":"Soon"},{"name":"summary","value":""},{"name":"body","value":""},{"name":"works","value":"22 2 77"},`+
			`{"name":"published","value":"true"}],"artworks":[{"id":"22"},{"id":"2"},{"id":"23"},{"id":"21"}]},"contentChanges":{"totalCount":1}}}`)
	if got := h.as(staff, `mutation{updateDrop(id:"1",input:{works:[]},before:[{name:"works",value:"2 22"}]){id}}`); !strings.Contains(got, `"fields":["works"]`) {
		t.Errorf("another order in between = %s, want a conflict about works", got)
	}

	h.write("posts/p.md", "---\nid: 1\ntitle: New news\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.importContent()
	hangs("22", "2", "23", "21")
	h.write("drops/d.md", "---\nid: 1\ntitle: Soon\nstartsAt: 2190-01-01T00:00:00Z\ncurator: 1\nworks: [21, 23]\n---\n")
	h.importContent()
	hangs("21", "23", "2", "22")
	h.want(staff, `mutation{updateDrop(id:"1",input:{works:[]}){id}}`, `{"data":{"updateDrop":{"id":"1"}}}`)
	hangs("2", "23", "22", "21")
}

// TestStaffChangePages: a changed text is a new version of the terms, which purchases refer to.
func TestStaffChangePages(t *testing.T) {
	t.Parallel()
	h := setup(t)
	var list struct {
		Data struct {
			ContentEntries struct {
				Items []struct{ ID, Title, Label string }
			}
		}
	}
	if err := json.Unmarshal([]byte(h.as(staff, `{contentEntries(kind:PAGE,filter:{search:"terms"}){items{id title label}}}`)), &list); err != nil || len(list.Data.ContentEntries.Items) != 1 {
		t.Fatalf("pages = %+v, %v, want one", list, err)
	}
	id := list.Data.ContentEntries.Items[0].ID
	version := func() string {
		t.Helper()
		var res struct {
			Data struct{ Page struct{ Version string } }
		}
		if err := json.Unmarshal([]byte(h.as(nil, `{page(slug:"terms"){version}}`)), &res); err != nil {
			t.Fatal(err)
		}
		return res.Data.Page.Version
	}
	first := version()
	h.want(staff, `mutation{updatePage(id:"`+id+`",input:{body:"Be very kind."}){slug title body}}`, `{"data":{"updatePage":{"slug":"terms","title":"Terms","body":"Be very kind."}}}`)
	h.await("entry page " + id)
	second := version()
	if second == first || second == "" {
		t.Errorf("version = %q, want a new one after %q", second, first)
	}
	h.want(staff, `mutation{updatePage(id:"`+id+`",input:{body:"Be very kind."}){slug}}`, `{"data":{"updatePage":{"slug":"terms"}}}`)
	h.want(staff, `{contentEntry(kind:PAGE,id:"`+id+`"){label edited fields{name value}} contentChanges(kind:PAGE,id:"`+id+`"){items{before{value} after{value}}}}`,
		`{"data":{"contentEntry":{"label":"terms","edited":true,"fields":[{"name":"title","value":"Terms"},{"name":"body","value":"Be very kind."},{"name":"published","value":"true"}]},`+
			`"contentChanges":{"items":[{"before":[{"value":"Terms"},{"value":"Be kind."},{"value":"true"}],"after":[{"value":"Terms"},{"value":"Be very kind."},{"value":"true"}]}]}}}`)
	// Another entry changes, then the page itself.
	h.write("posts/p.md", "---\nid: 1\ntitle: New news\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.importContent()
	h.want(nil, `{page(slug:"terms"){body}}`, `{"data":{"page":{"body":"Be very kind."}}}`)
	if got := version(); got != second {
		t.Errorf("after an import of another entry the version is %q, want %q", got, second)
	}
	h.write("pages/terms.md", "---\ntitle: Terms\n---\nBe fair.\n")
	h.importContent()
	h.want(nil, `{page(slug:"terms"){body}}`, `{"data":{"page":{"body":"Be fair."}}}`)
	// A former text has its former version again.
	h.want(staff, `mutation{updatePage(id:"`+id+`",input:{body:"Be kind."}){slug}}`, `{"data":{"updatePage":{"slug":"terms"}}}`)
	if got := version(); got != first {
		t.Errorf("version of the original text = %q, want %q", got, first)
	}
}

// TestATextChangeKeepsTheLinkOfTheFolder: only a link that staff made may outlast a change of the folder.
func TestATextChangeKeepsTheLinkOfTheFolder(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.want(staff, `mutation{updateArtist(id:"3",input:{bio:"Known."}){id}}`, `{"data":{"updateArtist":{"id":"3"}}}`)
	h.write("posts/p.md", "---\nid: 1\ntitle: New news\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.importContent()
	found, err := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(h.t, "catalog", h.url)).FindArtist(t.Context(), &catalogv1.FindArtistRequest{Email: "artist@example.org"})
	if err != nil || found.GetArtistId() != 3 {
		t.Errorf("the account's artist = %v, %v, want 3", found, err)
	}
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	var edited, texts bool
	if err := pool.QueryRow(t.Context(), `SELECT edited, texts_edited FROM artists WHERE id = 3`).Scan(&edited, &texts); err != nil || edited || !texts {
		t.Errorf("edited = %t, texts_edited = %t, %v, want false, true", edited, texts, err)
	}
}

// TestStaffNoticeEachOther: two people edit the same entry. Who saves last learns what the other one changed, and nothing is overwritten.
func TestStaffNoticeEachOther(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for _, m := range []struct{ name, first, second, field string }{
		{"updateArtwork", `id:"1",input:{title:"Ebb"}`, `id:"1",input:{title:"Flow"},before:[{name:"title",value:"Work 1"}]`, "title"},
		{"updatePost", `slug:"news-1",input:{summary:"One"}`, `slug:"news-1",input:{summary:"Two"},before:[{name:"title",value:"News"},{name:"summary",value:"Never"}]`, "summary"},
		{"updateArtist", `id:"3",input:{born:1970}`, `id:"3",input:{born:1971},before:[{name:"born",value:"1969"}]`, "born"},
		{"updateDrop", `id:"1",input:{summary:"One"}`, `id:"1",input:{summary:"Two"},before:[{name:"summary",value:"Never"}]`, "summary"},
		{"updateCurator", `id:"1",input:{role:"One"}`, `id:"1",input:{role:"Two"},before:[{name:"role",value:"Never"}]`, "role"},
		{"updatePage", `id:"1",input:{body:"One"}`, `id:"1",input:{body:"Two"},before:[{name:"body",value:"Never"}]`, "body"},
	} {
		if got := h.as(staff, "mutation{"+m.name+"("+m.first+"){__typename}}"); strings.Contains(got, "errors") {
			t.Errorf("%s = %s, want no errors", m.name, got)
		}
		if got := h.as(staff, "mutation{"+m.name+"("+m.second+"){__typename}}"); !strings.Contains(got, `"code":"conflict"`) || !strings.Contains(got, `"fields":["`+m.field+`"]`) {
			t.Errorf("%s: want a conflict about %s, got %s", m.name, m.field, got)
		}
	}
	h.want(staff, `{artwork(slug:"1"){title}}`, `{"data":{"artwork":{"title":"Ebb"}}}`)
	// Another field, or the value that the caller has read by now, is no conflict.
	h.want(staff, `mutation{updateArtwork(id:"1",input:{medium:"Chalk"},before:[{name:"medium",value:"Ink"}]){title medium}}`, `{"data":{"updateArtwork":{"title":"Ebb","medium":"Chalk"}}}`)
	h.want(staff, `mutation{updateArtwork(id:"1",input:{title:"Flow"},before:[{name:"title",value:"Ebb"}]){title}}`, `{"data":{"updateArtwork":{"title":"Flow"}}}`)
}

package catalog_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/identity"
)

// deskQueries are all queries for staff alone.
var deskQueries = []string{
	`contentEntries(kind:ARTWORK){totalCount}`, `contentEntry(kind:ARTWORK,id:"1"){id}`, `contentChanges(kind:ARTWORK,id:"1"){totalCount}`,
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
				t.Errorf("%s as %s: %s", q, role, got)
			}
		}
	}
	// What staff read just now isn't kept for anyone else.
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
			t.Fatalf("%s: %s (%v)", arguments, body, err)
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
	for _, wrong := range []string{`kind:ARTWORK,page:0`, `kind:ARTWORK,filter:{search:"` + strings.Repeat("a", 201) + `"}`} {
		if got := h.as(staff, "{contentEntries("+wrong+"){page}}"); !strings.Contains(got, `"code":"BAD_USER_INPUT"`) {
			t.Errorf("%s: %s", wrong, got)
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
		t.Fatalf("the history is %+v", changes)
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
		`updateArtwork(id:"1",input:{title:" "}){id}`:             "title",
		`updateArtwork(id:"1",input:{category:"nonsense"}){id}`:   "category",
		`updateArtwork(id:"1",input:{year:0}){id}`:                "year",
		`updateArtwork(id:"1",input:{purchasePrice:0}){id}`:       "purchasePrice",
		`updatePost(slug:"news-1",input:{category:"gossip"}){id}`: "category",
	} {
		if got := h.as(staff, "mutation{"+query+"}"); !strings.Contains(got, `"field":"`+field+`"`) {
			t.Errorf("%s: want the field %s, got %s", query, field, got)
		}
	}
	if got := h.as(staff, `mutation{publishArtwork(id:"77"){id}}`); strings.Contains(got, `"field"`) {
		t.Error(got)
	}
}

package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
)

// ada is linked to the artist 3 by her address, bob to the artist 5.
var (
	ada = &identity.Principal{Subject: "acc-ada", SessionID: "s", Email: "artist@example.org", EmailVerified: true, Roles: []string{"artist"}}
	bob = &identity.Principal{Subject: "acc-bob", SessionID: "s", Email: "bob@example.org", EmailVerified: true}
)

func withBob(h *fixture) {
	h.write("artists/bob.md", "---\nid: 5\nname: Bob\naccount: bob@example.org\n---\nA bio.\n")
}

// tus sends a request of the upload protocol.
func (h *fixture) tus(who *identity.Principal, method, path string, body []byte, header ...string) *http.Response {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Tus-Resumable", "1.0.0")
	if who != nil {
		req.Header.Set(identity.Header, h.fleet.Token(h.t, "catalog", who))
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func (h *fixture) part(who *identity.Principal, address string, offset int, part []byte) *http.Response {
	h.t.Helper()
	return h.tus(who, http.MethodPatch, address, part, "Content-Type", "application/offset+octet-stream", "Upload-Offset", strconv.Itoa(offset))
}

func (h *fixture) create(who *identity.Principal, length int) string {
	h.t.Helper()
	res := h.tus(who, http.MethodPost, "/api/studio/uploads", nil, "Upload-Length", strconv.Itoa(length))
	if res.StatusCode != http.StatusCreated {
		h.t.Fatalf("creating an upload: %s, want 201", res.Status)
	}
	return res.Header.Get("Location")
}

func uploadID(address string) string { return address[strings.LastIndex(address, "/")+1:] }

// noise is a PNG of more than one part, because it doesn't compress.
func noise(t *testing.T, side int) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	state := uint32(1)
	for i := range img.Pix {
		state = state*1664525 + 1013904223
		img.Pix[i] = byte(state >> 24)
	}
	for y := range side {
		img.Set(0, y, color.NRGBA{200, 0, 0, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// upload sends a whole file and returns the upload's id.
func (h *fixture) upload(who *identity.Principal, file []byte) string {
	h.t.Helper()
	address := h.create(who, len(file))
	for offset := 0; offset < len(file); offset += 1 << 20 {
		end := min(offset+1<<20, len(file))
		if res := h.part(who, address, offset, file[offset:end]); res.StatusCode != http.StatusNoContent {
			body, _ := io.ReadAll(res.Body)
			h.t.Fatalf("part at %d: %s %s, want 204", offset, res.Status, body)
		}
	}
	return uploadID(address)
}

func draftInput(title, upload string) string {
	uploadID := "null"
	if upload != "" {
		uploadID = strconv.Quote(upload)
	}
	return fmt.Sprintf(`{title:%q,description:"Rain on *glass*.",medium:"Ink, paper",category:"image",year:2026,dimensions:"60 × 80 cm",editionSize:7,price:45000,alt:"Red lines",uploadId:%s}`,
		title, uploadID)
}

func (h *fixture) save(who *identity.Principal, draft string, version int, input string) string {
	h.t.Helper()
	return h.as(who, fmt.Sprintf(`mutation{saveDraft(id:%q,version:%d,input:%s){version state pictureState}}`, draft, version, input))
}

// ready waits until the renditions of a draft's picture are made.
func (h *fixture) ready(who *identity.Principal, draft string) {
	h.t.Helper()
	testkit.Eventually(h.t, 3*time.Minute, func() bool { // renditions stand back behind all other work
		return strings.Contains(h.as(who, fmt.Sprintf(`{draft(id:%q){pictureState}}`, draft)), `"READY"`)
	})
}

func (h *fixture) contains(who *identity.Principal, query string, wants ...string) string {
	h.t.Helper()
	got := h.as(who, query)
	for _, want := range wants {
		if !strings.Contains(got, want) {
			h.t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
	return got
}

func TestAnArtistSubmitsAWork(t *testing.T) {
	t.Parallel()
	h := setup(t, withBob)
	draft, file := id.New(), noise(t, 700)
	if len(file) <= 1<<20 {
		t.Fatalf("the picture has %d bytes, want more than one part", len(file))
	}
	// A draft without anything is saved, and can't be submitted.
	empty := `{title:"",description:"",medium:"",category:"",dimensions:"",editionSize:0,alt:""}`
	h.want(ada, fmt.Sprintf(`mutation{saveDraft(id:%q,version:0,input:%s){version state pictureState}}`, draft, empty), `{"data":{"saveDraft":{"version":1,"state":"DRAFT","pictureState":"NONE"}}}`)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:1){id}}`, draft), `"code":"BAD_USER_INPUT"`, `"field":"title"`)

	// The upload is interrupted and continues where it was.
	address := h.create(ada, len(file))
	if res := h.part(ada, address, 0, file[:1<<20]); res.StatusCode != http.StatusNoContent || res.Header.Get("Upload-Offset") != "1048576" {
		t.Fatalf("the first part: %s at %s, want 204 at 1048576", res.Status, res.Header.Get("Upload-Offset"))
	}
	if got := h.save(ada, draft, 1, draftInput("Rain", uploadID(address))); !strings.Contains(got, `"field":"picture"`) {
		t.Errorf("draft with an unfinished upload = %s, want an error at picture", got)
	}
	if res := h.part(ada, address, 0, file[:1<<20]); res.StatusCode != http.StatusConflict {
		t.Errorf("a part at the wrong offset: %s, want 409", res.Status)
	}
	res := h.tus(ada, http.MethodHead, address, nil)
	if res.StatusCode != http.StatusOK || res.Header.Get("Upload-Offset") != "1048576" || res.Header.Get("Upload-Length") != strconv.Itoa(len(file)) {
		t.Errorf("HEAD: %s, %v, want 200 at 1048576 of %d", res.Status, res.Header, len(file))
	}
	if res := h.part(ada, address, 1<<20, file[1<<20:]); res.StatusCode != http.StatusNoContent {
		t.Fatalf("the last part: %s, want 204", res.Status)
	}
	if got := h.save(ada, draft, 1, draftInput("Rain", uploadID(address))); !strings.Contains(got, `"version":2`) {
		t.Fatalf(`h.save(ada, draft, 1, draftInput("Rain", uploadID(address))) = %v, want it to contain %s`, got, `"version":2`)
	}
	h.ready(ada, draft)
	// Its original is at no public address.
	var list struct {
		Data struct {
			Draft struct{ Picture struct{ URL string } }
		}
	}
	if err := json.Unmarshal([]byte(h.as(ada, fmt.Sprintf(`{draft(id:%q){picture{url}}}`, draft))), &list); err != nil {
		t.Fatal(err)
	}
	shown := list.Data.Draft.Picture.URL
	original := shown[:strings.LastIndex(shown, "/")] + "/work.png"
	if status, _, _ := h.fetch(original); status != http.StatusNotFound {
		t.Errorf("%s: %d, want 404", original, status)
	}
	if status, _, _ := h.fetch(shown); status != http.StatusOK {
		t.Errorf("%s: %d, want 200", shown, status)
	}

	// It is private until it is submitted.
	h.want(staff, fmt.Sprintf(`{draft(id:%q){id}}`, draft), `{"data":{"draft":null}}`)
	h.contains(staff, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:2){id}}`, draft), `"code":"not_found"`)
	h.want(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:2,comment:"For autumn"){version state}}`, draft), `{"data":{"submitDraft":{"version":3,"state":"SUBMITTED"}}}`)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:3){id}}`, draft), `"code":"conflict"`)
	if got := h.save(ada, draft, 3, draftInput("Other", "")); !strings.Contains(got, `"code":"conflict"`) {
		t.Errorf("saving a submitted draft = %s, want conflict", got)
	}
	h.want(staff, `{submissions{totalCount items{title artist{name}}}}`, `{"data":{"submissions":{"totalCount":1,"items":[{"title":"Rain","artist":{"name":"Ada Brien"}}]}}}`)
	h.contains(staff, fmt.Sprintf(`mutation{requestDraftChanges(id:%q,version:3,comment:" "){id}}`, draft), `"field":"comment"`)
	h.want(staff, fmt.Sprintf(`mutation{requestDraftChanges(id:%q,version:3,comment:"A better title"){version state}}`, draft), `{"data":{"requestDraftChanges":{"version":4,"state":"CHANGES_REQUESTED"}}}`)
	if got := h.save(ada, draft, 3, draftInput("Late", "")); !strings.Contains(got, `"code":"conflict"`) {
		t.Errorf("saving an older version = %s, want conflict", got)
	}
	if got := h.save(ada, draft, 4, draftInput("Rain on glass", "")); !strings.Contains(got, `"version":5`) || !strings.Contains(got, `"READY"`) {
		t.Fatalf("saving version 4 = %s, want version 5 with the picture READY", got)
	}
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:5){id}}`, draft), `"id"`)
	got := h.contains(staff, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:6,comment:"Thank you"){state artworkId steps{state byStaff comment}}}`, draft), `"state":"ACCEPTED"`,
		`"steps":[{"state":"SUBMITTED","byStaff":false,"comment":"For autumn"},{"state":"CHANGES_REQUESTED","byStaff":true,"comment":"A better title"},`+
			`{"state":"SUBMITTED","byStaff":false,"comment":""},{"state":"ACCEPTED","byStaff":true,"comment":"Thank you"}]`)
	if !strings.Contains(got, `"artworkId":"800000000"`) {
		t.Fatalf("the artwork = %s, want 800000000", got)
	}
	h.contains(staff, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:7){id}}`, draft), `"code":"conflict"`)

	// The artist has an address of the original, published or not; nobody else does.
	var studio struct {
		Data struct{ Studio struct{ Original string } }
	}
	if err := json.Unmarshal([]byte(h.as(ada, `{studio{original(artworkId:"800000000")}}`)), &studio); err != nil {
		t.Fatal(err)
	}
	if status, _, body := h.fetch(studio.Data.Studio.Original); status != http.StatusOK || !bytes.Equal(body, file) {
		t.Errorf("the original at %s: %d, %d bytes, want the %d that were uploaded", studio.Data.Studio.Original, status, len(body), len(file))
	}
	for _, artworkID := range []string{"999999", "x", ""} {
		h.want(ada, fmt.Sprintf(`{studio{original(artworkId:%q)}}`, artworkID), `{"data":{"studio":{"original":null}}}`)
	}
	h.want(bob, `{studio{original(artworkId:"800000000")}}`, `{"data":{"studio":{"original":null}}}`)
	h.want(staff, `{studio{original(artworkId:"800000000")}}`, `{"data":{"studio":null}}`)

	// Staff find it unpublished, and publish it.
	h.want(nil, `{artwork(slug:"800000000"){title}}`, `{"data":{"artwork":null}}`)
	h.contains(staff, `{contentEntry(kind:ARTWORK,id:"800000000"){status title label}}`, `"status":"DRAFT","title":"Rain on glass","label":"Ada Brien"`)
	h.contains(staff, `mutation{publishArtwork(id:"800000000"){id}}`, `"800000000"`)
	h.want(nil, `{artwork(slug:"800000000"){slug title category editionSize year medium description purchasePrice{amount currency} attributes{name value} media{alt renditions{width}} artist{name artworkCount}}}`,
		`{"data":{"artwork":{"slug":"rain-on-glass-800000000","title":"Rain on glass","category":"image","editionSize":7,"year":2026,"medium":"Ink, paper","description":"Rain on *glass*.",`+
			`"purchasePrice":{"amount":"45000","currency":"USD"},"attributes":[{"name":"Dimensions","value":"60 × 80 cm"}],`+
			`"media":[{"alt":"Red lines","renditions":[{"width":320},{"width":640},{"width":700}]}],"artist":{"name":"Ada Brien","artworkCount":4}}}}`)
	h.contains(nil, `{artworks(filter:{search:"glass"}){items{id}}}`, `"800000000"`)
	// An import of the content folder leaves it alone.
	h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: Artist@example.org\n---\nAnother bio.\n")
	h.importContent()
	h.contains(nil, `{artwork(slug:"800000000"){artist{bio}}}`, "Another bio.")

	for _, name := range []string{"draft SUBMITTED 3", "draft CHANGES_REQUESTED 4", "draft SUBMITTED 6", "draft ACCEPTED 7"} {
		e, _ := h.await(name).(*catalogv1.DraftMoved)
		if e.GetDraftId() != draft || e.GetAccountId() != ada.Subject || e.GetArtistName() != "Ada Brien" || e.GetArtistId() != 3 || !strings.HasPrefix(e.GetTitle(), "Rain") {
			t.Errorf("event %s = %v, want ada's draft Rain", name, e)
		}
	}
}

// TestStudioAccess is the matrix of callers and calls.
func TestStudioAccess(t *testing.T) {
	t.Parallel()
	h := setup(t, withBob)
	draft, upload := id.New(), h.create(ada, 5)
	if got := h.save(ada, draft, 0, draftInput("Rain", "")); !strings.Contains(got, `"version":1`) {
		t.Fatalf(`h.save(ada, draft, 0, draftInput("Rain", "")) = %v, want it to contain %s`, got, `"version":1`)
	}
	unverified := &identity.Principal{Subject: "mallory", SessionID: "s", Email: "artist@example.org", Roles: []string{"artist"}}
	collector := &identity.Principal{Subject: "c", SessionID: "s", Email: "c@example.org", EmailVerified: true, Roles: []string{"collector", "artist"}}
	calls := map[string]string{
		"save":    fmt.Sprintf(`mutation{saveDraft(id:%q,version:1,input:%s){id}}`, draft, draftInput("Stolen", "")),
		"submit":  fmt.Sprintf(`mutation{submitDraft(id:%q,version:1){id}}`, draft),
		"delete":  fmt.Sprintf(`mutation{deleteDraft(id:%q,version:1)}`, draft),
		"accept":  fmt.Sprintf(`mutation{acceptDraft(id:%q,version:1){id}}`, draft),
		"request": fmt.Sprintf(`mutation{requestDraftChanges(id:%q,version:1,comment:"x"){id}}`, draft),
		"queue":   `{submissions{totalCount}}`,
	}
	for name, c := range map[string]struct {
		who    *identity.Principal
		code   map[string]string // by call
		upload int
	}{
		"nobody":         {nil, map[string]string{"save": "unauthenticated", "submit": "unauthenticated", "delete": "unauthenticated", "accept": "unauthenticated", "request": "unauthenticated", "queue": "unauthenticated"}, 401},
		"collector":      {collector, map[string]string{"save": "forbidden", "submit": "forbidden", "delete": "forbidden", "accept": "forbidden", "request": "forbidden", "queue": "forbidden"}, 403},
		"unverified":     {unverified, map[string]string{"save": "forbidden", "submit": "forbidden", "delete": "forbidden", "accept": "forbidden", "request": "forbidden", "queue": "forbidden"}, 403},
		"another artist": {bob, map[string]string{"save": "not_found", "submit": "not_found", "delete": "not_found", "accept": "forbidden", "request": "forbidden", "queue": "forbidden"}, 404},
		// Staff only have the uploads that they made themselves.
		"staff": {staff, map[string]string{"save": "forbidden", "submit": "forbidden", "delete": "forbidden", "accept": "not_found", "request": "not_found"}, 404},
	} {
		for call, code := range c.code {
			if got := h.as(c.who, calls[call]); !strings.Contains(got, `"code":"`+code+`"`) {
				t.Errorf("%s, %s: want %s, got %s", name, call, code, got)
			}
		}
		for method, res := range map[string]*http.Response{
			"HEAD": h.tus(c.who, http.MethodHead, upload, nil), "PATCH": h.part(c.who, upload, 0, []byte("a")), "DELETE": h.tus(c.who, http.MethodDelete, upload, nil),
		} {
			if res.StatusCode != c.upload {
				t.Errorf("%s, %s of an upload: %s, want %d", name, method, res.Status, c.upload)
			}
		}
		if read := fmt.Sprintf(`{draft(id:%q){id}}`, draft); c.who != nil {
			h.want(c.who, read, `{"data":{"draft":null}}`)
		} else {
			h.contains(nil, read, `"code":"unauthenticated"`)
		}
	}
	h.contains(ada, `{studio{artist{name} drafts{title version} categories{slug}}}`, `"drafts":[{"title":"Rain","version":1}]`, `"categories":[{"slug":"image"}]`)
	h.want(bob, `{studio{artist{name} drafts{title}}}`, `{"data":{"studio":{"artist":{"name":"Bob"},"drafts":[]}}}`)
	// The form shows the limits that uploads are checked with.
	h.want(bob, `{studio{limits{picture{bytes size pixels tooLarge} film{bytes formats} page{bytes types}}}}`,
		`{"data":{"studio":{"limits":{"picture":{"bytes":67108864,"size":"64 MB","pixels":268000000,"tooLarge":"a picture has at most 64 MB: save it smaller"},`+
			`"film":{"bytes":209715200,"formats":"MP4 with H.264 or AV1, WebM, MP3 or Ogg"},"page":{"bytes":4000000,"types":["text/html"]}}}}}`)
	h.want(collector, `{studio{artist{name}}}`, `{"data":{"studio":null}}`)
	// Another artist's finished upload can't be saved with one's own draft.
	done := h.upload(ada, noise(t, 20))
	if got := h.save(bob, id.New(), 0, draftInput("Mine", done)); !strings.Contains(got, `"field":"picture"`) {
		t.Errorf("draft with another artist's upload = %s, want an error at picture", got)
	}
	h.auth.ended.Store(true)
	h.contains(ada, calls["save"], `"code":"session_gone"`)
	h.contains(ada, `{studio{artist{name}}}`, `"code":"session_gone"`)
	if res := h.part(ada, upload, 0, []byte("a")); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("a part after the session ended: %s, want 401", res.Status)
	}
	h.auth.ended.Store(false)
	h.want(ada, calls["delete"], `{"data":{"deleteDraft":true}}`)
	h.want(ada, `{studio{drafts{id}}}`, `{"data":{"studio":{"drafts":[]}}}`)
}

func TestUploadsAreRefused(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for name, c := range map[string]struct {
		header []string
		status int
	}{
		"no length":     {nil, 400},
		"empty":         {[]string{"Upload-Length", "0"}, 400},
		"too large":     {[]string{"Upload-Length", strconv.Itoa(200<<20 + 1)}, 413},
		"other version": {[]string{"Upload-Length", "5", "Tus-Resumable", "0.2.2"}, 412},
	} {
		if res := h.tus(ada, http.MethodPost, "/api/studio/uploads", nil, c.header...); res.StatusCode != c.status {
			t.Errorf("%s: %s, want %d", name, res.Status, c.status)
		}
	}
	address := h.create(ada, 5)
	if res := h.part(ada, address, 0, []byte("longer")); res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("part longer than the rest: %s, want 413", res.Status)
	}
	if res := h.tus(ada, http.MethodPatch, address, []byte("a"), "Upload-Offset", "0"); res.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("part of another content type: %s, want 415", res.Status)
	}
	// A file that isn't a picture is refused with a message for the artist, and deleted.
	res := h.part(ada, address, 0, []byte("hello"))
	if body, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(body), `"code":"invalid_picture"`) || !strings.Contains(string(body), "isn't a picture") {
		t.Errorf("upload that isn't an image: %s %s, want 422, invalid_picture, isn't a picture", res.Status, body)
	}
	if res := h.tus(ada, http.MethodHead, address, nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("rejected upload: %s, want 404", res.Status)
	}
	// Files that we can't show say why. Package format has the kinds.
	for file, reason := range map[string]string{
		"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom\x00\x00\xff\xffmdat": "This file ends before it is complete",
		"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom":                     "This file has neither a film nor sound in it",
		"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic":                     "This file is a HEIC picture",
		"<!doctype html><script>alert(1)</script>":                             "This page never reads the hash",
		"#!/bin/sh\necho film.mp4\n":                                           "This isn't a picture, film or sound that we can read",
	} {
		address := h.create(ada, len(file))
		res := h.part(ada, address, 0, []byte(file))
		if body, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(body), `"code":"invalid_picture"`) || !strings.Contains(string(body), reason) {
			t.Errorf("%q: status = %s, body %s, want 422 invalid_picture, %s", file, res.Status, body, reason)
		}
	}
	for range 10 {
		address = h.create(ada, 5)
	}
	if res := h.tus(ada, http.MethodPost, "/api/studio/uploads", nil, "Upload-Length", "5"); res.StatusCode != http.StatusConflict {
		t.Errorf("the eleventh unfinished upload: %s, want 409", res.Status)
	}
	if res := h.tus(ada, http.MethodDelete, address, nil); res.StatusCode != http.StatusNoContent {
		t.Errorf("cancelling: %s, want 204", res.Status)
	}
	h.create(ada, 5)
}

// TestTheSamePictureTwice: a file that the gallery shows already stays public, and the draft gets its renditions.
func TestTheSamePictureTwice(t *testing.T) {
	t.Parallel()
	h := setup(t)
	draft := id.New()
	if got := h.save(ada, draft, 0, draftInput("Dot", h.upload(ada, []byte(h.read("media/dot.png"))))); !strings.Contains(got, `"version":1`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":1`)
	}
	h.ready(ada, draft)
	h.contains(nil, `{artwork(slug:"1"){media{url}}}`, `"/assets/`)
	var face struct {
		Data struct {
			Artwork struct{ Media []struct{ URL string } }
		}
	}
	if err := json.Unmarshal([]byte(h.as(nil, `{artwork(slug:"1"){media{url}}}`)), &face); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := h.fetch(face.Data.Artwork.Media[0].URL); status != http.StatusOK {
		t.Errorf("the gallery's picture: status = %d, want 200", status)
	}
}

func profileInput(bio, website, alt, upload string) string {
	uploadID := "null"
	if upload != "" {
		uploadID = strconv.Quote(upload)
	}
	return fmt.Sprintf(`{bio:%q,born:1980,place:"Cork",website:%q,alt:%q,uploadId:%s}`, bio, website, alt, uploadID)
}

// TestAnArtistChangesTheirPage: texts and a portrait from the studio, their review, and an import beside them.
func TestAnArtistChangesTheirPage(t *testing.T) {
	t.Parallel()
	h := setup(t, withBob)
	draft := id.New()
	save := func(who *identity.Principal, draft string, version int, input string) string {
		return h.as(who, fmt.Sprintf(`mutation{saveProfileDraft(id:%q,version:%d,input:%s){kind version title profile{bio born} profileBefore{bio born} pictureState}}`, draft, version, input))
	}
	before := strings.TrimSpace(h.read("artists/ada.md")[strings.LastIndex(h.read("artists/ada.md"), "---")+4:])
	same := fmt.Sprintf(`{bio:%q,place:"",website:"",alt:""}`, before)
	if got, want := save(ada, draft, 0, same), fmt.Sprintf(`{"data":{"saveProfileDraft":{"kind":"PROFILE","version":1,"title":"Ada Brien","profile":{"bio":%q,"born":null},"profileBefore":{"bio":%q,"born":null},"pictureState":"NONE"}}}`, before, before); got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:1){id}}`, draft), `"field":"bio"`, "change something first")
	for field, input := range map[string]string{
		"website":      profileInput("New", "javascript:alert(1)", "", ""),
		"born":         `{bio:"",born:3000,place:"",website:"",alt:""}`,
		"place":        fmt.Sprintf(`{bio:"",place:%q,website:"",alt:""}`, strings.Repeat("x", 201)),
		"keepPortrait": fmt.Sprintf(`{bio:"",place:"",website:"",alt:"",uploadId:%q,keepPortrait:true}`, id.New()),
		"picture":      profileInput("New", "", "", id.New()),
	} {
		if got := save(ada, draft, 1, input); !strings.Contains(got, `"field":"`+field+`"`) {
			t.Errorf("saveDraft with a wrong %s = %s, want the field named", field, got)
		}
	}
	// One at a time, for one's own artist, and a draft stays what it is.
	for name, got := range map[string]string{
		"another draft of the page": save(ada, id.New(), 0, same), "another artist": save(bob, draft, 1, same), "staff": save(staff, draft, 1, same),
		"as an artwork": h.save(ada, draft, 1, draftInput("Rain", "")), "nobody": save(nil, draft, 1, same),
	} {
		t.Run(name, func(t *testing.T) {
			code := map[string]string{"another draft of the page": "conflict", "another artist": "not_found", "staff": "forbidden", "as an artwork": "not_found", "nobody": "unauthenticated"}[name]
			if !strings.Contains(got, `"code":"`+code+`"`) {
				t.Errorf("got %s, want %s", got, code)
			}
		})
	}
	// A portrait is added, taken out, and added again.
	file := noise(t, 400)
	first := h.upload(ada, file)
	if got := save(ada, draft, 1, profileInput("I draw rain.", "https://ada.example/", "", first)); !strings.Contains(got, `"version":2`) || strings.Contains(got, `"NONE"`) {
		t.Fatalf("save = %s, want version 2 with a portrait", got)
	}
	if got := save(ada, draft, 2, `{bio:"I draw rain.",place:"",website:"",alt:"",keepPortrait:true}`); !strings.Contains(got, `"NONE"`) {
		t.Fatalf("after removing the portrait = %s, want NONE", got)
	}
	if got := save(ada, draft, 3, profileInput("I draw rain.", "https://ada.example/", "", first)); !strings.Contains(got, `"version":4`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":4`)
	}
	h.ready(ada, draft)
	// The artist has the file as it was uploaded, and nobody else has.
	var uploaded struct {
		Data struct {
			Studio struct{ DraftOriginal string }
		}
	}
	original := fmt.Sprintf(`{studio{draftOriginal(draftId:%q)}}`, draft)
	if err := json.Unmarshal([]byte(h.as(ada, original)), &uploaded); err != nil {
		t.Fatal(err)
	}
	if status, _, body := h.fetch(uploaded.Data.Studio.DraftOriginal); status != http.StatusOK || !bytes.Equal(body, file) {
		t.Errorf("the draft's original: %d, %d bytes, want %d: %s", status, len(body), len(file), h.as(ada, original))
	}
	none := `{"data":{"studio":{"draftOriginal":null}}}`
	h.want(bob, original, none)
	h.want(ada, fmt.Sprintf(`{studio{draftOriginal(draftId:%q,film:true)}}`, draft), none)
	h.want(ada, `{studio{draftOriginal(draftId:"nothing")}}`, none)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:4){id}}`, draft), `"field":"alt"`)
	if got := save(ada, draft, 4, profileInput("I draw rain.", "https://ada.example/", "Ada at her plotter", "")); !strings.Contains(got, `"version":5`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":5`)
	}
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:5){state}}`, draft), `"SUBMITTED"`)
	h.want(nil, `{artist(slug:"3"){bio portrait{alt}}}`, fmt.Sprintf(`{"data":{"artist":{"bio":%q,"portrait":null}}}`, before))
	// Staff change another field in the meantime: it stays, because the artist left it alone.
	h.contains(staff, `mutation{updateArtist(id:"3",input:{died:2020}){id}}`, `"3"`)
	h.contains(staff, `{submissions{items{kind title artist{name}}}}`, `{"kind":"PROFILE","title":"Ada Brien","artist":{"name":"Ada Brien"}}`)
	h.contains(bob, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:6){id}}`, draft), `"code":"forbidden"`)
	h.want(staff, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:6){state artworkId}}`, draft), `{"data":{"acceptDraft":{"state":"ACCEPTED","artworkId":null}}}`)
	page := `{artist(slug:"3"){bio born died place website portrait{alt renditions{width}}}}`
	shown := `{"data":{"artist":{"bio":"I draw rain.","born":1980,"died":2020,"place":"Cork","website":"https://ada.example/","portrait":{"alt":"Ada at her plotter","renditions":[{"width":320},{"width":400}]}}}}`
	h.want(nil, page, shown)
	h.contains(staff, `{contentChanges(kind:ARTIST,id:"3"){items{action email before{name value} after{name value}}}}`, `"action":"accept"`, `"email":"staff@example.org"`, `{"name":"portrait","value":"Ada at her plotter (`,
		`{"name":"bio","value":"I draw rain."}`)
	h.contains(staff, `{contentEntry(kind:ARTIST,id:"3"){edited}}`, `"edited":true`)
	for _, name := range []string{"draft SUBMITTED 6", "draft ACCEPTED 7"} {
		if e, _ := h.await(name).(*catalogv1.DraftMoved); !e.GetProfile() || e.GetTitle() != "Ada Brien" {
			t.Errorf("event %s = %v, want Ada Brien's profile", name, e)
		}
	}
	// Another entry's import leaves it alone; once the artist's own file changes, the folder wins.
	h.write("artists/bob.md", "---\nid: 5\nname: Bob\naccount: bob@example.org\n---\nAnother bio.\n")
	h.importContent()
	h.want(nil, page, shown)
	// The next draft begins with what the page says now.
	if got := save(ada, id.New(), 0, profileInput("Later", "", "", "")); !strings.Contains(got, `"profileBefore":{"bio":"I draw rain.","born":1980}`) {
		t.Errorf(`save(ada, id.New(), 0, profileInput("Later", "", "", "")) = %v, want it to contain %s`, got, `"profileBefore":{"bio":"I draw rain.","born":1980}`)
	}
	// The portrait can be removed, alone and with other changes. It stays until the draft is accepted.
	list := `{studio{drafts{id state version removesPortrait picture{alt}}}}`
	var drafts struct {
		Data struct {
			Studio struct{ Drafts []struct{ ID, State string } }
		}
	}
	if err := json.Unmarshal([]byte(h.as(ada, list)), &drafts); err != nil {
		t.Fatal(err)
	}
	removal := drafts.Data.Studio.Drafts[0].ID
	unchanged := `bio:"I draw rain.",born:1980,died:2020,place:"Cork",website:"https://ada.example/",alt:""`
	for field, input := range map[string]string{
		"removePortrait": fmt.Sprintf(`{%s,uploadId:%q,removePortrait:true}`, unchanged, id.New()),
		"bio":            fmt.Sprintf(`{%s}`, unchanged),
	} {
		got := save(ada, removal, 1, input)
		if field == "bio" {
			got = h.as(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:2){id}}`, removal))
		}
		if !strings.Contains(got, `"field":"`+field+`"`) {
			t.Errorf("wrong %s = %s, want the field named", field, got)
		}
	}
	if got := save(ada, removal, 2, fmt.Sprintf(`{%s,uploadId:%q}`, unchanged, h.upload(ada, noise(t, 401)))); !strings.Contains(got, `"version":3`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":3`)
	}
	// It removes the draft's new picture, too.
	if got := save(ada, removal, 3, fmt.Sprintf(`{%s,removePortrait:true}`, unchanged)); !strings.Contains(got, `"version":4`) || !strings.Contains(got, `"NONE"`) {
		t.Fatalf("got = %v, want it to contain %s and %s", got, `"version":4`, `"NONE"`)
	}
	h.contains(ada, list, fmt.Sprintf(`{"id":%q,"state":"DRAFT","version":4,"removesPortrait":true,"picture":null}`, removal))
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:4){state}}`, removal), `"SUBMITTED"`)
	h.want(nil, page, shown)
	h.contains(staff, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:5){state removesPortrait}}`, removal), `{"state":"ACCEPTED","removesPortrait":true}`)
	h.want(nil, page, shown[:strings.Index(shown, `"portrait"`)]+`"portrait":null}}}`)
	h.contains(staff, `{contentChanges(kind:ARTIST,id:"3"){items{action before{name value} after{name value}}}}`, `{"name":"portrait","value":"Ada at her plotter (`)
	h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: Artist@example.org\n---\nFrom the folder.\n")
	h.importContent()
	h.want(nil, page, `{"data":{"artist":{"bio":"From the folder.","born":null,"died":null,"place":null,"website":null,"portrait":null}}}`)
}

// film returns a file that begins as WebM does and holds no frames.
func film() []byte {
	return append([]byte("\x1a\x45\xdf\xa3\x01\x00\x00\x00\x00\x00\x00\x1f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm"), bytes.Repeat([]byte("frame"), 300_000)...)
}

// TestAnArtistSubmitsAFilm: a film from the studio becomes what the content folder makes of one, with the picture as its poster.
func TestAnArtistSubmitsAFilm(t *testing.T) {
	t.Parallel()
	h := setup(t, withBob)
	draft, file := id.New(), film()
	if len(file) <= 1<<20 {
		t.Fatalf("the film has %d bytes, want more than one part", len(file))
	}
	plain := func(upload string) string { return strings.Replace(draftInput("Tide", upload), "60 × 80 cm", "", 1) } // a film has none
	with := func(extra string) string { return strings.TrimSuffix(plain(""), "}") + "," + extra + "}" }
	upload := h.upload(ada, file)
	measured := `film:{duration:12.5,width:640,height:480}`
	if got := h.save(ada, draft, 0, with(fmt.Sprintf(`filmUploadId:%q,%s`, upload, measured))); !strings.Contains(got, `"version":1`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":1`)
	}
	var shown struct {
		Data struct {
			Draft struct {
				Film struct {
					URL      string
					Duration float64
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(h.as(ada, fmt.Sprintf(`{draft(id:%q){film{url duration}}}`, draft))), &shown); err != nil {
		t.Fatal(err)
	}
	// Only those who may read the draft see the film.
	place, _, signed := strings.Cut(strings.TrimPrefix(shown.Data.Draft.Film.URL, "/assets/originals/"), "?")
	public := "/assets/" + place
	for address, want := range map[string]int{public: http.StatusNotFound, "/assets/originals/" + place: http.StatusForbidden} {
		if status, _, _ := h.fetch(address); status != want || !signed {
			t.Errorf("%s: %d, want %d", address, status, want)
		}
	}
	if status, header, body := h.fetch(shown.Data.Draft.Film.URL); status != http.StatusOK || header.Get("Content-Type") != "video/webm" || !bytes.Equal(body, file) {
		t.Errorf("%s: %d %s, %d bytes, want 200, video/webm, %d bytes", shown.Data.Draft.Film.URL, status, header.Get("Content-Type"), len(body), len(file))
	}
	for name, c := range map[string]struct{ input, field string }{
		"a film as the picture": {draftInput("Tide", upload), "picture"},
		"a picture as the film": {with(fmt.Sprintf(`filmUploadId:%q`, h.upload(ada, noise(t, 20)))), "film"},
		"an unknown upload":     {with(fmt.Sprintf(`filmUploadId:%q`, id.New())), "film"},
		"too long":              {with(`film:{duration:1e9,width:1,height:1}`), "film"},
		"too wide":              {with(`film:{duration:1,width:100000,height:1}`), "film"},
		"put in and taken out":  {with(fmt.Sprintf(`filmUploadId:%q,dropFilm:true`, upload)), "dropFilm"},
	} {
		if got := h.save(ada, draft, 1, c.input); !strings.Contains(got, `"field":"`+c.field+`"`) {
			t.Errorf("%s: %s, want the field %s", name, got, c.field)
		}
	}
	if got := h.save(bob, id.New(), 0, with(fmt.Sprintf(`filmUploadId:%q`, upload))); !strings.Contains(got, `"field":"film"`) {
		t.Errorf("draft with another artist's film = %s, want an error at film", got)
	}
	// A film needs a picture that stands for it.
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:1){id}}`, draft), `"field":"picture"`)
	// It is removed and added again.
	if got := h.save(ada, draft, 1, with(`dropFilm:true`)); !strings.Contains(got, `"version":2`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":2`)
	}
	h.want(ada, fmt.Sprintf(`{draft(id:%q){film{url}}}`, draft), `{"data":{"draft":{"film":null}}}`)
	if got := h.save(ada, draft, 2, with(fmt.Sprintf(`filmUploadId:%q,%s`, upload, measured))); !strings.Contains(got, `"version":3`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":3`)
	}
	if got := h.save(ada, draft, 3, plain(h.upload(ada, noise(t, 400)))); !strings.Contains(got, `"version":4`) {
		t.Fatalf("h.save(ada, draft, 3, plain(h.upload(ada, noise(t, 400)))) = %v, want it to contain %s", got, `"version":4`)
	}
	h.ready(ada, draft)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:4){state}}`, draft), `"SUBMITTED"`)
	h.contains(staff, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:5){artworkId}}`, draft), `"artworkId":"800000000"`)
	// The film of an accepted draft stays private until the artwork is published.
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	jobsFor := func() (n int) {
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'film_publication'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if status, _, _ := h.fetch(public); status != http.StatusNotFound || jobsFor() != 0 {
		t.Errorf("the film of an unpublished artwork: %d, %d jobs, want 404, none", status, jobsFor())
	}
	h.contains(staff, `mutation{publishArtwork(id:"800000000"){id}}`, `"800000000"`)
	testkit.Eventually(t, time.Minute, func() bool {
		status, _, body := h.fetch(public)
		return status == http.StatusOK && bytes.Equal(body, file)
	})
	// The draft's page plays the public copy, now that the private one is deleted.
	if status, _, body := h.fetch(shown.Data.Draft.Film.URL); status != http.StatusOK || !bytes.Equal(body, file) {
		t.Errorf("the film of the draft of a published artwork: %d, %d bytes, want 200, %d bytes", status, len(body), len(file))
	}
	got := h.contains(nil, `{artwork(slug:"800000000"){media{kind url poster width height duration alt renditions{width}}}}`,
		`"kind":"VIDEO","url":"`+public+`","poster":"/assets/`, `"width":640,"height":480,"duration":12.5,"alt":"Red lines","renditions":[{"width":320},{"width":400}]`)
	if strings.Contains(got, "work.png") {
		t.Errorf("media = %s, want nothing of the picture's original", got)
	}
	h.want(nil, `{artwork(slug:"800000000"){attributes{name frequency}}}`, `{"data":{"artwork":{"attributes":[]}}}`)
	// The buyer's file is the film.
	var studio struct {
		Data struct{ Studio struct{ Original string } }
	}
	if err := json.Unmarshal([]byte(h.as(ada, `{studio{original(artworkId:"800000000")}}`)), &studio); err != nil {
		t.Fatal(err)
	}
	if status, _, body := h.fetch(studio.Data.Studio.Original); status != http.StatusOK || !bytes.Equal(body, file) {
		t.Errorf("the original: %d, %d bytes, want 200, %d bytes", status, len(body), len(file))
	}
}

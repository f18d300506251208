package catalog_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
)

func (h *fixture) entries() catalogv1connect.EntryServiceClient {
	return catalogv1connect.NewEntryServiceClient(h.fleet.Client(h.t, "catalog", h.url))
}

// newEntry creates an entry under a new key, and returns both.
func (h *fixture) newEntry(ctx context.Context, req *catalogv1.CreateEntryRequest) (*catalogv1.CreateEntryResponse, string, error) {
	key := id.New()
	out, err := h.newEntryAs(ctx, key, req)
	return out, key, err
}

func (h *fixture) newEntryAs(ctx context.Context, key string, req *catalogv1.CreateEntryRequest) (*catalogv1.CreateEntryResponse, error) {
	return h.entries().CreateEntry(testkit.WithHeader(ctx, rpc.IdempotencyKeyHeader, key), req)
}

// newEntries are an entry of each kind that staff create.
func newEntries() map[string]*catalogv1.CreateEntryRequest {
	at := func(year int) *timestamppb.Timestamp {
		return timestamppb.New(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))
	}
	return map[string]*catalogv1.CreateEntryRequest{
		"POST":    {Entry: &catalogv1.CreateEntryRequest_Post{Post: &catalogv1.NewPost{Title: " Über uns ", Category: "press", Date: at(2026), Author: "Ada"}}},
		"PAGE":    {Entry: &catalogv1.CreateEntryRequest_Page{Page: &catalogv1.NewPage{Title: "Über uns"}}},
		"ARTIST":  {Entry: &catalogv1.CreateEntryRequest_Artist{Artist: &catalogv1.NewArtist{Name: "Zoë Brien"}}},
		"CURATOR": {Entry: &catalogv1.CreateEntryRequest_Curator{Curator: &catalogv1.NewCurator{Name: "Inés Cur", Role: "Guest"}}},
		"DROP":    {Entry: &catalogv1.CreateEntryRequest_Drop{Drop: &catalogv1.NewDrop{Title: "Tides", StartsAt: at(2190), EndsAt: at(2191), CuratorId: 1}}},
	}
}

// TestStaffCreateEntries creates an entry of each kind, repeats that, and publishes it; an import of the folder leaves it alone.
func TestStaffCreateEntries(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx := h.editor()
	editor, _ := identity.From(ctx)
	publish := map[string]string{
		"POST": `publishPost(slug:"SLUG"){id}`, "PAGE": `updatePage(id:"NUMBER",input:{body:"We."}){slug} publishPage(id:"NUMBER"){slug}`,
		"ARTIST": `publishArtist(id:"NUMBER"){id}`, "CURATOR": `publishCurator(id:"NUMBER"){id}`, "DROP": `publishDrop(id:"NUMBER"){id}`,
	}
	read := map[string]string{
		"POST": `{post(slug:"%s"){title author category}}`, "PAGE": `{page(slug:"%s"){title body}}`, "ARTIST": `{artist(slug:"%s"){name}}`,
		"CURATOR": `{curator(slug:"%s"){name role}}`, "DROP": `{drop(slug:"%s"){title curator{name}}}`,
	}
	want := map[string]string{
		"POST": `{"title":"Über uns","author":"Ada","category":"press"}`, "PAGE": `{"title":"Über uns","body":"We."}`, "ARTIST": `{"name":"Zoë Brien"}`,
		"CURATOR": `{"name":"Inés Cur","role":"Guest"}`, "DROP": `{"title":"Tides","curator":{"name":"Cur Ator"}}`,
	}
	made := map[string]*catalogv1.CreateEntryResponse{}
	for kind, req := range newEntries() {
		out, key, err := h.newEntry(ctx, req)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		made[kind] = out
		if again, err := h.newEntryAs(ctx, key, req); err != nil || again.GetId() != out.GetId() {
			t.Errorf("%s repeated = %v, %v, want the same entry", kind, again, err)
		}
		if got := h.as(nil, fmt.Sprintf(read[kind], out.GetSlug())); strings.Contains(got, "title") || strings.Contains(got, "name") {
			t.Errorf("%s before it is published: %s, want nothing", kind, got)
		}
		h.want(editor, fmt.Sprintf(`{contentEntry(kind:%s,id:"%d"){status edited}}`, kind, out.GetId()), `{"data":{"contentEntry":{"status":"DRAFT","edited":false}}}`)
		h.want(editor, fmt.Sprintf(`{contentChanges(kind:%s,id:"%d"){items{action email}}}`, kind, out.GetId()),
			`{"data":{"contentChanges":{"items":[{"action":"create","email":"editor@example.org"}]}}}`)
		mutation := strings.NewReplacer("SLUG", out.GetSlug(), "NUMBER", strconv.FormatInt(out.GetId(), 10)).Replace(publish[kind])
		if got := h.as(editor, "mutation{"+mutation+"}"); strings.Contains(got, "errors") {
			t.Errorf("%s: %s, want it published", kind, got)
		}
	}
	if slug := made["PAGE"].GetSlug(); slug != "uber-uns" {
		t.Errorf("address of the page = %s, want uber-uns", slug)
	}
	if _, _, err := h.newEntry(ctx, newEntries()["PAGE"]); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Errorf("a second page with the address = %v, want invalid_argument", err)
	}
	h.write("posts/q.md", "---\nid: 2\ntitle: More news\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.importContent()
	for kind, out := range made {
		got := h.as(nil, fmt.Sprintf(read[kind], out.GetSlug()))
		if !strings.Contains(got, want[kind]) {
			t.Errorf("%s after an import: %s, want %s", kind, got, want[kind])
		}
	}
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	var entries int
	if err := pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM posts WHERE source = 'studio') + (SELECT count(*) FROM pages WHERE source = 'studio')
		+ (SELECT count(*) FROM artists WHERE source = 'studio') + (SELECT count(*) FROM curators WHERE source = 'studio')
		+ (SELECT count(*) FROM drops WHERE source = 'studio')`).Scan(&entries); err != nil || entries != 5 {
		t.Errorf("entries = %d, %v, want one of each kind", entries, err)
	}
}

// TestAPageWithoutTextIsNotPublished: the folder demands a text of pages as well.
func TestAPageWithoutTextIsNotPublished(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx := h.editor()
	editor, _ := identity.From(ctx)
	out, _, err := h.newEntry(ctx, newEntries()["PAGE"])
	if err != nil {
		t.Fatal(err)
	}
	if got := h.as(editor, fmt.Sprintf(`mutation{publishPage(id:"%d"){slug}}`, out.GetId())); !strings.Contains(got, `"field":"body"`) {
		t.Errorf("publishing it = %s, want an error of the field body", got)
	}
}

// TestNewEntriesAreForStaff calls both RPCs as nobody and as other staff. Creating needs no step-up, because nothing is published.
func TestNewEntriesAreForStaff(t *testing.T) {
	t.Parallel()
	h := setup(t)
	post := newEntries()["POST"]
	calls := map[string]func(ctx context.Context) error{
		"choices": func(ctx context.Context) error {
			_, err := h.entries().GetEntryChoices(ctx, &catalogv1.GetEntryChoicesRequest{})
			return err
		},
		"create": func(ctx context.Context) error {
			_, _, err := h.newEntry(ctx, post)
			return err
		},
	}
	for name, call := range calls {
		if err := call(t.Context()); connect.CodeOf(err) != connect.CodeUnauthenticated {
			t.Errorf("%s as nobody = %v, want unauthenticated", name, err)
		}
		for _, role := range []string{"artist", "support", "finance", "admin"} {
			ctx := identity.With(t.Context(), &identity.Principal{Subject: id.New(), SessionID: "s", Roles: []string{role}})
			if err := call(ctx); !rpc.HasReason(err, errorsv1.Reason_REASON_FORBIDDEN) {
				t.Errorf("%s as %s = %v, want forbidden", name, role, err)
			}
		}
		h.auth.stale.Store(true)
		if err := call(h.editor()); err != nil {
			t.Errorf("%s after an old login = %v, want nil", name, err)
		}
		h.auth.stale.Store(false)
		h.auth.ended.Store(true)
		if err := call(h.editor()); !rpc.HasReason(err, errorsv1.Reason_REASON_SESSION_GONE) {
			t.Errorf("%s after the session ended = %v, want session_gone", name, err)
		}
		h.auth.ended.Store(false)
	}
	choices, err := h.entries().GetEntryChoices(h.editor(), &catalogv1.GetEntryChoicesRequest{})
	if err != nil || len(choices.GetCurators()) != 1 || choices.GetCurators()[0].GetName() != "Cur Ator" || choices.GetPostCategories()[0].GetValue() != "press" {
		t.Errorf("choices = %v, %v, want the curator and the categories", choices, err)
	}
}

// TestNewEntriesAreRefused checks what a new entry may not say.
func TestNewEntriesAreRefused(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for name, c := range map[string]struct {
		kind   string
		change func(*catalogv1.CreateEntryRequest)
		field  string
	}{
		"a title of spaces":      {"POST", func(r *catalogv1.CreateEntryRequest) { r.GetPost().Title = "  " }, "title"},
		"an unknown category":    {"POST", func(r *catalogv1.CreateEntryRequest) { r.GetPost().Category = "gossip" }, "category"},
		"an artist without name": {"ARTIST", func(r *catalogv1.CreateEntryRequest) { r.GetArtist().Name = "" }, "name"},
		"an unknown curator":     {"DROP", func(r *catalogv1.CreateEntryRequest) { r.GetDrop().CuratorId = 77 }, "curatorId"},
		"an end before the start": {"DROP", func(r *catalogv1.CreateEntryRequest) {
			r.GetDrop().EndsAt = timestamppb.New(r.GetDrop().GetStartsAt().AsTime().Add(-time.Hour))
		}, "endsAt"},
		"an address with spaces": {"PAGE", func(r *catalogv1.CreateEntryRequest) { r.GetPage().Slug = "about us" }, "slug"},
		"an address of signs":    {"PAGE", func(r *catalogv1.CreateEntryRequest) { r.GetPage().Title = "???" }, "slug"},
		"a page that exists":     {"PAGE", func(r *catalogv1.CreateEntryRequest) { r.GetPage().Slug = "terms" }, "slug"},
	} {
		req := newEntries()[c.kind]
		c.change(req)
		_, _, err := h.newEntry(h.editor(), req)
		if _, details := rpc.ReasonOf(err); connect.CodeOf(err) != connect.CodeInvalidArgument || details[c.field] == "" {
			t.Errorf("%s: %v %v, want invalid_argument of the field %s", name, err, details, c.field)
		}
	}
	if _, err := h.entries().CreateEntry(h.editor(), newEntries()["POST"]); !rpc.HasReason(err, errorsv1.Reason_REASON_IDEMPOTENCY_KEY_REQUIRED) {
		t.Errorf("without a key = %v, want idempotency_key_required", err)
	}
}

// uploadFor sends a picture as a member of staff, for an artist; "" doesn't name one.
func (h *fixture) uploadFor(p *identity.Principal, artist string, content []byte) (id string, status int) {
	h.t.Helper()
	send := func(method, path, body string, header map[string]string) *http.Response {
		req, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, strings.NewReader(body))
		if err != nil {
			h.t.Fatal(err)
		}
		req.Header.Set("Tus-Resumable", "1.0.0")
		req.Header.Set(identity.Header, h.fleet.Token(h.t, "catalog", p))
		for name, value := range header {
			req.Header.Set(name, value)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			h.t.Fatal(err)
		}
		_ = res.Body.Close()
		return res
	}
	header := map[string]string{"Upload-Length": strconv.Itoa(len(content))}
	if artist != "" {
		header["Upload-Metadata"] = "artist " + base64.StdEncoding.EncodeToString([]byte(artist))
	}
	created := send(http.MethodPost, "/api/studio/uploads", "", header)
	if created.StatusCode != http.StatusCreated {
		return "", created.StatusCode
	}
	place := created.Header.Get("Location")
	sent := send(http.MethodPatch, place, string(content), map[string]string{"Content-Type": "application/offset+octet-stream", "Upload-Offset": "0"})
	return place[strings.LastIndexByte(place, '/')+1:], sent.StatusCode
}

// TestStaffCreateArtworks: staff upload a picture for an artist, and create an artwork with it, which they publish.
func TestStaffCreateArtworks(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx := h.editor()
	editor, _ := identity.From(ctx)
	picture := []byte(h.read("media/dot.png"))
	upload, status := h.uploadFor(editor, "3", picture)
	if status != http.StatusNoContent {
		t.Fatalf("upload for the artist 3 = %d, want 204", status)
	}
	for name, c := range map[string]struct {
		roles  []string
		artist string
		status int
	}{
		"without an artist":   {[]string{"content"}, "", http.StatusForbidden},
		"for an unknown one":  {[]string{"content"}, "77", http.StatusNotFound},
		"for no number":       {[]string{"content"}, "Ada", http.StatusBadRequest},
		"as support":          {[]string{"support"}, "3", http.StatusForbidden},
		"as an artist's role": {[]string{"artist"}, "3", http.StatusForbidden},
	} {
		if _, got := h.uploadFor(&identity.Principal{Subject: id.New(), SessionID: "s", Roles: c.roles}, c.artist, picture); got != c.status {
			t.Errorf("an upload %s = %d, want %d", name, got, c.status)
		}
	}

	at := timestamppb.New(time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC))
	artwork := func(change func(*catalogv1.NewArtwork)) *catalogv1.CreateEntryRequest {
		w := &catalogv1.NewArtwork{Title: "Harbour", ArtistId: 3, Category: "image", EditionSize: 7, PublishedAt: at, DropId: 1, UploadId: upload, Alt: "A quay"}
		if change != nil {
			change(w)
		}
		return &catalogv1.CreateEntryRequest{Entry: &catalogv1.CreateEntryRequest_Artwork{Artwork: w}}
	}
	for name, c := range map[string]struct {
		change func(*catalogv1.NewArtwork)
		field  string
	}{
		"no picture":          {func(w *catalogv1.NewArtwork) { w.UploadId = "" }, "picture"},
		"an unknown upload":   {func(w *catalogv1.NewArtwork) { w.UploadId = id.New() }, "picture"},
		"no description":      {func(w *catalogv1.NewArtwork) { w.Alt = " " }, "alt"},
		"an unknown category": {func(w *catalogv1.NewArtwork) { w.Category = "x" }, "category"},
		"an unknown drop":     {func(w *catalogv1.NewArtwork) { w.DropId = 77 }, "dropId"},
		"an unknown artist":   {func(w *catalogv1.NewArtwork) { w.ArtistId = 77 }, "artistId"},
	} {
		_, _, err := h.newEntry(ctx, artwork(c.change))
		if _, details := rpc.ReasonOf(err); connect.CodeOf(err) != connect.CodeInvalidArgument || details[c.field] == "" {
			t.Errorf("%s: %v %v, want invalid_argument of the field %s", name, err, details, c.field)
		}
	}
	if _, _, err := h.newEntry(h.editor(), artwork(nil)); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Errorf("an upload by somebody else = %v, want invalid_argument", err)
	}
	out, _, err := h.newEntry(ctx, artwork(nil))
	if err != nil {
		t.Fatal(err)
	}
	if got := h.as(nil, fmt.Sprintf(`{artwork(slug:"%s"){title}}`, out.GetSlug())); strings.Contains(got, "Harbour") {
		t.Errorf("before it is published: %s, want nothing", got)
	}
	if got := h.as(editor, fmt.Sprintf(`mutation{publishArtwork(id:"%d"){id}}`, out.GetId())); strings.Contains(got, "errors") {
		t.Fatalf("publishing it: %s", got)
	}
	h.want(nil, fmt.Sprintf(`{artwork(slug:"%s"){title artist{name} drop{title} editionSize availability media{alt}}}`, out.GetSlug()),
		`{"data":{"artwork":{"title":"Harbour","artist":{"name":"Ada Brien"},"drop":{"title":"Soon"},"editionSize":7,"availability":"NOT_FOR_SALE","media":[{"alt":"A quay"}]}}}`)
	testkit.Eventually(t, time.Minute, func() bool {
		return strings.Contains(h.as(nil, fmt.Sprintf(`{artwork(slug:"%s"){media{renditions{url}}}}`, out.GetSlug())), "/assets/")
	})
}

package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// livePage is a live work that runs a script, with hash as the token's hash. It is 800 × 500.
func livePage(paints string) []byte {
	return fmt.Appendf(nil, `<!doctype html><meta charset="utf-8"><meta name="artwork-size" content="800x500"><body>
<script type="application/json" id="work">{}</script><script>
const work = JSON.parse(document.getElementById('work').textContent)
const hash = new URLSearchParams(location.search).get('hash') || work.seed
%s
parent.postMessage({ type: 'ready' }, '*')
</script>`, paints)
}

const paintsHash = `document.body.style.background = '#' + hash.slice(2, 8)`

// studioWork is the first number that the studio gives to artworks.
const studioWork = 800_000_000

// live has the fields of a draft's live work that tests read.
type live struct {
	Path, File, Proof, Reason string
	Width, Height             int
	Drawings                  []struct {
		Edition             int
		Hash, First, Second string
	}
}

func (h *fixture) readLive(who *identity.Principal, draft string) *live {
	h.t.Helper()
	var out struct {
		Data struct{ Draft struct{ Live *live } }
	}
	text := h.as(who, fmt.Sprintf(`{draft(id:%q){live{path file width height proof reason drawings{edition hash first second}}}}`, draft))
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		h.t.Fatalf("draft = %s: error = %v, want JSON", text, err)
	}
	return out.Data.Draft.Live
}

func liveInput(extra string) string {
	return strings.TrimSuffix(draftInput("Tide", ""), "}") + "," + extra + "}"
}

// begin creates a draft with a page and returns its id.
func (h *fixture) begin(page []byte) (draft string) {
	h.t.Helper()
	draft = id.New()
	if got := h.save(ada, draft, 0, liveInput(fmt.Sprintf(`liveUploadId:%q`, h.upload(ada, page)))); !strings.Contains(got, `"version":1`) {
		h.t.Fatalf("got = %v, want it to contain %s", got, `"version":1`)
	}
	return draft
}

// proven waits until the proof of a draft ends.
func (h *fixture) proven(draft string) (l *live) {
	h.t.Helper()
	testkit.Eventually(h.t, 5*time.Minute, func() bool {
		l = h.readLive(ada, draft)
		return l.Proof == "PASSED" || l.Proof == "FAILED"
	})
	return l
}

func TestInvalidLiveWorksAreRejected(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for words, page := range map[string][]byte{
		"loads \\\"https://cdn.example/p5.js\\\"": append(livePage(paintsHash), `<script src="https://cdn.example/p5.js"></script>`...),
		"never reads the hash":                    []byte(`<!doctype html><script>parent.postMessage({type:'ready'},'*')</script>`),
		"at most 4 MB":                            append(livePage(paintsHash), bytes.Repeat([]byte(" "), 4_000_000)...),
	} {
		address := h.create(ada, len(page))
		var res *http.Response
		for offset := 0; offset < len(page); offset += 1 << 20 {
			res = h.part(ada, address, offset, page[offset:min(offset+1<<20, len(page))])
		}
		if body, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(body), words) {
			t.Errorf("upload with %s: status = %s, body %s, want 422 with the reason", words, res.Status, body)
		}
	}
}

// TestALiveWorkWithoutABrowser: the page is stored and can be previewed, but not submitted.
func TestALiveWorkWithoutABrowser(t *testing.T) {
	t.Parallel()
	h := setup(t, withBob)
	page := livePage(paintsHash)
	draft := h.begin(page)
	l := h.readLive(ada, draft)
	if l == nil || l.Proof != "UNAVAILABLE" || l.Width != 800 || l.Height != 500 || len(l.Drawings) != 0 {
		t.Fatalf("the live work = %+v, want 800 × 500, proof UNAVAILABLE, no drawings", l)
	}
	// It runs on the art origin alone, with the first edition's hash as its own, and isn't cached.
	status, header, body := h.fetch(strings.TrimSuffix(l.Path, "?hash="))
	if seed := `"seed":"` + token.Hash(studioWork, 1) + `"`; status != http.StatusOK || !strings.Contains(string(body), seed) || !strings.Contains(string(body), `"width":800`) || header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s: %d %v %s, want %s", l.Path, status, header, body, seed)
	}
	if got := header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "sandbox") {
		t.Errorf("Content-Security-Policy without the art origin = %q, want a sandbox", got)
	}
	status, header, body = h.fetch(l.File)
	if status != http.StatusOK || !bytes.Equal(body, page) || !strings.HasPrefix(header.Get("Content-Security-Policy"), "default-src 'none'") || !strings.HasSuffix(header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("GET %s: status = %d, headers %v, want the page in a sandbox", l.File, status, header)
	}
	for _, path := range []string{"/drafts/" + draft + "/", "/drafts/", "/drafts/x/", "/works/800000000/", strings.TrimSuffix(l.Path, "/?hash=")} {
		if status, _, _ := h.fetch(path); status != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, status)
		}
	}
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:1){id}}`, draft), `"code":"proofs_unavailable"`)
	// The same page again is the same work.
	upload := h.upload(ada, page)
	h.save(ada, draft, 1, liveInput(fmt.Sprintf(`liveUploadId:%q`, upload)))
	if again := h.readLive(ada, draft); again.Path != l.Path {
		t.Errorf("the same page is at %s, want %s", again.Path, l.Path)
	}
	for name, c := range map[string]struct{ input, field string }{
		"the page as the picture":    {draftInput("Tide", upload), "picture"},
		"the page as the film":       {liveInput(fmt.Sprintf(`filmUploadId:%q`, upload)), "film"},
		"a film as the page":         {liveInput(fmt.Sprintf(`liveUploadId:%q`, h.upload(ada, film()))), "live"},
		"a film beside the page":     {liveInput(fmt.Sprintf(`filmUploadId:%q`, h.upload(ada, film()))), "live"},
		"put in and taken out":       {liveInput(fmt.Sprintf(`liveUploadId:%q,dropLive:true`, upload)), "dropLive"},
		"an upload that isn't there": {liveInput(fmt.Sprintf(`liveUploadId:%q`, id.New())), "live"},
	} {
		if got := h.save(ada, draft, 2, c.input); !strings.Contains(got, `"field":"`+c.field+`"`) {
			t.Errorf("%s: %s, want the field %s", name, got, c.field)
		}
	}
	if got := h.save(bob, id.New(), 0, liveInput(fmt.Sprintf(`liveUploadId:%q`, upload))); !strings.Contains(got, `"field":"live"`) {
		t.Errorf("draft with another artist's page = %s, want an error at live", got)
	}
	// Another page is at another address; without a page there isn't one.
	h.save(ada, draft, 2, liveInput(fmt.Sprintf(`liveUploadId:%q`, h.upload(ada, livePage(paintsHash+"\n")))))
	other := h.readLive(ada, draft)
	if other.Path == l.Path {
		t.Errorf("path of the second page = %s, want another one", other.Path)
	}
	h.save(ada, draft, 3, liveInput(`dropLive:true`))
	if h.readLive(ada, draft) != nil {
		t.Errorf("the live work = %+v, want none", h.readLive(ada, draft))
	}
	for _, gone := range []string{l.Path, other.Path} {
		if status, _, _ := h.fetch(strings.TrimSuffix(gone, "?hash=")); status != http.StatusNotFound {
			t.Errorf("%s of a removed page: status = %d, want 404", gone, status)
		}
	}
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:4){id}}`, draft), `"field":"picture"`)
}

// TestALiveWorkIsProvenSubmittedAndPublished follows a live work from its upload to the pictures of its editions.
func TestALiveWorkIsProvenSubmittedAndPublished(t *testing.T) {
	t.Parallel()
	var address atomic.Pointer[string]
	h := setup(t, func(h *fixture) {
		h.pages = &rendertest.Options{ArtOrigin: artOrigin(t, &address, nil)}
	})
	address.Store(&h.url)
	page := livePage(paintsHash)
	draft := h.begin(page)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:1){id}}`, draft), `"field":"picture"`)
	l := h.proven(draft)
	if l.Proof != "PASSED" || l.Reason != "" || len(l.Drawings) != 3 {
		t.Fatalf("the proof = %+v, want PASSED with 3 drawings and no reason", l)
	}
	pictures := map[string]bool{}
	var still []byte
	for i, d := range l.Drawings {
		if d.Edition != i+1 || d.Hash != token.Hash(studioWork, i+1) || d.First != d.Second {
			t.Errorf("drawing %d = %+v, want edition %d, hash %s, drawn twice the same", i, d, i+1, token.Hash(studioWork, i+1))
		}
		pictures[d.First] = true
		status, header, body := h.fetch(d.First)
		if status != http.StatusOK || header.Get("Content-Type") != "image/png" {
			t.Errorf("GET %s: status = %d, headers %v, want a PNG", d.First, status, header)
		}
		if i == 0 {
			still = body
		}
	}
	if len(pictures) != 3 {
		t.Errorf("%d pictures, want 3", len(pictures))
	}
	// Its still has the work's proportions.
	if got := h.save(ada, draft, 1, draftInput("Tide", h.upload(ada, noise(t, 400)))); !strings.Contains(got, `"version":2`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":2`)
	}
	h.ready(ada, draft)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:2){id}}`, draft), `"field":"picture"`, "800 × 500")
	if got := h.save(ada, draft, 2, draftInput("Tide", h.upload(ada, still))); !strings.Contains(got, `"version":3`) {
		t.Fatalf("got = %v, want it to contain %s", got, `"version":3`)
	}
	h.ready(ada, draft)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:3){state}}`, draft), `"SUBMITTED"`)
	if got := h.readLive(staff, draft); got == nil || got.Proof != "PASSED" || len(got.Drawings) != 3 {
		t.Errorf("the draft as staff see it = %+v, want PASSED with 3 drawings", got)
	}
	if status, _, _ := h.fetch("/works/800000000/"); status != http.StatusNotFound {
		t.Errorf("work before acceptance: status = %d, want 404", status)
	}
	h.contains(staff, fmt.Sprintf(`mutation{acceptDraft(id:%q,version:4){artworkId}}`, draft), `"artworkId":"800000000"`)
	h.contains(staff, `mutation{publishArtwork(id:"800000000"){id}}`, `"800000000"`)

	h.contains(nil, `{artwork(slug:"800000000"){editions(first:1){hash} media{kind generatorPath deterministic editionsProven width height alt}}}`,
		`"hash":"`+token.Hash(studioWork, 1)+`"`, `{"kind":"GENERATOR","generatorPath":"/works/800000000/?hash=","deterministic":true,"editionsProven":3,"width":1600,"height":1000,"alt":"Red lines"}`)
	if status, _, body := h.fetch("/works/800000000/"); status != http.StatusOK || !strings.Contains(string(body), token.Hash(studioWork, 1)) {
		t.Errorf("its page: %d %s, want 200 with %s", status, body, token.Hash(studioWork, 1))
	}
	var picture []byte
	testkit.Eventually(t, 2*time.Minute, func() bool {
		var status int
		status, _, picture = h.fetch("/assets/editions/800000000/7.jpg")
		return status == http.StatusOK
	})
	paints(t, "edition 7", picture, token.Hash(studioWork, 7))
	// The artist's original is the page. An import leaves the work alone.
	var studio struct {
		Data struct{ Studio struct{ Original string } }
	}
	if err := json.Unmarshal([]byte(h.as(ada, `{studio{original(artworkId:"800000000")}}`)), &studio); err != nil {
		t.Fatal(err)
	}
	if status, header, body := h.fetch(studio.Data.Studio.Original); status != http.StatusOK || !bytes.Equal(body, page) || !strings.HasPrefix(header.Get("Content-Disposition"), "attachment") {
		t.Errorf("the original: %d %v, want 200, the uploaded page as an attachment", status, header)
	}
	h.live(t, false)
	h.importContent()
	h.contains(nil, `{a:artwork(slug:"800000000"){media{deterministic}} b:artwork(slug:"64"){media{deterministic}}}`, `{"data":{"a":{"media":[{"deterministic":true}]},"b":{"media":[{"deterministic":true}]}}}`)
}

// TestPagesThatFailTheirProof: the browser's output decides.
func TestPagesThatFailTheirProof(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	var address atomic.Pointer[string]
	h := setup(t, func(h *fixture) {
		h.pages = &rendertest.Options{ArtOrigin: artOrigin(t, &address, nil)}
	})
	address.Store(&h.url)
	for paints, want := range map[string]string{
		`document.body.textContent = hash + new Date(0)`: "edition 1 looks different the second time",
		`document.body.style.background = '#123456'`:     "all editions look the same",
	} {
		draft := h.begin(livePage(paints))
		if l := h.proven(draft); l.Proof != "FAILED" || !strings.HasPrefix(l.Reason, want) || len(l.Drawings) != 3 {
			t.Errorf("%s: %+v, want %s", paints, l, want)
		}
		h.save(ada, draft, 1, draftInput("Tide", h.upload(ada, noise(t, 400))))
		h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:2){id}}`, draft), `"field":"live"`, "the proof failed")
	}
}

// TestAFailedProofIsRepeated: a proof that failed because drawing took too long is drawn again when its artist, or staff who review the
// draft, repeat it. One that failed because of its page waits for another page.
func TestAFailedProofIsRepeated(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	var address atomic.Pointer[string]
	h := setup(t, withBob, func(h *fixture) {
		h.pages = &rendertest.Options{ArtOrigin: artOrigin(t, &address, nil)}
	})
	address.Store(&h.url)
	pool, err := postgres.Open(t.Context(), h.cfg.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	// fail ends a proof as one whose drawing took too long, or that failed because of its page. A proof that passed doesn't fail any more.
	fail := func(draft string, repeatable bool) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), `UPDATE proofs SET state = 'running' WHERE draft_id = $1 AND state = 'waiting'`, draft); err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Exec(t.Context(), `UPDATE proofs SET state = 'failed', reason = 'it took too long', repeatable = $2 WHERE draft_id = $1`, draft, repeatable); err != nil {
			t.Fatal(err)
		}
	}
	repeat := func(draft string) string {
		return fmt.Sprintf(`mutation{repeatProof(id:%q){live{proof repeatable}}}`, draft)
	}
	draft := h.begin(livePage(paintsHash))
	fail(draft, true)
	h.contains(ada, fmt.Sprintf(`{draft(id:%q){live{proof reason repeatable}}}`, draft), `"proof":"FAILED","reason":"it took too long","repeatable":true`)
	// Only its artist has access to a draft that was never submitted.
	for _, who := range []*identity.Principal{bob, staff} {
		h.contains(who, repeat(draft), `"code":"not_found"`)
	}
	h.contains(nil, repeat(draft), `"code":"unauthenticated"`)
	h.contains(ada, repeat(id.New()), `"code":"not_found"`)
	h.contains(ada, repeat(draft), `{"proof":"WAITING","repeatable":false}`)
	if got := h.as(ada, repeat(draft)); !strings.Contains(got, `"WAITING"`) && !strings.Contains(got, `"RUNNING"`) && !strings.Contains(got, `"conflict"`) {
		t.Errorf("repeated once more = %s, want WAITING, RUNNING or conflict", got)
	}
	if l := h.proven(draft); l.Proof != "PASSED" || l.Reason != "" || len(l.Drawings) != 3 {
		t.Errorf("the repeated proof = %+v, want PASSED with 3 drawings and no reason", l)
	}
	h.contains(ada, repeat(draft), `"code":"conflict"`)

	// Because of its page.
	other := h.begin(livePage(paintsHash + "\n//"))
	fail(other, false)
	h.contains(ada, fmt.Sprintf(`{draft(id:%q){live{repeatable}}}`, other), `"repeatable":false`)
	h.contains(ada, repeat(other), `"code":"conflict"`, "only another page changes that")
	// Staff who requested changes of a submitted draft repeat the proof of its next page, too.
	_, _, still := h.fetch(h.readLive(ada, draft).Drawings[0].First)
	h.save(ada, draft, 1, draftInput("Tide", h.upload(ada, still)))
	h.ready(ada, draft)
	h.contains(ada, fmt.Sprintf(`mutation{submitDraft(id:%q,version:2){state}}`, draft), `"SUBMITTED"`)
	h.contains(staff, fmt.Sprintf(`mutation{requestDraftChanges(id:%q,version:3,comment:"Slower"){state}}`, draft), `"CHANGES_REQUESTED"`)
	h.save(ada, draft, 4, liveInput(fmt.Sprintf(`liveUploadId:%q`, h.upload(ada, livePage(paintsHash+"\n///")))))
	fail(draft, true)
	h.contains(bob, repeat(draft), `"code":"not_found"`)
	h.contains(staff, repeat(draft), `"proof":"WAITING"`)
}

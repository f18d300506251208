package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/rendertest"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/catalog"
)

const key = kit.Secret("a test key of thirty-two characters")

// fixture is a running service with a small gallery.
type fixture struct {
	t      *testing.T
	cfg    catalog.Config
	fleet  *identitytest.Fleet
	url    string
	folder string
	bus    *bus.Bus
	auth   *sessions
	// pages changes the test's render from the shared one, which draws no pages.
	pages *rendertest.Options
	*heard
}

// sessions responds as auth would: a session is open unless it was ended.
type sessions struct {
	authv1connect.UnimplementedAccountServiceHandler
	ended, away atomic.Bool
	// stale: the last login is old; bare: the account has a passkey that wasn't used.
	stale, bare atomic.Bool
	// emails are the verified addresses of accounts.
	emails map[string]string
}

// GetAccount implements the contract.
func (s *sessions) GetAccount(_ context.Context, req *authv1.GetAccountRequest) (*authv1.GetAccountResponse, error) {
	email, ok := s.emails[req.GetAccountId()]
	if !ok {
		return nil, connect.NewError(connect.CodeNotFound, "no such account")
	}
	return &authv1.GetAccountResponse{Account: &authv1.Account{Id: req.GetAccountId(), Email: email, EmailVerified: email != ""}}, nil
}

// CheckSession implements the contract.
func (s *sessions) CheckSession(context.Context, *authv1.CheckSessionRequest) (*authv1.CheckSessionResponse, error) {
	if s.away.Load() {
		return nil, connect.NewError(connect.CodeUnavailable, "away")
	}
	return &authv1.CheckSessionResponse{Active: !s.ended.Load(), RecentLogin: !s.stale.Load(), PasskeyConfirmed: !s.bare.Load()}, nil
}

func migrate(ctx context.Context, url string) error {
	return catalog.Migrate(ctx, catalog.Config{Database: kit.Database{DatabaseURL: url}}, slog.New(slog.DiscardHandler), nil)
}

// setup runs the service. change is applied to the gallery and the settings before.
func setup(t *testing.T, change ...func(*fixture)) *fixture {
	t.Helper()
	h := &fixture{t: t, cfg: catalog.Default(), fleet: identitytest.New(t), folder: t.TempDir(), auth: &sessions{}}
	mux := http.NewServeMux()
	accounts := rpc.NewServer(testkit.Log(t), h.fleet.Keys(t, "auth"), nil)
	authv1connect.RegisterAccountServiceHandler(accounts, h.auth)
	rpc.Mount(mux, accounts)
	auth := httptest.NewUnstartedServer(mux)
	auth.Config.Protocols = new(http.Protocols)
	auth.Config.Protocols.SetUnencryptedHTTP2(true)
	auth.Start()
	t.Cleanup(auth.Close)
	h.cfg.DatabaseURL, h.cfg.NATSURL, h.cfg.LinkKey = testkit.Postgres(t, migrate), testkit.NATS(t), key
	h.useRender()
	h.cfg.AuthURL, h.cfg.MediaDir, h.cfg.CountAge = auth.URL, t.TempDir(), 0
	h.heard = listen(t, h.cfg.NATSURL)
	h.gallery()
	for _, fn := range change {
		fn(h)
	}
	if h.pages != nil {
		h.cfg.RenderURL = rendertest.Start(t, *h.pages).URL
	}
	if err := h.cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	h.importContent()

	ctx, cancel := context.WithCancel(context.Background())
	log := testkit.Log(t)
	svc, err := catalog.Open(ctx, h.cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- kit.Host(ctx, "catalog", kit.Listen{Addr: "127.0.0.1:0", Drain: time.Minute, Ready: func(a string) { ready <- a }}, svc, log)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	h.url = "http://" + <-ready
	if h.bus, err = bus.Dial(ctx, h.cfg.NATSURL, log); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.bus.Close)
	return h
}

func (h *fixture) write(name, text string) {
	h.t.Helper()
	path := filepath.Join(h.folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) gallery() {
	h.write("gallery.yaml", "name: Test\ncurrency: USD\ncategories:\n  - {slug: image, name: Image}\n")
	h.write("artists/ada.md", "---\nid: 3\nname: Ada Brien\naccount: Artist@example.org\n---\nA *bio*.\n")
	h.write("curators/c.md", "---\nid: 1\nname: Cur Ator\nrole: Curator\n---\n")
	h.write("drops/d.md", "---\nid: 1\ntitle: Soon\nstartsAt: 2190-01-01T00:00:00Z\ncurator: 1\n---\n")
	h.write("posts/p.md", "---\nid: 1\ntitle: News\ncategory: press\ndate: 2026-01-01\n---\nText\n")
	h.write("pages/terms.md", "---\ntitle: Terms\n---\nBe kind.\n")
	for id, more := range map[int]string{
		1: "price: {amount: 125000, currency: USD}\nwithheld: 2\ncurators: [1]\nattributes: [{name: Tiles, value: 4}]",
		2: "price: {amount: 500, currency: USD}\ndrop: 1\nchainId: 100",
		4: "attributes: [{name: Tiles, value: 4}]",
	} {
		h.write(fmt.Sprintf("artworks/w%d.md", id), fmt.Sprintf("---\nid: %d\ntitle: Work %d\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2026-01-0%dT00:00:00Z\nyear: 2025\nmedium: Ink\n%s\nmedia:\n  - {file: dot.png, alt: A dot}\n---\nRivers.\n", id, id, id, more))
	}
	h.write("artworks/later.md", "---\nid: 9\ntitle: Later\nartist: 3\ncategory: image\neditionSize: 5\npublishedAt: 2190-01-01T00:00:00Z\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	img := image.NewNRGBA(image.Rect(0, 0, 800, 500))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	for x := range 800 {
		img.Set(x, x/2, color.NRGBA{200, 0, 0, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		h.t.Fatal(err)
	}
	h.write("media/dot.png", b.String())
}

func (h *fixture) importContent() {
	h.t.Helper()
	if err := catalog.Import(h.t.Context(), h.cfg, testkit.Log(h.t), []string{h.folder}); err != nil {
		h.t.Fatal(err)
	}
}

// ask posts an operation and returns its data, also as JSON.
func (h *fixture) ask(query string, vars map[string]any) (map[string]any, string) {
	h.t.Helper()
	body, _ := json.Marshal(map[string]any{"query": query, "variables": vars})
	res, err := http.Post(h.url+"/graphql", "application/json", bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, _ := io.ReadAll(res.Body)
	var reply struct {
		Data   map[string]any
		Errors []any
	}
	if err := json.Unmarshal(text, &reply); err != nil || len(reply.Errors) > 0 || res.StatusCode != http.StatusOK {
		h.t.Fatalf("response = %s with %s, %v, want 200 without errors", res.Status, text, err)
	}
	return reply.Data, string(text)
}

func TestDataAPI(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for _, c := range []struct {
		query string
		want  string
	}{
		{
			`{artworks{totalCount totalCapped pageCount page items{slug availability editionsAvailable chainId artist{slug name}}}}`,
			`{"data":{"artworks":{"totalCount":3,"totalCapped":false,"pageCount":1,"page":1,"items":[` +
				`{"slug":"work-4-4","availability":"NOT_FOR_SALE","editionsAvailable":5,"chainId":31337,"artist":{"slug":"ada-brien-3","name":"Ada Brien"}},` +
				`{"slug":"work-2-2","availability":"UPCOMING","editionsAvailable":5,"chainId":100,"artist":{"slug":"ada-brien-3","name":"Ada Brien"}},` +
				`{"slug":"work-1-1","availability":"AVAILABLE","editionsAvailable":3,"chainId":31337,"artist":{"slug":"ada-brien-3","name":"Ada Brien"}}]}}}`,
		},
		{
			`{artwork(slug:"other-words-1"){id slug purchasePrice{amount currency} attributes{name value frequency} curators{name} drop{slug} publishedAt description
			artist{bio artworkCount otherArtworks(except:"1",first:6){slug}}}}`,
			`{"data":{"artwork":{"id":"1","slug":"work-1-1","purchasePrice":{"amount":"125000","currency":"USD"},"attributes":[{"name":"Tiles","value":"4","frequency":2}],` +
				`"curators":[{"name":"Cur Ator"}],"drop":null,"publishedAt":"2026-01-01T00:00:00Z","description":"Rivers.",` +
				`"artist":{"bio":"A *bio*.","artworkCount":3,"otherArtworks":[{"slug":"work-4-4"},{"slug":"work-2-2"}]}}}}`,
		},
		{
			`{a:artwork(slug:"work-9"){id} b:artwork(slug:"later-9"){id} c:artwork(slug:"x"){id} artist(slug:"7"){id} drop(slug:"7"){id} curator(slug:"7"){id} post(slug:"7"){id} page(slug:"x"){title}}`,
			`{"data":{"a":null,"b":null,"c":null,"artist":null,"drop":null,"curator":null,"post":null,"page":null}}`,
		},
		{
			`{artworks(sort:PRICE_ASC,filter:{search:"river",availability:[AVAILABLE,UPCOMING]}){items{id drop{title status curator{name}} curators{name}}}}`,
			`{"data":{"artworks":{"items":[{"id":"2","drop":{"title":"Soon","status":"UPCOMING","curator":{"name":"Cur Ator"}},"curators":[]},{"id":"1","drop":null,"curators":[{"name":"Cur Ator"}]}]}}}`,
		},
		{
			`{artists(filter:{artistName:{contains:"brien"}}){totalCount items{name sortName otherArtworks(first:1){slug}}}}`,
			`{"data":{"artists":{"totalCount":1,"items":[{"name":"Ada Brien","sortName":"Brien, Ada","otherArtworks":[{"slug":"work-4-4"}]}]}}}`,
		},
		{
			`{artist(slug:"ada-brien-3"){artworks(sort:OLDEST){totalCount items{id}}}}`,
			`{"data":{"artist":{"artworks":{"totalCount":3,"items":[{"id":"1"},{"id":"2"},{"id":"4"}]}}}}`,
		},
		{
			`{drops(filter:{status:[UPCOMING],search:"soon"}){totalCount pageCount items{slug curator{name}}} live:drops(filter:{status:[LIVE]}){totalCount}}`,
			`{"data":{"drops":{"totalCount":1,"pageCount":1,"items":[{"slug":"soon-1","curator":{"name":"Cur Ator"}}]},"live":{"totalCount":0}}}`,
		},
		{
			`{drop(slug:"soon-1"){slug artworkCount editionsTotal editionsSold artworks{items{id}} curator{drops{id} artworks{totalCount}}}}`,
			`{"data":{"drop":{"slug":"soon-1","artworkCount":1,"editionsTotal":5,"editionsSold":0,"artworks":{"items":[{"id":"2"}]},"curator":{"drops":[{"id":"1"}],"artworks":{"totalCount":1}}}}}`,
		},
		{
			`{categories{slug name artworkCount} curators{name role} posts(filter:{postCategory:"press",postDate:{from:"2026-01-01T00:00:00Z"}}){totalCount items{title publishedAt}} page(slug:"terms"){title body}}`,
			`{"data":{"categories":[{"slug":"image","name":"Image","artworkCount":3}],"curators":[{"name":"Cur Ator","role":"Curator"}],` +
				`"posts":{"totalCount":1,"items":[{"title":"News","publishedAt":"2026-01-01T00:00:00Z"}]},"page":{"title":"Terms","body":"Be kind."}}}`,
		},
		{`{artworks(filter:{ids:["2","x"]}){items{id}} none:artworks(filter:{artist:"x"}){totalCount}}`, `{"data":{"artworks":{"items":[{"id":"2"}]},"none":{"totalCount":0}}}`},
		{`{artworks(page:2){items{id} page}}`, `{"data":{"artworks":{"items":[],"page":2}}}`},
	} {
		_, text := h.ask(c.query, nil)
		if text != c.want {
			t.Errorf("%s\n%s, want\n%s", c.query, text, c.want)
		}
	}
}

// send sends any request and returns the code of the first error.
func (h *fixture) send(method, path, typ, body string) (status int, text, code string) {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	if typ != "" {
		req.Header.Set("Content-Type", typ)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, _ := io.ReadAll(res.Body)
	var reply struct {
		Errors []struct {
			Message    string
			Extensions map[string]any
		}
	}
	if json.Unmarshal(b, &reply) == nil && len(reply.Errors) > 0 {
		e := reply.Errors[0]
		code, _ = e.Extensions["code"].(string)
		if len(e.Extensions) != 2 || e.Extensions["logCode"] == "" {
			h.t.Errorf("error extensions = %v, want only a code and a logCode", e.Extensions)
		}
		if strings.Contains(e.Message, "Did you mean") {
			h.t.Errorf("error = %q, want no suggestion of schema names", e.Message)
		}
	}
	return res.StatusCode, string(b), code
}

func TestMediaAreMadeAndServed(t *testing.T) {
	t.Parallel()
	h := setup(t)
	const q = `{artwork(slug:"1"){media{kind url alt width height color blur renditions{url width height type}}}}`
	var face map[string]any
	testkit.Eventually(t, 30*time.Second, func() bool {
		data, _ := h.ask(q, nil)
		face = data["artwork"].(map[string]any)["media"].([]any)[0].(map[string]any)
		if u, _ := face["url"].(string); !strings.HasPrefix(u, "/assets/") {
			t.Fatalf("cover before its renditions are ready = %v, want a URL under /assets/", face)
		}
		return face["blur"] != nil
	})
	renditions := face["renditions"].([]any)
	if len(renditions) != 3 || !strings.HasPrefix(face["color"].(string), "#f") || !strings.HasPrefix(face["blur"].(string), "data:image/webp;base64,") || len(face["blur"].(string)) > 600 {
		t.Errorf("picture = %v, want 3 renditions, a color and a blurred preview", face)
	}
	for i, width := range []float64{320, 640, 800} {
		r := renditions[i].(map[string]any)
		if r["width"] != width || r["type"] != "image/webp" {
			t.Errorf("rendition = %v, want a WebP picture of its width", r)
		}
		res, err := http.Get(h.url + r["url"].(string))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "image/webp" || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") || !bytes.HasPrefix(b, []byte("RIFF")) {
			t.Errorf("rendition = %s with %v, want 200 with an immutable image/webp", res.Status, res.Header)
		}
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+r["url"].(string), nil)
		req.Header.Set("If-None-Match", res.Header.Get("ETag"))
		if res, err = http.DefaultClient.Do(req); err != nil || res.StatusCode != http.StatusNotModified {
			t.Errorf("res.Status, err = %v, %v, want status code %v and no error", res.Status, err, http.StatusNotModified)
		}
		_ = res.Body.Close()
		req.Header.Del("If-None-Match")
		req.Header.Set("Range", "bytes=0-3")
		if res, err = http.DefaultClient.Do(req); err != nil || res.StatusCode != http.StatusPartialContent || res.ContentLength != 4 {
			t.Errorf("res.Status, err = %v, %v, want status code %v, content length 4 and no error", res.Status, err, http.StatusPartialContent)
		}
		_ = res.Body.Close()
	}
	for _, path := range []string{
		"/assets/", "/assets/x/y.webp", "/assets/00000000000000000000/x.webp", "/assets/00000000000000000000/..%2f..%2fetc%2fpasswd",
		strings.Replace(face["url"].(string), ".webp", "-made-2.json", 1),
	} {
		if status, _, _ := h.send(http.MethodGet, path, "", ""); status != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, status)
		}
	}
}

func TestImportWithAnErrorChangesNothing(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.write("artworks/w5.md", "---\nid: 5\ntitle: Fine\nartist: 3\ncategory: image\neditionSize: 1\npublishedAt: 2026-01-01T00:00:00Z\nmedia:\n  - {file: dot.png, alt: A dot}\n---\n")
	h.write("artworks/w6.md", "---\nid: 6\ntitle: Bad\n---\n")
	err := catalog.Import(t.Context(), h.cfg, testkit.Log(t), []string{h.folder})
	if err == nil || !strings.Contains(err.Error(), "artworks/w6.md:2: artist is required") {
		t.Fatalf("Import() = %v, want artworks/w6.md:2: artist is required", err)
	}
	if _, text := h.ask(`{artwork(slug:"5"){id}}`, nil); text != `{"data":{"artwork":null}}` {
		t.Errorf("artwork after a failed import = %s, want null", text)
	}
	if err := os.Remove(filepath.Join(h.folder, "artworks/w6.md")); err != nil {
		t.Fatal(err)
	}
	h.importContent()
	if _, text := h.ask(`{artwork(slug:"5"){id}}`, nil); text != `{"data":{"artwork":{"id":"5"}}}` {
		t.Errorf("artwork = %s, want id 5", text)
	}
}

func TestEditionsChanged(t *testing.T) {
	t.Parallel()
	h := setup(t)
	state := func() string {
		_, text := h.ask(`{artwork(slug:"1"){availability editionsAvailable}}`, nil)
		return text
	}
	send := func(version int64, held, sold int32) {
		m := &checkoutv1.EditionsChanged{ArtworkId: 1, Version: version, Held: held, Sold: sold}
		payload, _ := proto.Marshal(m)
		if _, err := h.bus.Publish(t.Context(), bus.Message{ID: fmt.Sprintf("editions:%d", version), Subject: bus.SubjectOf(m), Payload: payload}); err != nil {
			t.Fatal(err)
		}
	}
	send(4, 1, 2) // out of order: 4 before 2
	testkit.Eventually(t, 20*time.Second, func() bool { return strings.Contains(state(), `"RESERVED","editionsAvailable":0`) })
	send(2, 0, 0)
	send(5, 0, 3)
	testkit.Eventually(t, 20*time.Second, func() bool { return strings.Contains(state(), `"SOLD_OUT","editionsAvailable":0`) })
	e, ok := h.await("availability 1").(*catalogv1.AvailabilityChanged)
	if !ok || e.GetVersion() < 4 || e.GetEditionSize() != 5 || e.GetWithheld() != 2 {
		t.Errorf("AvailabilityChanged = %v, want version 4 or later, edition size 5, 2 withheld", e)
	}
	if got, want := h.as(nil, `{justCollected{id editionsSold}}`), `{"data":{"justCollected":[{"id":"1","editionsSold":3}]}}`; got != want {
		t.Errorf("just collected: %s, want %s", got, want)
	}
	h.importContent() // a later import does not forget what was sold
	if s := state(); !strings.Contains(s, "SOLD_OUT") {
		t.Errorf("state() = %v, want it to contain %s", s, "SOLD_OUT")
	}
}

// TestPhasesChanged: a drop that is open itself is listed as ended once its last phase is over, until its phases are removed.
func TestPhasesChanged(t *testing.T) {
	t.Parallel()
	now := time.Now()
	h := setup(t, func(h *fixture) {
		h.write("drops/d.md", fmt.Sprintf("---\nid: 1\ntitle: Open\nstartsAt: %s\ncurator: 1\n---\n", now.Add(-3*time.Hour).Format(time.RFC3339Nano)))
	})
	send := func(version int64, phases ...*checkoutv1.PhaseTimes) {
		t.Helper()
		m := &checkoutv1.PhasesChanged{DropId: 1, Version: version, Phases: phases}
		payload, _ := proto.Marshal(m)
		if _, err := h.bus.Publish(t.Context(), bus.Message{ID: fmt.Sprintf("phases:%d", version), Subject: bus.SubjectOf(m), Payload: payload}); err != nil {
			t.Fatal(err)
		}
	}
	listed := func(status, want string) {
		t.Helper()
		testkit.Eventually(t, 20*time.Second, func() bool {
			_, text := h.ask(`{drops(filter:{status:[`+status+`]}){items{id status}}}`, nil)
			return text == want
		})
	}
	listed("LIVE", `{"data":{"drops":{"items":[{"id":"1","status":"LIVE"}]}}}`)
	at := func(hours int) *timestamppb.Timestamp {
		return timestamppb.New(now.Add(time.Duration(hours) * time.Hour))
	}
	send(1, &checkoutv1.PhaseTimes{StartsAt: at(-2), EndsAt: at(-1)})
	listed("ENDED", `{"data":{"drops":{"items":[{"id":"1","status":"ENDED"}]}}}`)
	listed("LIVE", `{"data":{"drops":{"items":[]}}}`)
	send(2)
	listed("LIVE", `{"data":{"drops":{"items":[{"id":"1","status":"LIVE"}]}}}`)
}

// TestDropsOpenWithEvents: the content doesn't change when a drop opens, but its artworks go on sale.
func TestDropsOpenWithEvents(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) {
		h.cfg.RenditionWorkers = 0 // renditions are changes, too
		// A machine that is too busy to start in time sees the end.
		now := time.Now()
		h.write("drops/d.md", fmt.Sprintf("---\nid: 1\ntitle: Soon\nstartsAt: %s\nendsAt: %s\ncurator: 1\n---\n",
			now.Add(3*time.Second).Format(time.RFC3339Nano), now.Add(15*time.Second).Format(time.RFC3339Nano)))
	})
	h.await("changed 2")
	h.await("entry drop 1")
	if _, got := h.ask(`{drop(slug:"1"){status} artwork(slug:"2"){availability}}`, nil); strings.Contains(got, "UPCOMING") {
		t.Errorf("drop and artwork = %s, want neither UPCOMING", got)
	}
}

func TestOtherServicesCall(t *testing.T) {
	t.Parallel()
	h := setup(t)
	client := catalogv1connect.NewCatalogServiceClient(h.fleet.Client(t, "catalog", h.url))
	offer := func(id int64) (*catalogv1.Offer, error) {
		res, err := client.GetOffer(t.Context(), &catalogv1.GetOfferRequest{ArtworkId: id})
		if err != nil {
			return nil, err
		}
		return res.GetOffer(), nil
	}
	o, err := offer(1)
	if err != nil {
		t.Fatal(err)
	}
	if o.GetSlug() != "work-1-1" || o.GetEditionSize() != 5 || fmt.Sprint(o.GetWithheld()) != "[4 5]" || o.GetPrice().GetAmount() != 125000 || o.GetArtistName() != "Ada Brien" ||
		o.GetChainId() != 0 || o.GetSaleStartsAt() != nil || !strings.HasPrefix(o.GetImageUrl(), "/assets/") || o.GetYear() != 2025 || o.GetMedium() != "Ink" {
		t.Errorf("offer of work 1 = %v, want no chain, no start, a picture, its year and medium", o)
	}
	if o, err = offer(2); err != nil || o.GetChainId() != 100 || o.GetSaleStartsAt().AsTime().Year() != 2190 {
		t.Errorf("offer of work 2 = %v, %v, want chain 100 and a start in 2190", o, err)
	}
	if o, err = offer(4); err != nil || o.GetPrice() != nil {
		t.Errorf("offer of a work that isn't for sale = %v, %v, want no price", o, err)
	}
	shown, err := client.GetOffer(t.Context(), &catalogv1.GetOfferRequest{ArtworkId: 1, Display: true})
	if d := shown.GetDisplay(); err != nil || !strings.HasPrefix(d.GetPictureUrl(), "/assets/") || d.GetMovingUrl() != "" || d.GetDescription() != "Rivers." || len(d.GetAttributes()) != 1 ||
		d.GetAttributes()[0].GetName() != "Tiles" || d.GetAttributes()[0].GetValue() != "4" {
		t.Errorf("display of work 1 = %v, %v, want a picture, its words and its attribute", d, err)
	}
	for _, id := range []int64{9, 77} { // not yet public, unknown
		if _, err := offer(id); connect.CodeOf(err) != connect.CodeNotFound {
			t.Errorf("offer of %d: error = %v, want not found", id, err)
		}
	}
	if _, err := offer(0); connect.CodeOf(err) != connect.CodeInvalidArgument {
		t.Errorf("offer of 0: error = %v, want invalid argument", err)
	}
	a, err := client.FindArtist(t.Context(), &catalogv1.FindArtistRequest{AccountId: "acc", Email: "artist@EXAMPLE.org"})
	if err != nil || a.GetArtistId() != 3 || a.GetName() != "Ada Brien" {
		t.Errorf(`a, err = %v, %v, want artist id 3, name "Ada Brien" and no error`, a, err)
	}
	if _, err := client.FindArtist(t.Context(), &catalogv1.FindArtistRequest{AccountId: "acc"}); connect.CodeOf(err) != connect.CodeNotFound {
		t.Errorf("FindArtist() without an email address: error = %v, want not found", err)
	}
	drops, err := client.GetDrops(t.Context(), &catalogv1.GetDropsRequest{Ids: []int64{1, 77}})
	if err != nil || len(drops.GetDrops()) != 1 {
		t.Fatalf("drops, err = %v, %v, want 1 drops and no error", drops, err)
	}
	if d := drops.GetDrops()[0]; d.GetId() != 1 || d.GetTitle() != "Soon" || d.GetStatus() != "upcoming" || d.GetOpensAt().AsTime().Year() != 2190 || d.GetArtworkCount() != 1 {
		t.Errorf("drop = %v, want 1, Soon, upcoming in 2190 with one artwork", d)
	}
	stock := func() map[int64]bool {
		t.Helper()
		res, err := client.GetStock(t.Context(), &catalogv1.GetStockRequest{ArtworkIds: []int64{1, 2, 4, 9, 77}})
		if err != nil {
			t.Fatal(err)
		}
		out := map[int64]bool{}
		for _, a := range res.GetArtworks() {
			if a.GetTitle() == "" || a.GetArtistName() != "Ada Brien" || a.GetSlug() == "" {
				t.Errorf("stock = %v, want a title, a slug and Ada Brien", a)
			}
			out[a.GetArtworkId()] = a.GetAvailable()
		}
		return out
	}
	if got, want := stock(), map[int64]bool{1: true, 2: false, 4: false}; !maps.Equal(got, want) {
		t.Errorf("available = %v, want %v", got, want)
	}
	m := &checkoutv1.EditionsChanged{ArtworkId: 1, Version: 1, Held: 1, Sold: 2}
	payload, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.bus.Publish(t.Context(), bus.Message{ID: "editions:1", Subject: bus.SubjectOf(m), Payload: payload}); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 15*time.Second, func() bool { return !stock()[1] })
	visitor := identity.With(t.Context(), &identity.Principal{Subject: "someone"})
	if _, err := client.GetOffer(visitor, &catalogv1.GetOfferRequest{ArtworkId: 1}); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Errorf("call of an internal procedure by a user: error = %v, want permission denied", err)
	}
}

// useRender lets the catalog call a real render.
func (h *fixture) useRender() {
	h.t.Helper()
	h.fleet.Use(h.t, "catalog", rendertest.Key(h.t, "catalog"))
	h.cfg.ServiceKey, h.cfg.PublicKeysFile, h.cfg.RenderURL = kit.Secret(h.fleet.Private(h.t, "catalog")), h.fleet.File, rendertest.Shared(h.t).URL
}

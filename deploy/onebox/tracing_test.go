package main

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// receiver is a collector of traces that speaks OTLP over HTTP.
type receiver struct {
	mu sync.Mutex
	// spans are lines "service: name" by trace, text is everything that was received.
	spans map[string][]string
	text  strings.Builder
	// lines are all spans by their id, parents and links the ids of their parents and the traces of their links.
	lines, parents map[string]string
	links          map[string][]string
}

func receive(t testing.TB) (*receiver, string) {
	t.Helper()
	r := &receiver{spans: map[string][]string{}, lines: map[string]string{}, parents: map[string]string{}, links: map[string][]string{}}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return r, server.URL
}

// ServeHTTP implements http.Handler.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	var export collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &export)
	}
	if err != nil || req.URL.Path != "/v1/traces" {
		http.Error(w, "not a trace", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text.WriteString(protojson.Format(&export))
	for _, resource := range export.GetResourceSpans() {
		service := ""
		for _, a := range resource.GetResource().GetAttributes() {
			if a.GetKey() == "service.name" {
				service = a.GetValue().GetStringValue()
			}
		}
		for _, scope := range resource.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				id := hex.EncodeToString(span.GetTraceId())
				r.spans[id] = append(r.spans[id], service+": "+span.GetName())
				own := hex.EncodeToString(span.GetSpanId())
				r.lines[own], r.parents[own] = service+": "+span.GetName(), hex.EncodeToString(span.GetParentSpanId())
				for _, link := range span.GetLinks() {
					r.links[own] = append(r.links[own], hex.EncodeToString(link.GetTraceId()))
				}
			}
		}
	}
}

// trace returns the spans of the trace that has all of them, or those of the trace that has most.
func (r *receiver) trace(want []string) (spans []string, missing []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	missing = want
	for _, all := range r.spans {
		lacks := slices.DeleteFunc(slices.Clone(want), func(one string) bool { return slices.Contains(all, one) })
		if len(lacks) < len(missing) {
			spans, missing = slices.Clone(all), lacks
		}
	}
	return spans, missing
}

// unlinked returns which of the spans don't link to a trace that has a span of another name, each to the same one.
func (r *receiver) unlinked(to string, from []string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	missing := from
	for id, all := range r.spans {
		if !slices.Contains(all, to) {
			continue
		}
		lacks := slices.DeleteFunc(slices.Clone(from), func(line string) bool {
			for own, linked := range r.links {
				if r.lines[own] == line && slices.Contains(linked, id) {
					return true
				}
			}
			return false
		})
		if len(lacks) < len(missing) {
			missing = lacks
		}
	}
	return missing
}

// needless returns the spans of probes, and those that repeat their parent.
func (r *receiver) needless() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for own, line := range r.lines {
		if strings.Contains(line, "/healthz") || strings.Contains(line, "/readyz") || line == r.lines[r.parents[own]] {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestOneTraceAndNoPersonalData buys an edition by card. One trace leads from the provider's webhook through all services to the mint. Card page,
// webhook and mint link to the request that made the hold. The caller's request id is in the logs of every service, and neither logs nor traces contain what identifies the buyer.
func TestOneTraceAndNoPersonalData(t *testing.T) {
	t.Parallel()
	on := everything(t)
	traces, r := on.traces, on.running
	p := visitor(t, r.base)
	planted := map[string]string{"password": "planted-password-9-" + uuid.NewString(), "email": "planted-" + uuid.NewString()[:8] + "@example.org"}
	p.signIn("register", planted["email"], planted["password"])
	p.verify(r)
	p.complete()
	var list []profile
	p.get("/api/profiles?ownerId="+p.Subject, &list)
	mine := only(t, list)
	planted["first name"], planted["last name"] = "Plantedfirst", "Plantedlast"
	mine.FirstName, mine.LastName = planted["first name"], planted["last name"]
	if err := p.call(http.MethodPut, "/api/profiles/"+mine.ID, mine, nil); err != nil {
		t.Fatal(err)
	}
	w := newWallet(t, r)
	planted["wallet"] = w.at.Hex()
	planted["access token"], planted["refresh token"] = p.access, p.refresh

	c, err := p.hold(r.forSale(t, 100, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	if status := p.payByCard(c.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	planted["card"] = "4242424242424242"
	done := p.until(c.ID, time.Minute, "completed")
	var requested struct{ ID, Status string }
	p.post("/api/withdrawals", map[string]string{"tokenId": *done.TokenID, "to": w.at.Hex()}, &requested, key()...)
	_, link := p.waitForMail(r.mailbox, "withdrawal")
	_, planted["secret of a link"], _ = strings.Cut(link, "#")
	p.post("/api/approvals/link/approve", map[string]string{}, nil, "Approval-Secret", planted["secret of a link"])
	// What fails is logged and recorded with its error.
	refused(t, p.call(http.MethodPost, "/api/withdrawals", map[string]string{"tokenId": *done.TokenID, "to": planted["email"]}, nil, key()...), 422, "invalid")

	// The webhook of the card provider moves the order; everything after it happens because of it.
	want := []string{
		"gateway: POST /api/webhooks/stripe", "checkout: publish vitrine.checkout.v1.order_paid", "catalog: process vitrine.checkout.v1.editions_changed",
		"chainwatcher: process vitrine.checkout.v1.order_paid", "chainwatcher: mint signed", "chainwatcher: mint broadcast",
	}
	var missing, spans []string
	t.Cleanup(func() {
		if len(missing) > 0 {
			t.Logf("no trace has %q; the nearest has:\n%s", missing, strings.Join(spans, "\n"))
		}
	})
	eventually(t, 30*time.Second, func() bool {
		spans, missing = traces.trace(want)
		return len(missing) == 0
	})
	held := []string{"gateway: POST /api/checkouts", "checkout: vitrine.checkout.v1.CheckoutService/CreateCheckout"}
	if spans, missing = traces.trace(held); len(missing) > 0 {
		t.Errorf("no trace has %q, want one; the nearest has:\n%s", missing, strings.Join(spans, "\n"))
	}
	if missing := traces.unlinked(held[0], []string{
		"checkout: vitrine.checkout.v1.CheckoutService/StartCardPayment", "checkout: POST /webhooks/stripe", "chainwatcher: mint signed", "chainwatcher: mint broadcast",
	}); len(missing) > 0 {
		t.Errorf("no link to a hold from %q, want one from each", missing)
	}
	if got := traces.needless(); len(got) > 0 {
		t.Errorf("spans of probes, or with the name of their parent: %q, want none", got)
	}

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.base+"/api/checkouts/"+c.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.access)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	id := res.Header.Get("X-Request-ID")
	log, err := os.ReadFile(filepath.Join(r.data, "vitrine.log"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(strings.Split(string(log), "\n"), func(line string) bool {
		return id != "" && strings.Contains(line, "service=checkout") && strings.Contains(line, "request_id="+id) && strings.Contains(line, "trace_id=")
	}) {
		t.Errorf("no line of checkout names the request %q, want one", id)
	}

	var metrics []byte
	visitor(t, r.observe).get("/metrics", &metrics)
	for _, want := range []string{
		`vitrine_http_seconds_count{code="2xx",method="POST",route="/api/checkouts",service="gateway"}`, `route="/api/checkouts/{id}/card"`,
		`vitrine_rpc_seconds_count{code="ok",procedure="vitrine.checkout.v1.CheckoutService/CreateCheckout"}`, `catalog_graphql_seconds_count{operation="artworks",outcome="ok"}`,
		`vitrine_event_seconds_count{event="vitrine.checkout.v1.order_paid",outcome="ok",service="chainwatcher"}`, `vitrine_pool_connections{database="checkout",state="max"}`,
		"checkout_delivery_seconds_count ", `vitrine_job_seconds_count{kind="mail",outcome="ok"}`,
	} {
		if !strings.Contains(string(metrics), want) {
			t.Errorf("the metrics have no %s", want)
		}
	}

	traces.mu.Lock()
	exported := traces.text.String()
	traces.mu.Unlock()
	for where, text := range map[string]string{"the log": string(log), "a trace": exported, "a metric": string(metrics)} {
		for what, value := range planted {
			if at := strings.Index(strings.ToLower(text), strings.ToLower(value)); value != "" && at >= 0 {
				t.Errorf("%s contains the %s: …%s…", where, what, text[max(0, at-200):min(len(text), at+200)])
			}
		}
	}
}

package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/proto/gen/openapi"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// watcher is a chainwatcher that may be unavailable.
type watcher struct {
	grpc.ClientConnInterface

	away  bool
	asked int
	names *chainv1.NameService
}

func (c *watcher) Invoke(ctx context.Context, _ string, _, reply any, _ ...grpc.CallOption) error {
	c.asked++
	if c.away || ctx.Err() != nil {
		return errors.New("away")
	}
	list := reply.(*chainv1.ListChainsResponse)
	list.Items, list.NameService = []*chainv1.Chain{{ChainId: 31337}}, c.names
	return nil
}

func TestTheCurrencyIsSent(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	New(Settings{Currency: "EUR"}, &watcher{}, testkit.Log(t)).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/config", nil))
	if !strings.Contains(w.Body.String(), `"currency":"EUR"`) {
		t.Errorf("config = %s, want currency EUR", w.Body)
	}
}

func TestAnUnavailableChainwatcherBlocksNoCaller(t *testing.T) {
	t.Parallel()
	c := &watcher{away: true}
	h := New(Settings{}, c, testkit.Log(t))
	get := func(ctx context.Context) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/config", nil).WithContext(ctx))
		return w.Code
	}
	for range 5 {
		if status := get(t.Context()); status != http.StatusServiceUnavailable {
			t.Fatalf("status = %d without a chain, want 503", status)
		}
	}
	if c.asked != 1 {
		t.Errorf("checkout was called %d times, want 1", c.asked)
	}

	c.away, h.at = false, h.at.Add(-cacheFor)
	left, leave := context.WithCancel(t.Context())
	leave()
	if status := get(left); status != http.StatusOK {
		t.Errorf("status = %d after a visitor cancelled, want 200", status)
	}
	if status := get(t.Context()); status != http.StatusOK || c.asked != 2 {
		t.Errorf("status = %d after %d calls, want 200 after 2", status, c.asked)
	}

	c.away, h.at = true, h.at.Add(-cacheFor)
	if status := get(t.Context()); status != http.StatusOK || c.asked != 3 {
		t.Errorf("status = %d after %d calls, want 200 after 3 with the last known configuration", status, c.asked)
	}
}

func TestDurationsOfTheCheckout(t *testing.T) {
	t.Parallel()
	h := New(Settings{Hold: 20 * time.Minute, OrderPoll: 2 * time.Second, CollectionPoll: 5 * time.Second}, &watcher{}, testkit.Log(t))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/config", nil))
	var got struct {
		Checkout   struct{ HoldSeconds, OrderPollSeconds int64 }
		Collection struct{ PollSeconds int64 }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Checkout.HoldSeconds != 1200 || got.Checkout.OrderPollSeconds != 2 || got.Collection.PollSeconds != 5 {
		t.Errorf("checkout = %+v, want 1200 s of hold, polling every 2 s and 5 s; config = %s", got.Checkout, w.Body)
	}
}

func TestNamesNeedANode(t *testing.T) {
	t.Parallel()
	service := &chainv1.NameService{ChainId: 1, Registry: "0xA"}
	for name, c := range map[string]struct {
		names *chainv1.NameService
		nodes []uint64
		want  string
	}{
		"resolved":                  {service, []uint64{31337, 1}, `"names":{"chainId":1,"registry":"0xA"}`},
		"no node of that chain":     {service, []uint64{31337}, ""},
		"no registry is configured": {nil, []uint64{31337, 1}, ""},
	} {
		h := New(Settings{Nodes: c.nodes}, &watcher{names: c.names}, testkit.Log(t))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/config", nil))
		if body := w.Body.String(); strings.Contains(body, `"names"`) != (c.want != "") || !strings.Contains(body, c.want) {
			t.Errorf("%s: %s, want %q", name, body, c.want)
		}
	}
}

// TestWhereBrowsersReport: a page learns at run time where it reports errors, and as what.
func TestWhereBrowsersReport(t *testing.T) {
	t.Parallel()
	h := New(Settings{BuildID: "build-7", SentryDSN: "https://key@errors.example/1", Environment: "staging"}, &watcher{}, testkit.Log(t))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/config", nil))
	var got struct{ BuildID, SentryDSN, Environment string }
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.BuildID != "build-7" || got.SentryDSN != "https://key@errors.example/1" || got.Environment != "staging" {
		t.Errorf("config = %+v, want build-7, the Sentry DSN and staging; response = %s", got, w.Body)
	}
}

// TestTheResponseMatchesItsSchema: the frontend's types are generated from this schema.
func TestTheResponseMatchesItsSchema(t *testing.T) {
	t.Parallel()
	var document struct {
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(openapi.JSON, &document); err != nil {
		t.Fatal(err)
	}
	h := New(Settings{Nodes: []uint64{1}}, &watcher{names: &chainv1.NameService{ChainId: 1, Registry: "0xA"}}, testkit.Log(t))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/config", nil))
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	matches(t, "SiteConfig", document.Components.Schemas["SiteConfig"], got)
	matches(t, "SiteChain", document.Components.Schemas["SiteChain"], got["chains"].([]any)[0])
}

type schema struct {
	Type       string
	Properties map[string]schema
}

// matches checks that a value has exactly the fields of its schema, each of its type.
func matches(t *testing.T, path string, want schema, value any) {
	t.Helper()
	types := map[string]any{"string": "", "boolean": false, "integer": 0.0, "array": []any{}, "object": map[string]any{}}
	if got := fmt.Sprintf("%T", value); got != fmt.Sprintf("%T", types[want.Type]) {
		t.Errorf("%s is %s, want %s", path, got, want.Type)
	}
	fields, _ := value.(map[string]any)
	for name, inner := range fields {
		if s, ok := want.Properties[name]; ok {
			matches(t, path+"."+name, s, inner)
		} else {
			t.Errorf("%s.%s is missing in the schema", path, name)
		}
	}
	for name := range want.Properties {
		if _, ok := fields[name]; !ok {
			t.Errorf("%s.%s is missing in the response", path, name)
		}
	}
}

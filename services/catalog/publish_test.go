package catalog_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

// another runs one more replica until the test ends.
func (h *house) another(cfg catalog.Config, log *slog.Logger) {
	h.t.Helper()
	svc, err := catalog.Open(h.t.Context(), cfg, log)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(h.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- svc.Run(ctx) }()
	h.t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-ended, svc.Close()); err != nil {
			h.t.Error(err)
		}
	})
}

// passed imports a gallery whose drop opens at once, and waits until it has opened while no catalog runs.
func passed(h *house) {
	h.t.Helper()
	h.cfg.RenditionWorkers = 0 // renditions make pages stale, too
	opens := time.Now().Add(time.Second)
	h.write("drops/d.md", fmt.Sprintf("---\nid: 1\ntitle: Soon\nstartsAt: %s\ncurator: 1\n---\n", opens.Format(time.RFC3339Nano)))
	h.importContent()
	testkit.Eventually(h.t, 10*time.Second, func() bool { return time.Now().After(opens) })
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.stale) // what the import told
}

// TestPagesAreToldOfMomentsThatPassedMeanwhile: a drop opened while the catalog was away.
func TestPagesAreToldOfMomentsThatPassedMeanwhile(t *testing.T) {
	t.Parallel()
	h := setup(t, passed)
	testkit.Eventually(t, 10*time.Second, func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.stale["artworks"] && h.stale["drops"]
	})
}

// TestPagesAreToldUntilTheSiteHears: a moment that the site was not told of, because it was away itself, is told by the next
// catalog that runs.
func TestPagesAreToldUntilTheSiteHears(t *testing.T) {
	t.Parallel()
	var tries atomic.Int32
	var here, heard atomic.Bool
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var told struct{ Tags []string }
		if json.NewDecoder(r.Body).Decode(&told) != nil || !here.Load() {
			tries.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		heard.Store(true)
	}))
	t.Cleanup(pages.Close)
	h := setup(t, passed, func(h *house) { h.cfg.SiteRevalidateURL = pages.URL })
	testkit.Eventually(t, 20*time.Second, func() bool { return tries.Load() >= 5 })
	here.Store(true)
	h.another(h.cfg, testkit.Log(t))
	testkit.Eventually(t, 10*time.Second, heard.Load)
}

// TestAListingThatMissesWorksIsMended: an import that waits or takes long ends after a moment that it took for the future, which
// was looked for in vain meanwhile.
func TestAListingThatMissesWorksIsMended(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *house) {
		h.importContent()
		pool, err := postgres.Open(h.t.Context(), h.cfg.DatabaseURL)
		if err != nil {
			h.t.Fatal(err)
		}
		defer pool.Close()
		if _, err := pool.Exec(h.t.Context(), "DELETE FROM newest WHERE position = 3"); err != nil {
			h.t.Fatal(err)
		}
	})
	testkit.Eventually(t, 10*time.Second, func() bool {
		return h.as(nil, `{artworks{totalCount items{id}}}`) == `{"data":{"artworks":{"totalCount":3,"items":[{"id":"4"},{"id":"2"},{"id":"1"}]}}}`
	})
}

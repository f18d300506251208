package route

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	optionsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/options/v1"
)

// TestResponsesForACallerAreNotCached: responses of the API are for one caller. Only the listed documents and RPCs with the option cache, which are
// the same for everyone, may be stored by browsers and proxies.
func TestResponsesForACallerAreNotCached(t *testing.T) {
	t.Parallel()
	public := []string{"/api/auth/.well-known/jwks.json", "/api/config", "/api/openapi.json"}
	as := func(next http.Handler) http.Handler { return next }
	parts := Parts{Handlers: map[Target]http.Handler{}, Limits: map[Limit]Wrapper{Unlimited: as, Requests: as, Pages: as}, Caller: as}
	for _, row := range Table {
		parts.Handlers[row.To] = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	}
	mux, checked := http.NewServeMux(), 0
	Mount(mux, parts)
	for _, row := range Table {
		private := slices.Contains([]Credential{User, RefreshToken, Link, LinkAndUser}, row.Auth)
		cached := row.Method != nil && proto.HasExtension(row.Method.Options(), optionsv1.E_Cache)
		if slices.Contains(public, row.Path) || cached || !private && !strings.HasPrefix(row.Path, "/api/") || row.Methods == "" {
			continue
		}
		for method := range strings.FieldsSeq(row.Methods) {
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest(method, strings.NewReplacer("{", "", "}", "").Replace(row.Path), nil))
			if got := w.Header().Get("Cache-Control"); w.Code != http.StatusOK || got != "no-store" {
				t.Errorf("%s %s: status = %d, Cache-Control %q, want 200, no-store", method, row.Path, w.Code, got)
			}
			checked++
		}
	}
	if checked < 130 {
		t.Errorf("%d calls were checked, want at least 130", checked)
	}
}

package gateway

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/gateway/internal/route"
)

// TestEveryPublicRouteIsDescribed, with what it needs of its caller.
func TestEveryPublicRouteIsDescribed(t *testing.T) {
	t.Parallel()
	type parameter struct {
		Ref      string `json:"$ref"`
		Name, In string
		Required bool
	}
	type operation struct {
		OperationID string
		Summary     string
		Security    []map[string][]string
		Parameters  []parameter
	}
	var document struct {
		OpenAPI    string
		Paths      map[string]map[string]operation
		Components struct {
			Parameters      map[string]parameter
			SecuritySchemes map[string]struct{ Type string }
		}
	}
	if err := json.NewDecoder(get(handler(t, nil), http.MethodGet, "/api/openapi.json").Body).Decode(&document); err != nil || document.OpenAPI != "3.1.0" {
		t.Fatalf("%q, %v, want 3.1.0", document.OpenAPI, err)
	}
	described := 0
	for path, methods := range document.Paths {
		for method, op := range methods {
			described++
			at := slices.IndexFunc(route.Table, func(r route.Row) bool {
				return r.Path == path && slices.Contains(strings.Fields(r.Methods), strings.ToUpper(method))
			})
			if at < 0 {
				t.Errorf("%s %s is documented but has no route", method, path)
				continue
			}
			row := route.Table[at]
			if op.OperationID == "" || op.Summary == "" || op.Security == nil {
				t.Errorf("%s %s has no operationId, summary or security", method, path)
			}
			for _, alternative := range op.Security {
				for name := range alternative {
					if document.Components.SecuritySchemes[name].Type == "" {
						t.Errorf("%s %s names the unknown scheme %s", method, path, name)
					}
				}
			}
			_, bearer := append(op.Security, nil)[0]["bearer"]
			if want := row.Auth == route.User || row.Auth == route.LinkAndUser; bearer != want {
				t.Errorf("%s %s: bearer %v, want %v", method, path, bearer, want)
			}
			key := false
			for _, p := range op.Parameters {
				if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
					p = document.Components.Parameters[name]
				}
				key = key || p.Name == "Idempotency-Key" && p.In == "header" && p.Required
			}
			if key != row.Key {
				t.Errorf("%s %s: Idempotency-Key %v, want %v", method, path, key, row.Key)
			}
		}
	}
	for _, row := range route.Table {
		if row.To == route.Nothing || row.To == route.Site || strings.HasPrefix(row.Path, "/assets/") {
			continue
		}
		for method := range strings.FieldsSeq(row.Methods) {
			if _, ok := document.Paths[row.Path][strings.ToLower(method)]; !ok {
				t.Errorf("%s %s isn't documented", method, row.Path)
			}
		}
	}
	if described < 60 {
		t.Errorf("only %d operations are documented, want at least 60", described)
	}
}

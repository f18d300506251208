package gateway

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestEveryPublicRouteIsDescribed reads the routes that are no RPCs from the sources. RPCs are described by their generator.
func TestEveryPublicRouteIsDescribed(t *testing.T) {
	t.Parallel()
	var document struct {
		Swagger string
		Paths   map[string]map[string]json.RawMessage
	}
	if err := json.NewDecoder(get(door(t, nil), http.MethodGet, "/api/openapi.json").Body).Decode(&document); err != nil || document.Swagger != "2.0" {
		t.Fatalf("%q, %v", document.Swagger, err)
	}
	for path, method := range map[string]string{
		"/api/profileUploads": "post", "/api/checkouts": "post", "/api/approvals/link": "get", "/api/auth/login": "get", "/rpc/{chainId}": "post", "/graphql": "post",
	} {
		if document.Paths[path][method] == nil {
			t.Errorf("%s %s is not described", method, path)
		}
	}
	route := regexp.MustCompile(`Handle(?:Func)?\("(?:([A-Z]+) )?(/[^"]*)"`)
	// Groups, pictures, and what is not public.
	other := map[string]bool{"/": true, "/api/": true, "/internal/": true, "/_next/static/": true, "/assets/": true, "/assets/avatars/": true}
	found := 0
	for _, file := range []string{"routes.go", "internal/rest/rest.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range route.FindAllStringSubmatch(string(source), -1) {
			method, path := strings.ToLower(m[1]), m[2]
			if other[path] {
				continue
			}
			found++
			described := false
			for known, methods := range document.Paths {
				fits := known == path || strings.HasSuffix(path, "/") && strings.HasPrefix(known, path)
				described = described || fits && (method == "" || methods[method] != nil)
			}
			if !described {
				t.Errorf("%s: %s %s is not described", file, method, path)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d routes were found in the sources", found)
	}
}

package route

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/admission"
)

func TestPriorities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method, path string
		want         admission.Priority
	}{
		{"POST", "/api/webhooks/stripe", admission.Money},
		{"POST", "/api/checkouts/{id}/card", admission.Money},
		{"POST", "/api/approvals/link/approve", admission.Money},
		{"GET", "/api/approvals/link", admission.Money},
		{"GET", "/api/auth/tokens", admission.Money},
		{"GET", "/api/auth/callback", admission.Money},
		{"POST", "/api/checkouts", admission.Holds},
		{"GET", "/api/checkouts", admission.Reads},
		{"POST", "/api/favorites", admission.Reads},
		{"GET", "/", admission.Reads},
		{"HEAD", "/_next/static/", admission.Reads},
		{"POST", "/graphql", admission.Reads},
		{"POST", "/rpc/{chainId}", admission.Reads},
		{"POST", "/api/stop-emails/{secret}", admission.Reads},
		{"GET", "/assets/", admission.Bulk},
		{"POST", "/api/recordings", admission.Bulk},
		{"POST", "/api/profileUploads", admission.Bulk},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			t.Parallel()
			found := false
			for _, r := range Table {
				if r.Path == c.path && r.takes(c.method) {
					found = true
					if r.Priority != c.want {
						t.Errorf("%s, want %s", r.Priority, c.want)
					}
				}
			}
			if !found {
				t.Error("route not found, want it in the table")
			}
		})
	}
}

// keySet is the path of the key set that clients use to verify tokens.
const keySet = "/api/auth/.well-known/jwks.json"

// TestClasses: attempts to log in count in LOGINS_PER_MINUTE, requests with an idempotency key in ORDERS_PER_MINUTE.
func TestClasses(t *testing.T) {
	t.Parallel()
	count := map[Class]int{}
	for _, r := range Table {
		want := Any
		switch {
		case strings.HasPrefix(r.Path, "/api/auth/") && (r.Auth == Open || r.Auth == RefreshToken) && r.Path != keySet:
			want = Logins
		case r.Key:
			want = Orders
		}
		if r.Class != want {
			t.Errorf("%s %s has the class %q, want %q", r.Methods, r.Path, r.Class, want)
		}
		count[r.Class]++
	}
	if count[Logins] < 6 || count[Orders] < 10 {
		t.Errorf("%v routes, want at least 6 logins and 10 orders", count)
	}
}

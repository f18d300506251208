package route

import (
	"slices"
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
		{"POST", "/api/checkouts/{id}/transactions", admission.Money},
		{"POST", "/api/approvals/link/approve", admission.Money},
		{"GET", "/api/approvals/link", admission.Money},
		{"POST", "/api/withdrawals", admission.Money},
		{"POST", "/api/withdrawal-batches", admission.Money},
		{"GET", "/api/auth/tokens", admission.Money},
		{"GET", "/api/auth/callback", admission.Money},
		{"POST", "/api/checkouts", admission.Holds},
		{"GET", "/api/checkouts", admission.Reads},
		{"GET", "/api/checkouts/{id}", admission.Reads},
		{"POST", "/api/favorites", admission.Reads},
		{"POST", "/api/reminders", admission.Reads},
		{"POST", "/api/push", admission.Reads},
		{"PUT", "/api/collector-page", admission.Reads},
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
					if got := r.Priority(c.method); got != c.want {
						t.Errorf("%s, want %s", got, c.want)
					}
				}
			}
			if !found {
				t.Error("route not found, want it in the table")
			}
		})
	}
}

// TestClasses: which routes belong to a class with a limit, including those with wildcards. Pages don't read any of them.
func TestClasses(t *testing.T) {
	t.Parallel()
	got := map[Class][]string{}
	for _, r := range Table {
		for method := range strings.FieldsSeq(r.Methods) {
			if class := r.Class(method); class != Any {
				got[class] = append(got[class], method+" "+r.Path)
			}
		}
	}
	want := map[Class][]string{
		Orders: {
			"POST /api/payout-wallet-updates", "POST /api/checkouts", "POST /api/checkouts/{id}/card", "POST /api/checkouts/{id}/ether", "POST /api/checkouts/{id}/refunds",
			"POST /api/reviews/{id}/decision", "POST /api/refund-requests/{id}/decision", "POST /api/withdrawals", "POST /api/withdrawal-batches", "POST /api/gifts/{id}/emails", "POST /api/payouts",
		},
		Logins: {
			"POST /api/auth/session", "GET /api/auth/tokens", "GET /api/auth/siwe/nonce", "POST /api/auth/siwe/verify", "GET /api/auth/login", "GET /api/auth/callback",
		},
	}
	for class, routes := range want {
		for _, route := range routes {
			if !slices.Contains(got[class], route) {
				t.Errorf("%s has no limit of %s", route, class)
			}
		}
		for _, route := range got[class] {
			if !slices.Contains(routes, route) {
				t.Errorf("%s has the limit of %s, which this test doesn't know", route, class)
			}
		}
	}
}

package route

import (
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
		{"GET", "/api/auth/tokens", admission.Money},
		{"GET", "/api/auth/callback", admission.Money},
		{"POST", "/api/checkouts", admission.Holds},
		{"GET", "/api/checkouts", admission.Reads},
		{"GET", "/api/checkouts/{id}", admission.Reads},
		{"POST", "/api/favorites", admission.Reads},
		{"POST", "/api/reminders", admission.Reads},
		{"GET", "/", admission.Reads},
		{"HEAD", "/_next/static/", admission.Reads},
		{"POST", "/graphql", admission.Reads},
		{"POST", "/rpc/{chainId}", admission.Reads},
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
				t.Error("there is no such route")
			}
		})
	}
}

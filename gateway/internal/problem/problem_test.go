package problem

import "testing"

func TestLoggable(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/api/approvals/secret":          "/api/approvals/…",
		"/api/payout-alerts/secret/stop": "/api/payout-alerts/…",
		"/api/stop-emails/secret":        "/api/stop-emails/…",
		"/api/checkouts/0199":            "/api/checkouts/0199",
	} {
		t.Run(path, func(t *testing.T) {
			if got := Loggable(path); got != want {
				t.Errorf("Loggable(%q) = %q, want %q", path, got, want)
			}
		})
	}
}

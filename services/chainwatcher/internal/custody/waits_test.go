package custody_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

func TestCoolDown(t *testing.T) {
	t.Parallel()
	at := chaintest.Start
	waits := custody.Waits{NewAddress: 24 * time.Hour, Credentials: 72 * time.Hour, Card: 14 * 24 * time.Hour}
	for name, c := range map[string]struct {
		method  string
		paid    time.Time
		changed time.Time
		used    bool
		want    time.Duration
	}{
		"new address":        {"ether", at.Add(-time.Hour), time.Time{}, false, 24 * time.Hour},
		"known address":      {"ether", at.Add(-time.Hour), time.Time{}, true, 0},
		"credentials":        {"ether", at.Add(-time.Hour), at.Add(-time.Hour), false, 71 * time.Hour},
		"old credentials":    {"ether", at.Add(-time.Hour), at.Add(-80 * time.Hour), true, 0},
		"card":               {"card", at.Add(-24 * time.Hour), at, false, 13 * 24 * time.Hour},
		"a card of long ago": {"card", at.Add(-24 * 30 * time.Hour), time.Time{}, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := waits.End(custody.Withdrawal{ApprovedAt: at}, custody.Token{PaymentMethod: c.method, PaidAt: c.paid}, c.changed, c.used)
			if got.Sub(at) != c.want {
				t.Errorf("got %s, want %s", got.Sub(at), c.want)
			}
		})
	}
}

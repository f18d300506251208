package messages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/messages"
)

// An email about a batch counts what moved and says for each token that stayed why it did. Long lists are cut.
func TestWithdrawalsEnded(t *testing.T) {
	t.Parallel()
	list := func(moved, failed int) (out []custody.Withdrawal) {
		for i := range moved + failed {
			w := custody.Withdrawal{TokenID: int64(7_000_001 + i), Title: "Long Furrow", Artist: "Adaeze Nwokolo", To: "0xAb", ToName: "alice.eth", Status: custody.Final}
			if i >= moved {
				w.Status, w.Reason = custody.Failed, custody.TokenFrozen
			}
			out = append(out, w)
		}
		return out
	}
	for _, c := range []struct {
		moved, failed int
		subject       string
		says          []string
		paragraphs    int
	}{
		{1, 0, "Your artwork is in your wallet", []string{"We sent to your wallet: Long Furrow by Adaeze Nwokolo, edition 1. The transfers are final.", "Wallet: alice.eth (0xAb)"}, 2},
		{21, 0, "21 artworks are in your wallet", []string{"edition 20; and 1 more. The"}, 2},
		{0, 2, "We couldn't complete your withdrawal", []string{"We didn't send Long Furrow by Adaeze Nwokolo, edition 2. The order of this artwork is disputed"}, 3},
		{1, 2, "1 of 3 artworks are in your wallet", []string{"edition 1. The transfers", "edition 3. The order"}, 4},
		{0, 22, "We couldn't complete your withdrawal", []string{"We didn't send 2 more. The page below says why."}, 22},
	} {
		t.Run(fmt.Sprintf("%d moved, %d failed", c.moved, c.failed), func(t *testing.T) {
			t.Parallel()
			m := messages.WithdrawalsEnded(list(c.moved, c.failed))
			if m.Subject != c.subject || len(m.Paragraphs) != c.paragraphs {
				t.Errorf("%q with %d paragraphs, want %q with %d", m.Subject, len(m.Paragraphs), c.subject, c.paragraphs)
			}
			for _, part := range c.says {
				if !strings.Contains(strings.Join(m.Paragraphs, "\n"), part) {
					t.Errorf("paragraphs = %q, want %q among them", m.Paragraphs, part)
				}
			}
		})
	}
}

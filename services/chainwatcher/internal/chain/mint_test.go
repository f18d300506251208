package chain_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
)

// A mint is published once, by its final event, however the transaction ended.
func TestMintIsReportedByItsEvent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	token := d.queueMint()
	d.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: vault, TxHash: "0x5", LogIndex: 1}}})
	d.settle()
	if d.events.count("minted") != 0 {
		t.Errorf("events = %q, want none minted before it was final", d.events.list)
	}
	d.node.Fork(1)
	d.node.Mine(2)
	d.settle()
	if tok, err := d.store.Token(d.ctx, token); err != nil || tok.Holder != "" {
		t.Errorf(`d.store.Token(d.ctx, token) = %v, %v, want holder "" and no error`, tok, err)
	}
	d.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: vault, TxHash: "0x6", LogIndex: 1}}})
	d.finalize(3)
	d.finalize(5)
	if tok, err := d.store.Token(d.ctx, token); err != nil || tok.Status != chain.Minted || tok.MintTx != "0x6" || d.events.count("minted") != 1 {
		t.Errorf("token = %+v, %v, want minted by 0x6; events = %q, want one minted", tok, err, d.events.list)
	}
}

func TestCoolDown(t *testing.T) {
	t.Parallel()
	at := chaintest.Start
	waits := chain.Waits{NewAddress: 24 * time.Hour, Credentials: 72 * time.Hour, Card: 14 * 24 * time.Hour}
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
			got := waits.End(chain.Withdrawal{ApprovedAt: at}, chain.Token{PaymentMethod: c.method, PaidAt: c.paid}, c.changed, c.used)
			if got.Sub(at) != c.want {
				t.Errorf("got %s, want %s", got.Sub(at), c.want)
			}
		})
	}
}

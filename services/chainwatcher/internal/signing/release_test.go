package signing_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// orderOf returns the order that a token belongs to, or "".
func (d *signerFixture) orderOf(token int64) string {
	d.T.Helper()
	t, err := d.Store.Token(d.Ctx, token)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		d.T.Fatal(err)
	}
	return t.CheckoutID
}

// wantRelease releases a token and compares the state before and after.
func (d *signerFixture) wantRelease(order string, token int64, before, after custody.ReleaseState) {
	d.T.Helper()
	if state, _, err := d.releases.State(d.Ctx, order, token); err != nil || state != before {
		d.T.Errorf("state = %q, %v, want %q", state, err, before)
	}
	if state, err := d.releases.Release(d.Ctx, order, token); err != nil || state != after {
		d.T.Errorf("release = %q, %v, want %q", state, err, after)
	}
}

// resell gives a token to a new order.
func (d *signerFixture) resell(token int64) (order string, err error) {
	order = id.New()
	return order, d.Store.QueueMint(d.Ctx, custody.Token{
		TokenID: token, ChainID: 31337, CheckoutID: order, AccountID: "bob", ArtworkID: 1, EditionNumber: chain.EditionNumber(token), PaidAt: time.Now(),
	}, "0xminter")
}

// intoVault mints a token, up to the final block.
func (d *signerFixture) intoVault(token int64) {
	d.T.Helper()
	d.step()
	d.pool.mine(1)
	d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: chaintest.Vault, TxHash: "0x5", LogIndex: 1}}})
	d.finalize(2)
	d.step()
}

func TestReleaseToken(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(t *testing.T, d *signerFixture){
		"a queued mint is cancelled, and the next order mints": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			order := d.orderOf(token)
			d.wantRelease(order, token, custody.ReleaseReady, custody.ReleaseDone)
			d.wantRelease(order, token, custody.ReleaseDone, custody.ReleaseDone)
			d.step()
			d.want(token, "failed", 0)
			if d.pool.sent != 0 || d.orderOf(token) != "" {
				t.Errorf("%d transactions sent, the token's order = %q, want none and no order", d.pool.sent, d.orderOf(token))
			}
			next, err := d.resell(token)
			if err != nil || d.orderOf(token) != next {
				t.Fatalf("the token's order = %q, %v, want %q", d.orderOf(token), err, next)
			}
			d.step()
			if d.pool.sent != 1 || d.stands(next) != "broadcast" {
				t.Errorf("%d transactions sent, next mint = %s, want 1 and broadcast", d.pool.sent, d.stands(next))
			}
		},
		"a mint is released while it is being signed": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			order := d.orderOf(token)
			d.pool.signing = func() { d.wantRelease(order, token, custody.ReleaseReady, custody.ReleaseDone) }
			d.step()
			d.step()
			d.want(token, "failed", 0)
			if d.pool.sent != 0 {
				t.Errorf("%d transactions sent, want 0", d.pool.sent)
			}
		},
		"a signed mint isn't released before it is final, then the vault keeps the token for the next order": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			order := d.orderOf(token)
			d.step()
			d.wantRelease(order, token, custody.ReleaseMinting, custody.ReleaseMinting)
			if _, err := d.resell(token); !errors.Is(err, custody.ErrTaken) {
				t.Errorf("sale while the token is being minted: error = %v, want ErrTaken", err)
			}
			d.pool.mine(1)
			d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: chaintest.Vault, TxHash: "0x5", LogIndex: 1}}})
			d.Settle()
			d.step()
			d.wantRelease(order, token, custody.ReleaseMinting, custody.ReleaseMinting)
			d.finalize(2)
			d.step()
			d.wantRelease(order, token, custody.ReleaseReady, custody.ReleaseDone)
			next, err := d.resell(token)
			if err != nil {
				t.Fatal(err)
			}
			d.step()
			d.finalize(3)
			d.step()
			owned, err := d.Store.Token(d.Ctx, token)
			if err != nil || owned.Status != custody.Minted || owned.AccountID != "bob" || owned.Frozen || d.pool.sent != 1 || d.stands(next) != "final" {
				t.Errorf("token = %+v, %v, want minted, bob's and not frozen; %d transactions sent, next mint = %s, want 1 and final", owned, err, d.pool.sent, d.stands(next))
			}
			d.wantRelease(order, token, custody.ReleaseDone, custody.ReleaseDone)
			d.wantRelease(next, token, custody.ReleaseReady, custody.ReleaseDone)
		},
		"a mint whose nonce was abandoned may still be mined": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			d.pool.forgets = true
			d.step()
			d.pool.base, d.pool.nonce, d.pool.final = d.pool.most+1, 3, 3
			_ = d.signer.Step(d.Ctx, d.lease)
			d.want(token, "queued", 1)
			d.wantRelease(d.orderOf(token), token, custody.ReleaseMinting, custody.ReleaseMinting)
		},
		"a token that came back before it is known that it left is returned once": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			order := d.orderOf(token)
			d.intoVault(token)
			d.finalize(int(d.Node.Tip().Number))
			if n := d.Events.Count("returned"); n != 0 {
				t.Errorf("%d tokens are reported as returned after the mint, want none", n)
			}
			for i, to := range []string{chaintest.Wallet, chaintest.Vault} {
				from := []string{chaintest.Vault, chaintest.Wallet}[i]
				d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, From: from, To: to, TxHash: fmt.Sprint("0x6", i), LogIndex: 1}}})
			}
			d.Settle()
			if _, err := d.DB.Exec(d.Ctx, `UPDATE tokens SET in_custody = false`); err != nil { // as a final withdrawal does
				t.Fatal(err)
			}
			for range 2 {
				d.finalize(int(d.Node.Tip().Number))
			}
			if n := d.Events.Count("returned"); n != 1 || d.Events.Times("returned "+order) != 1 {
				t.Errorf("%d tokens are reported as returned, want the order's once", n)
			}
		},
		"a token that left the vault stays with its order": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			order := d.orderOf(token)
			d.intoVault(token)
			d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, From: chaintest.Vault, To: chaintest.Wallet, TxHash: "0x6", LogIndex: 1}}})
			d.Settle()
			d.wantRelease(order, token, custody.ReleaseGone, custody.ReleaseGone)
			if _, err := d.resell(token); !errors.Is(err, custody.ErrTaken) {
				t.Errorf("second sale: error = %v, want ErrTaken", err)
			}
		},
		"a token that came back is returned once its block is final, and stays with its order": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			order := d.orderOf(token)
			d.intoVault(token)
			d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, From: chaintest.Vault, To: chaintest.Wallet, TxHash: "0x6", LogIndex: 1}}})
			d.finalize(int(d.Node.Tip().Number))
			if _, err := d.DB.Exec(d.Ctx, `UPDATE tokens SET in_custody = false`); err != nil { // as a final withdrawal does
				t.Fatal(err)
			}
			d.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: token, From: chaintest.Wallet, To: chaintest.Vault, TxHash: "0x7", LogIndex: 1}}})
			d.Settle()
			d.wantRelease(order, token, custody.ReleaseGone, custody.ReleaseGone)
			if n := d.Events.Count("returned"); n != 0 {
				t.Errorf("%d tokens are reported as returned before the block is final, want none", n)
			}
			d.finalize(int(d.Node.Tip().Number))
			d.wantRelease(order, token, custody.ReleaseReturned, custody.ReleaseReturned)
			if n := d.Events.Times("returned " + order); n != 1 {
				t.Errorf("the token is reported as returned %d times, want once", n)
			}
			if _, err := d.resell(token); !errors.Is(err, custody.ErrTaken) {
				t.Errorf("second sale: error = %v, want ErrTaken", err)
			}
		},
		"another order's token": func(_ *testing.T, d *signerFixture) {
			token := d.queueMint()
			d.wantRelease(id.New(), token, custody.ReleaseTaken, custody.ReleaseTaken)
		},
		"an event that arrives after the release changes nothing": func(t *testing.T, d *signerFixture) {
			late := custody.Token{TokenID: 9_000_001, ChainID: 31337, CheckoutID: id.New(), AccountID: "ada", ArtworkID: 9, EditionNumber: 1, PaidAt: time.Now()}
			d.wantRelease(late.CheckoutID, late.TokenID, custody.ReleaseReady, custody.ReleaseDone)
			if err := d.Store.QueueMint(d.Ctx, late, "0xminter"); err != nil || d.orderOf(late.TokenID) != "" {
				t.Errorf("QueueMint() after the release: error = %v, the token's order = %q, want neither", err, d.orderOf(late.TokenID))
			}
			// The database refuses it, too.
			_, err := d.DB.Exec(d.Ctx, `INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug, artist,
				year, medium, payment_method, paid_at, status) VALUES (9000001, 31337, 'ada', $1, 9, 1, 1, '', '', '', 0, '', '', now(), 'minting')`, late.CheckoutID)
			if err == nil {
				t.Error("inserting a token for an order that released it: error = nil, want one")
			}
		},
		"an order that wasn't released keeps its token in the database": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			if err := d.Store.Refunded(d.Ctx, d.orderOf(token)); err != nil {
				t.Fatal(err)
			}
			if _, err := d.resell(token); !errors.Is(err, custody.ErrTaken) {
				t.Errorf("second sale: error = %v, want ErrTaken", err)
			}
			if _, err := d.DB.Exec(d.Ctx, `UPDATE tokens SET checkout_id = $1`, id.New()); err == nil {
				t.Error("moving the token to another order: error = nil, want one")
			}
		},
		"nothing is released on a halted chain": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			if _, err := d.Store.Halt(d.Ctx, 31337, chain.DeepReorg, "test"); err != nil {
				t.Fatal(err)
			}
			if _, err := d.releases.Release(d.Ctx, d.orderOf(token), token); !errors.Is(err, chain.ErrHalted) {
				t.Errorf("%v, want %v", err, chain.ErrHalted)
			}
		},
		"a restarted chain doesn't mint what was released": func(t *testing.T, d *signerFixture) {
			token := d.queueMint()
			d.wantRelease(d.orderOf(token), token, custody.ReleaseReady, custody.ReleaseDone)
			err := d.Store.InTx(d.Ctx, func(ctx context.Context) error {
				_, err := d.Store.Reset(ctx, chain.Cursor{ChainID: 31337, Genesis: "0xother"})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			d.want(token, "failed", 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, newDesk(t))
		})
	}
}

// TestReleaseRacesTheSigner releases tokens, several times each, while the signer sends their mints and the next orders arrive: a mint is
// either cancelled or sent, never both, and a token goes to one order.
func TestReleaseRacesTheSigner(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.pool.forgets = true // nothing is mined here
	const tokens = 24
	type result struct {
		states [2]custody.ReleaseState
		sold   int
	}
	results := make([]result, tokens)
	orders := make([]string, tokens)
	for i := range tokens {
		orders[i] = d.orderOf(d.queueMint())
	}
	var wg sync.WaitGroup
	for i := range tokens {
		for n := range 2 {
			wg.Go(func() {
				state, err := d.releases.Release(d.Ctx, orders[i], 1_000_001+int64(i))
				if err != nil {
					t.Error(err)
				}
				results[i].states[n] = state
			})
		}
	}
	for range 3 { // four start in a step at most
		_ = d.signer.Step(d.Ctx, d.lease)
	}
	wg.Wait()
	released, signed := 0, 0
	for i := range tokens {
		token, states := 1_000_001+int64(i), results[i].states
		if states[0] != states[1] && states[0] != custody.ReleaseDone && states[1] != custody.ReleaseDone {
			t.Errorf("token %d: release states = %v, want the same one twice, or one done", token, states)
		}
		_, attempts := d.state(token)
		done := states[0] == custody.ReleaseDone || states[1] == custody.ReleaseDone
		if done == (attempts > 0) {
			t.Errorf("token %d: release states = %v with %d attempts, want either one done or an attempt", token, states, attempts)
		}
		if done {
			released++
		} else {
			signed++
		}
		var mu sync.Mutex
		for range 2 {
			wg.Go(func() {
				if _, err := d.resell(token); err == nil {
					mu.Lock()
					results[i].sold++
					mu.Unlock()
				} else if !errors.Is(err, custody.ErrTaken) {
					t.Errorf("resale: error = %v, want nil or ErrTaken", err)
				}
			})
		}
		wg.Wait()
		if want := map[bool]int{true: 1, false: 0}[done]; results[i].sold != want {
			t.Errorf("token %d: sold %d times, want %d", token, results[i].sold, want)
		}
	}
	t.Logf("%d released, %d signed", released, signed)
}

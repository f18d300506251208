package signing_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// pool is a node's mempool and its blocks, as the signer sees them.
type pool struct {
	nonce    uint64 // of the key, in the newest block
	final    uint64
	base     int64
	most     int64
	waiting  map[uint64]string // nonce → hash
	receipts map[string]signing.Receipt
	owners   map[int64]string
	tokens   map[string]int64
	sent     int
	asked    int // number of receipt calls
	forgets  bool
	refunded bool // by an earlier transaction
	refuse   error
	intent   string // that paid every order according to the contract
	purse    int64  // the maximum cost of one refund, 0 for no limit
	signing  func() // called once, while a transaction is being signed
}

func newPool() *pool {
	return &pool{base: 10, most: 1000, waiting: map[uint64]string{}, receipts: map[string]signing.Receipt{}, owners: map[int64]string{}, tokens: map[string]int64{}}
}

func (p *pool) Address() string { return "0xminter" }

func (p *pool) Nonces(context.Context) (latest, final uint64, err error) {
	return p.nonce, p.final, nil
}

func (p *pool) Sign(_ context.Context, t signing.Transaction, nonce, _ uint64, earlier *signing.Attempt) (signing.Attempt, error) {
	if happens := p.signing; happens != nil {
		p.signing = nil
		happens()
	}
	if t.Kind == signing.PayRefund && p.refunded {
		return signing.Attempt{}, signing.ErrAlreadyRefunded
	}
	if p.purse > 0 && t.Value != nil && t.Value.Int64() > p.purse {
		return signing.Attempt{}, signing.ErrFunds
	}
	if _, minted := p.owners[t.TokenID]; minted && earlier == nil && t.Kind == signing.Mint {
		return signing.Attempt{}, signing.ErrAlreadyMinted
	}
	fee := p.base
	if earlier != nil {
		fee = max(fee, earlier.FeeCap.Int64()*9/8+1)
	}
	if fee > p.most {
		return signing.Attempt{}, signing.ErrFeeCap
	}
	raw := fmt.Appendf(nil, "%d %d %d", t.TokenID, nonce, fee)
	hash := fmt.Sprintf("0x%x", sha256.Sum256(raw))
	p.tokens[hash] = t.TokenID
	return signing.Attempt{Hash: hash, Raw: raw, Gas: 1, FeeCap: big.NewInt(fee), TipCap: big.NewInt(1)}, nil
}

func (p *pool) Broadcast(_ context.Context, raw []byte) error {
	p.sent++
	if p.refuse != nil {
		return p.refuse
	}
	var token, fee int64
	var nonce uint64
	if _, err := fmt.Sscanf(string(raw), "%d %d %d", &token, &nonce, &fee); err != nil {
		return err
	}
	if nonce < p.nonce {
		return signing.ErrNonceTooLow
	}
	if !p.forgets {
		p.waiting[nonce] = fmt.Sprintf("0x%x", sha256.Sum256(raw))
	}
	return nil
}

func (p *pool) Receipt(_ context.Context, hash string) (signing.Receipt, error) {
	p.asked++
	r, ok := p.receipts[hash]
	if !ok {
		return r, chain.ErrNotYet
	}
	return r, nil
}

// mine puts the pending transactions into a block at a height, in the order of nonces.
func (p *pool) mine(number uint64) {
	for {
		hash, ok := p.waiting[p.nonce]
		if !ok {
			return
		}
		token := p.tokens[hash]
		_, taken := p.owners[token]
		p.receipts[hash] = signing.Receipt{OK: !taken, BlockNumber: number}
		if !taken {
			p.owners[token] = chaintest.Vault
		}
		delete(p.waiting, p.nonce)
		p.nonce++
	}
}

// contracts reads from the pool.
type contracts struct{ *pool }

func (contracts) Price(context.Context) (chain.Price, error) { return chain.Price{}, chain.ErrNoPrice }

func (contracts) Intent(context.Context, chain.Intent) (chain.Signed, error) {
	return chain.Signed{Hash: "0x" + id.New(), Data: []byte{1}}, nil
}
func (c contracts) Paid(context.Context, string) (string, error) { return c.intent, nil }

func (c contracts) Mined(_ context.Context, hash string) (bool, error) {
	_, ok := c.receipts[hash]
	return ok, nil
}
func (contracts) CanMove(context.Context, int64, string) error              { return nil }
func (contracts) Credit(context.Context, string, uint64) (money.Wei, error) { return money.Wei{}, nil }

func (contracts) Withdraw(string) (chain.Call, error) {
	return chain.Call{Contract: "0xpayments", Data: []byte{1}}, nil
}

func (contracts) Mint(int64) (chain.Call, error) {
	return chain.Call{Contract: "0xtoken", Data: []byte{1}}, nil
}

func (contracts) Transfer(int64, string) (chain.Call, error) {
	return chain.Call{Contract: "0xtoken", Data: []byte{1}}, nil
}

func (contracts) Refund(_ context.Context, refundID, _ string, amount money.Wei, _ bool) (chain.Call, error) {
	return chain.Call{Contract: "0xpay", Data: []byte(refundID), Value: amount.Big()}, nil
}

func (c contracts) Owner(_ context.Context, tokenID int64) (string, error) {
	owner, ok := c.owners[tokenID]
	if !ok {
		return "", chain.ErrNotYet
	}
	return owner, nil
}

type signerFixture struct {
	*chaintest.Rig

	pool   *pool
	clock  *clock.Fake
	signer *signing.Signer
	lease  signing.Lease
	paused bool
	next   int64
	// person is the owner of the withdrawals.
	person      *person
	withdrawals *custody.Withdrawals
	releases    *custody.Releases
}

func newDesk(t *testing.T) *signerFixture {
	t.Helper()
	d := &signerFixture{Rig: chaintest.Setup(t), pool: newPool(), clock: clock.NewFake(time.Now()), person: &person{}}
	link, chains := chain.Link{Chain: d.Chain, Contracts: contracts{d.pool}}, chain.NewChains(31337, []uint32{31337})
	chains.Put(link)
	d.withdrawals = &custody.Withdrawals{
		Store: d.Store, Events: d.Events, Fleet: d.person, Chains: chains, Vault: chaintest.Vault, Clock: d.clock, Waits: custody.Waits{Credentials: credentialWait},
	}
	d.releases = &custody.Releases{Store: d.Store, Chains: chains}
	d.signer = signing.NewSigner(link, d.pool, d.Store, d.Events,
		signing.Rules{BumpAfter: 45 * time.Second, ResendAfter: 15 * time.Second, InFlight: 4}, d.withdrawals.CooldownEnded, d.clock, testkit.Log(t), func(on bool) { d.paused = on })
	lease, ok, err := d.Store.Lease(d.Ctx, 31337, "0xminter", time.Hour)
	if err != nil || !ok {
		t.Fatalf("Lease() = %t, %v, want true and no error", ok, err)
	}
	d.lease = lease
	return d
}

func (d *signerFixture) queueMint() int64 {
	d.T.Helper()
	d.next++
	err := d.Store.QueueMint(d.Ctx, custody.Token{
		TokenID: 1_000_000 + d.next, ChainID: 31337, CheckoutID: id.New(), AccountID: "ada", ArtworkID: 1, EditionNumber: int32(d.next), PaidAt: time.Now(),
	}, "0xminter")
	if err != nil {
		d.T.Fatal(err)
	}
	return 1_000_000 + d.next
}

func (d *signerFixture) step() {
	d.T.Helper()
	if err := d.signer.Step(d.Ctx, d.lease); err != nil {
		d.T.Fatal(err)
	}
}

func (d *signerFixture) state(token int64) (status string, attempts int) {
	d.T.Helper()
	err := d.DB.QueryRow(d.Ctx, `SELECT status, (SELECT count(*) FROM attempts a WHERE a.transaction_id = x.id) FROM transactions x WHERE token_id = $1`, token).
		Scan(&status, &attempts)
	if err != nil {
		d.T.Fatal(err)
	}
	return status, attempts
}

func (d *signerFixture) want(token int64, status string, attempts int) {
	d.T.Helper()
	if s, n := d.state(token); s != status || n != attempts {
		d.T.Errorf("token %d is %s with %d attempts, want %s with %d", token, s, n, status, attempts)
	}
}

// finalize mines and finalizes blocks up to a height.
func (d *signerFixture) finalize(number int) {
	d.T.Helper()
	d.Node.Mine(number - int(d.Node.Tip().Number))
	d.Node.Final = uint64(number)
	d.Settle()
}

package ordertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// Outbox records events and notices.
type Outbox struct {
	mu      sync.Mutex
	events  []order.Event
	notices map[string]order.Notice
}

// Publish implements order.Outbox.
func (o *Outbox) Publish(_ context.Context, event order.Event) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.events = append(o.events, event)
	return nil
}

// Notify implements order.Outbox; it records each key once.
func (o *Outbox) Notify(_ context.Context, n order.Notice) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.notices == nil {
		o.notices = map[string]order.Notice{}
	}
	o.notices[n.Key] = n
	return nil
}

// Events returns the events of one type, in order.
func Events[F order.Event](o *Outbox) (out []F) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, event := range o.events {
		if v, ok := event.(F); ok {
			out = append(out, v)
		}
	}
	return out
}

// Notices returns the number of notices of a kind.
func (o *Outbox) Notices(kind order.NoticeKind) (n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, v := range o.notices {
		if v.Kind == kind {
			n++
		}
	}
	return n
}

// cases returns the reviews that staff were notified of, and the orders that they belong to.
func (o *Outbox) cases() map[string]string {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := map[string]string{}
	for _, v := range o.notices {
		if v.Kind == order.NoticeCase {
			out[v.Review.ID] = v.Checkout.ID
		}
	}
	return out
}

// Parties are fakes of the catalog, the accounts and the chain. The zero value has no artworks and accepts every account.
type Parties struct {
	mu     sync.Mutex
	Offers map[int64]hold.Offer
	// Ended are sessions that have ended; Buyers overrides the default of a completed, verified account.
	Ended  map[string]bool
	Buyers map[string]purchase.Account
	// Artists are the artists that accounts are linked to.
	Artists map[string]int64
	Wallet  string
	// Frozen holds payouts while Wallet is empty.
	Frozen bool
	// Down makes the chain unavailable.
	Down bool
	// PagesDown makes only the chain's payments unreadable.
	PagesDown bool
	// Ledger is the chainwatcher's state, for reconciling.
	Ledger ChainLedger

	// Paying has the results of QuoteStatus by quote hash; the default is unpaid. OnQuoteStatus runs on each call.
	Paying        map[string]order.QuoteStatus
	OnQuoteStatus func(intentHash, transaction string)

	// Custody is what the chainwatcher says about a token that isn't released; the default is ready. Owner is the account that tokens belong to.
	// Released counts the calls that released an order's token. OnRelease runs after each call.
	Custody   refund.ReleaseState
	Owner     string
	Released  map[string]int
	OnRelease func()

	// Holding are the tokens of phases for holders that an account or a wallet holds.
	Holding map[string][]int64

	// Called is called with the ctx of each call; nil for nothing.
	Called func(ctx context.Context)

	quotes map[string]purchase.Quote
	quoted int
}

// lock locks p for a call.
func (p *Parties) lock(ctx context.Context) {
	if p.Called != nil {
		p.Called(ctx)
	}
	p.mu.Lock()
}

// HeldTokens implements phase.Chain.
func (p *Parties) HeldTokens(ctx context.Context, accountID string, wallets []string, conditions map[string][]phase.Tokens) (map[string][]int64, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	if p.Down {
		return nil, order.ErrUnavailable
	}
	out := map[string][]int64{}
	for condition := range conditions {
		out[condition] = nil
		for _, who := range append([]string{accountID}, wallets...) {
			out[condition] = append(out[condition], p.Holding[who]...)
		}
	}
	return out, nil
}

// Chains implements phase.Chain.
func (p *Parties) Chains(ctx context.Context) (out []uint32, err error) {
	heads, err := p.Heads(ctx)
	for _, h := range heads {
		out = append(out, h.ChainID)
	}
	return out, err
}

// Work implements phase.Others.
func (p *Parties) Work(ctx context.Context, artworkID int64) (phase.Work, error) {
	o, err := p.Offer(ctx, artworkID)
	return phase.Work{DropID: o.DropID, ArtistID: o.Artwork.ArtistID, Price: o.Price}, err
}

// Offer implements hold.Fleet.
func (p *Parties) Offer(ctx context.Context, artworkID int64) (hold.Offer, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	o, ok := p.Offers[artworkID]
	if !ok {
		return o, hold.ErrNoArtwork
	}
	return o, nil
}

// End ends a session.
func (p *Parties) End(sessionID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Ended[sessionID] = true
}

// SessionActive reports whether a session is not in Ended.
func (p *Parties) SessionActive(_ context.Context, sessionID string) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.Ended[sessionID], nil
}

// Account implements hold.Fleet, refund.Fleet and review.Accounts.
func (p *Parties) Account(ctx context.Context, accountID string) (purchase.Account, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	if a, ok := p.Buyers[accountID]; ok {
		return a, nil
	}
	return purchase.Account{
		HasIdentity: true, EmailVerified: true, ProfileCompleted: true, Email: accountID + "@example.org", Name: "Ada Lovelace",
	}, nil
}

// Wallets implements phase.Others.
func (p *Parties) Wallets(ctx context.Context, accountID string) ([]string, error) {
	a, err := p.Account(ctx, accountID)
	return a.Wallets, err
}

// LinkedArtist implements refund.Fleet and phase.Others.
func (p *Parties) LinkedArtist(ctx context.Context, accountID string) (int64, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	return p.Artists[accountID], nil
}

// PayoutWallet implements order.Fleet.
func (p *Parties) PayoutWallet(ctx context.Context, _ int64) (order.PayoutWallet, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	return order.PayoutWallet{Address: p.Wallet, Frozen: p.Frozen}, nil
}

// CreateQuote implements order.Fleet: it returns the same quote again for the same checkout.
func (p *Parties) CreateQuote(ctx context.Context, r order.QuoteRequest) (purchase.Quote, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	if p.Down {
		return purchase.Quote{}, order.ErrUnavailable
	}
	if p.quotes == nil {
		p.quotes = map[string]purchase.Quote{}
	}
	if q, ok := p.quotes[r.CheckoutID]; ok {
		return q, nil
	}
	p.quoted++
	q := purchase.Quote{
		IntentHash: fmt.Sprintf("0x%064x", p.quoted), ChainID: 31337, To: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
		Data: "0xabcdef", Value: money.NewWei(r.Price.Amount * 1_000_000_000), Rate: "2500.12", RateSource: "test",
		RateAt: r.HoldExpiresAt.Add(-time.Minute), ExpiresAt: r.HoldExpiresAt,
	}
	if r.ChainID != 0 {
		q.ChainID = r.ChainID
	}
	q.IntentHash = "0x" + r.CheckoutID[:8] + q.IntentHash[10:]
	p.quotes[r.CheckoutID] = q
	return q, nil
}

// ErrWallet is what CheckRecipient says about a wallet that nobody may give to.
var ErrWallet = errors.New("this address cannot receive the token")

// CheckRecipient implements order.Fleet: it refuses the zero address and resolves no names.
func (p *Parties) CheckRecipient(ctx context.Context, g purchase.Gift) (purchase.Gift, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	switch {
	case p.Down:
		return g, order.ErrUnavailable
	case g.To == "0x0000000000000000000000000000000000000000":
		return g, ErrWallet
	}
	g.ToName = strings.ToLower(g.ToName)
	return g, nil
}

// QuoteStatus implements order.Fleet.
func (p *Parties) QuoteStatus(ctx context.Context, intentHash, transaction string) (order.QuoteStatus, error) {
	p.lock(ctx)
	status, hook, down := p.Paying[intentHash], p.OnQuoteStatus, p.Down
	p.mu.Unlock()
	if hook != nil {
		hook(intentHash, transaction)
	}
	switch {
	case down:
		return "", order.ErrUnavailable
	case status == "" && transaction != "":
		return order.QuoteSent, nil
	case status == "":
		return order.QuoteUnpaid, nil
	}
	return status, nil
}

// ChainLedger is the chainwatcher's state for reconciliation.
type ChainLedger struct {
	Heads    []order.Head
	Payments order.ChainPayments
	Mints    []order.Mint
	// Unknown are tokens that it has never received.
	Unknown []int64
	// Refunds are the states of refunds; Due are the refunds that it was called with.
	Refunds map[string]order.ChainRefund
	Due     []order.EtherRefundDue
}

// Compare sets the chainwatcher's state.
func (p *Parties) Compare(l ChainLedger) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Ledger = l
}

// TokenRelease implements refund.Fleet. The default is ReleaseReady.
func (p *Parties) TokenRelease(ctx context.Context, checkoutID string, _ int64) (refund.TokenState, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	token := refund.TokenState{Release: cmp.Or(p.Custody, refund.ReleaseReady), Vault: Vault, AccountID: p.Owner}
	switch {
	case p.Down:
		return refund.TokenState{}, order.ErrUnavailable
	case p.Released[checkoutID] > 0:
		token.Release = refund.ReleaseDone
	}
	return token, nil
}

// Vault is the vault's address.
const Vault = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"

// Keep sets what the chainwatcher says about tokens.
func (p *Parties) Keep(state refund.ReleaseState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Custody = state
}

// ReleaseToken implements refund.Fleet.
func (p *Parties) ReleaseToken(ctx context.Context, checkoutID string, tokenID int64) (refund.ReleaseState, error) {
	token, err := p.TokenRelease(ctx, checkoutID, tokenID)
	state := token.Release
	if err == nil && (state == refund.ReleaseReady || state == refund.ReleaseDone) {
		p.mu.Lock()
		if p.Released == nil {
			p.Released = map[string]int{}
		}
		p.Released[checkoutID]++
		p.mu.Unlock()
		state = refund.ReleaseDone
	}
	if p.OnRelease != nil {
		p.OnRelease()
	}
	return state, err
}

// Heads implements order.Fleet.
func (p *Parties) Heads(ctx context.Context) ([]order.Head, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	if p.Down {
		return nil, order.ErrUnavailable
	}
	return p.Ledger.Heads, nil
}

// Payments implements order.Fleet: a page is one block.
func (p *Parties) Payments(ctx context.Context, chainID uint32, from int64) (page order.ChainPayments, next int64, err error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	if p.Down || p.PagesDown {
		return page, 0, order.ErrUnavailable
	}
	for _, k := range p.Ledger.Payments.Known {
		switch at := k.Payment.BlockNumber; {
		case k.Payment.ChainID != chainID || at < from:
		case at == from:
			page.Known = append(page.Known, k)
		case next == 0 || at < next:
			next = at
		}
	}
	for _, u := range p.Ledger.Payments.Unexpected {
		if u.ChainID == chainID && u.BlockNumber >= from && (next == 0 || u.BlockNumber < next) {
			page.Unexpected = append(page.Unexpected, u)
		}
	}
	return page, next, nil
}

// Mints implements order.Fleet.
func (p *Parties) Mints(ctx context.Context, _ []int64) ([]order.Mint, []int64, error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	if p.Down {
		return nil, nil, order.ErrUnavailable
	}
	return p.Ledger.Mints, p.Ledger.Unknown, nil
}

// Refunds implements refund.Fleet.
func (p *Parties) Refunds(ctx context.Context, due []order.EtherRefundDue) (out []order.ChainRefund, err error) {
	p.lock(ctx)
	defer p.mu.Unlock()
	if p.Down {
		return nil, order.ErrUnavailable
	}
	p.Ledger.Due = append(p.Ledger.Due, due...)
	for _, d := range due {
		if r, ok := p.Ledger.Refunds[d.RefundID]; ok {
			out = append(out, r)
		}
	}
	return out, nil
}

// EtherPayment returns a payment of a quote in a block.
func EtherPayment(q purchase.Quote, block string, at time.Time) purchase.Payment {
	return purchase.Payment{
		Key: fmt.Sprintf("eip155:%d:%s:0", q.ChainID, block), ChainID: q.ChainID, BlockHash: block, BlockNumber: 7, BlockTime: at,
		Transaction: "0x7a" + block, Payer: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", Wei: q.Value, IntentHash: q.IntentHash,
	}
}

package order

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// StartCard returns the URL of the provider's payment page. It stores the intent, with its idempotency key, before it calls
// the provider, so a crash in between doesn't open a second session. While a session is open, it returns the same page.
func (s *Service) StartCard(ctx context.Context, caller Caller, checkoutID string, b Billing) (string, error) {
	if _, err := s.Get(ctx, caller, checkoutID); err != nil {
		return "", err
	}
	b, err := s.checked(ctx, b)
	if err != nil {
		return "", err
	}
	c, err := s.Change(ctx, checkoutID, purchase.ActorBuyer, func(c *Checkout) error {
		now := c.Now
		switch {
		case !c.Status.Payable():
			return c.unpayable()
		case !c.HoldActive():
			return ErrHoldExpired
		case c.ActiveQuote() != nil:
			return ErrQuoteActive
		}
		c.bill(b)
		if c.OpenSession() == nil {
			c.Sessions = append(c.Sessions, purchase.Session{
				ID: id.New(), Status: purchase.SessionIntent, CreatedAt: now, EndsAt: now.Add(s.Rules.SessionLife),
			})
		}
		c.Method = purchase.Card
		if c.Status != purchase.AwaitingPayment {
			return c.move(purchase.AwaitingPayment, "", now)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return s.openSession(ctx, c)
}

// unpayable returns why a checkout accepts no payment.
func (c *Checkout) unpayable() error {
	if c.Status == purchase.Expired {
		return ErrHoldExpired
	}
	return ErrNotPayable
}

// openSession opens the session of a stored intent at the provider and returns the URL of its page.
func (s *Service) openSession(ctx context.Context, c Checkout) (string, error) {
	ses := c.OpenSession()
	if ses == nil {
		return "", ErrConflict
	}
	if ses.Status == purchase.SessionOpen {
		return ses.URL, nil
	}
	opened, err := s.Cards.Open(ctx, *ses, c)
	refused := errors.Is(err, ErrCardRefused)
	if err != nil && !refused {
		return "", err
	}
	stale := false
	after, err2 := s.Change(context.WithoutCancel(ctx), c.ID, purchase.ActorProvider, func(c *Checkout) error {
		now := find(c.Sessions, func(o *purchase.Session) bool { return o.ID == ses.ID && o.Open() })
		stale = now == nil
		switch {
		case now == nil:
		case refused:
			now.Status = purchase.SessionRefused
		default:
			now.Status, now.ProviderID, now.URL = purchase.SessionOpen, opened.ProviderID, opened.URL
		}
		return nil
	})
	switch {
	case err2 != nil:
		return "", err2
	case refused:
		return "", err
	case stale || !after.Status.Payable():
		// The hold ended during the call to the provider; its session must not outlive it.
		if err := s.endSession(ctx, after); err != nil {
			s.Log.WarnContext(ctx, "ending a card session failed, it is retried", "checkout", c.ID, "error", err)
		}
		return "", after.unpayable()
	}
	return opened.URL, nil
}

// endSession ends the open card session of c, first at the provider, then here. If the session took a payment, the payment
// is applied and the checkout is no longer payable. ErrUnavailable means that the provider doesn't respond, or doesn't know
// a session that may still be open: the session then stays open here.
func (s *Service) endSession(ctx context.Context, c Checkout) error {
	ses := c.OpenSession()
	if ses == nil {
		return nil
	}
	providerID := ses.ProviderID
	switch {
	case ses.Status == purchase.SessionOpen:
	case c.Now.After(ses.EndsAt):
		// Nobody received the URL of its page, and it has expired.
		return s.closeSession(ctx, c.ID, ses.ID, "", purchase.SessionExpired)
	default:
		opened, err := s.Cards.Open(ctx, *ses, c)
		if errors.Is(err, ErrCardRefused) {
			return s.closeSession(ctx, c.ID, ses.ID, "", purchase.SessionRefused)
		}
		if err != nil {
			return err
		}
		providerID = opened.ProviderID
	}
	err := s.Cards.Expire(ctx, providerID)
	if errors.Is(err, ErrSessionComplete) {
		t, err := s.Cards.Session(ctx, providerID)
		if err != nil {
			return err
		}
		if !t.SessionComplete && !t.SessionExpired {
			return ErrUnavailable // the provider's responses are inconsistent: retry later
		}
		if err := s.closeSession(ctx, c.ID, ses.ID, providerID, ""); err != nil {
			return err
		}
		t.CheckoutID = c.ID
		return s.ApplyCard(ctx, t)
	}
	if errors.Is(err, ErrNotFound) {
		// The key may belong to another account now. Anyone who has the page can still pay there until the session ends.
		if !c.Now.After(ses.EndsAt) {
			return fmt.Errorf("%w: card session %s doesn't exist at the provider", ErrUnavailable, providerID)
		}
		err = nil
	}
	if err != nil {
		return err
	}
	return s.closeSession(ctx, c.ID, ses.ID, providerID, purchase.SessionExpired)
}

// closeSession records the end of a session; with an empty status it only records the provider's id.
func (s *Service) closeSession(ctx context.Context, checkoutID, sessionID, providerID string, status purchase.SessionStatus) error {
	_, err := s.Change(ctx, checkoutID, purchase.ActorProvider, func(c *Checkout) error {
		if ses := find(c.Sessions, func(o *purchase.Session) bool { return o.ID == sessionID && o.Open() }); ses != nil {
			ses.ProviderID, ses.Status = cmp.Or(providerID, ses.ProviderID), cmp.Or(status, purchase.SessionOpen)
		}
		return nil
	})
	return err
}

// ApplyCard applies the provider's view of a payment to its checkout. If the checkout doesn't exist and there is money, it
// opens a review: a paid session is never ignored.
func (s *Service) ApplyCard(ctx context.Context, t CardState) error {
	_, err := s.Change(ctx, t.CheckoutID, purchase.ActorProvider, func(c *Checkout) error { return c.applyCard(t, c.Now) })
	if errors.Is(err, ErrNotFound) {
		if !t.Succeeded {
			return nil
		}
		return s.openReview(ctx, purchase.Review{
			ID: id.New(), Key: "card:" + t.PaymentIntent, Reason: purchase.ReasonUnknown,
			Cause: purchase.Cause{Kind: purchase.CauseUnknownOrder, Method: purchase.Card, Subject: t.CheckoutID},
			Funds: purchase.Payment{Method: purchase.Card, Amount: t.Received, ProviderID: t.PaymentIntent},
		})
	}
	return err
}

// StartEther returns a signed quote. It first ends an open card session at the provider. While a quote is active, it returns
// the same one.
func (s *Service) StartEther(ctx context.Context, caller Caller, checkoutID, refundAddress string, b Billing) (purchase.Quote, error) {
	c, err := s.Get(ctx, caller, checkoutID)
	if err != nil {
		return purchase.Quote{}, err
	}
	if err := c.quotable(); err != nil {
		return purchase.Quote{}, err
	}
	if b, err = s.checked(ctx, b); err != nil {
		return purchase.Quote{}, err
	}
	if q := c.ActiveQuote(); q != nil {
		_, err := s.Change(ctx, checkoutID, purchase.ActorBuyer, func(c *Checkout) error { c.bill(b); return nil })
		return *q, err
	}
	if err := s.endSession(ctx, c); err != nil {
		return purchase.Quote{}, err
	}
	if c, err = s.Store.Get(ctx, checkoutID); err != nil {
		return purchase.Quote{}, err
	}
	if err := c.quotable(); err != nil {
		return purchase.Quote{}, err
	}
	payout := PayoutWallet{Auction: true}
	if !c.Auctioned() {
		if payout, err = s.Fleet.PayoutWallet(ctx, c.Artwork.ArtistID); err != nil {
			return purchase.Quote{}, err
		}
	}
	quote, err := s.Fleet.CreateQuote(ctx, QuoteRequest{
		CheckoutID: c.ID, Price: c.Price, ChainID: c.Artwork.ChainID, Payout: payout.Address, ShareBps: c.ShareBps,
		RefundAddress: refundAddress, HoldExpiresAt: c.ExpiresAt,
	})
	if err != nil {
		return purchase.Quote{}, err
	}
	quote.Payout, quote.PayoutHold, quote.ShareBps = payout.Address, payout.Hold(), c.ShareBps
	// Nobody can pay a quote that was never returned, so drop one that no longer matches the order.
	c, err = s.Change(ctx, checkoutID, purchase.ActorBuyer, func(c *Checkout) error {
		if err := c.quotable(); err != nil {
			return err
		}
		if c.OpenSession() != nil {
			return ErrCardActive
		}
		if c.ActiveQuote() != nil {
			return nil
		}
		if err := c.quoted(quote); err != nil {
			return err
		}
		c.Method = purchase.Ether
		c.bill(b)
		if c.Status != purchase.AwaitingPayment {
			return c.move(purchase.AwaitingPayment, "", c.Now)
		}
		return nil
	})
	if err != nil {
		return purchase.Quote{}, err
	}
	return *c.ActiveQuote(), nil
}

// quoted makes a quote the active one. The chainwatcher returns the same quote until its deadline, so a revoked quote becomes
// active again. If it returns a different one, the chain has passed the deadlines of the earlier quotes.
func (c *Checkout) quoted(quote purchase.Quote) error {
	if q := find(c.Quotes, func(q *purchase.Quote) bool { return q.IntentHash == quote.IntentHash }); q != nil {
		if !q.EndedAt.IsZero() {
			return ErrHoldExpired
		}
		q.RevokedAt = time.Time{}
		return nil
	}
	for i := range c.Quotes {
		if q := &c.Quotes[i]; q.EndedAt.IsZero() {
			q.EndedAt = c.Now
		}
	}
	quote.CreatedAt = c.Now
	c.Quotes = append(c.Quotes, quote)
	return nil
}

// CancelEther revokes the active quote at the buyer's request, so that the buyer can pay by card or cancel. Without a quote
// it changes nothing. A payment of the quote that arrives later is treated like any other: it buys the edition if nothing
// else has and it is still available, and is otherwise refunded or reviewed. Errors: ErrEtherSent, ErrUnavailable.
func (s *Service) CancelEther(ctx context.Context, caller Caller, id string) (Checkout, error) {
	if _, err := s.Get(ctx, caller, id); err != nil {
		return Checkout{}, err
	}
	return s.revokeQuote(ctx, id)
}

// revokeQuote revokes the active quote of a checkout unless a transaction may be paying it.
func (s *Service) revokeQuote(ctx context.Context, id string) (Checkout, error) {
	for try := 0; ; try++ {
		c, err := s.Store.Get(ctx, id)
		if err != nil {
			return Checkout{}, err
		}
		q := c.ActiveQuote()
		if q == nil {
			return c, nil
		}
		if !c.Status.Payable() || c.pending() {
			return Checkout{}, ErrEtherSent
		}
		status, err := s.Fleet.QuoteStatus(ctx, q.IntentHash, c.TransactionHash)
		if err != nil {
			return Checkout{}, err
		}
		if status != QuoteUnpaid {
			return Checkout{}, ErrEtherSent
		}
		named := c.TransactionHash
		c, err = s.Change(ctx, id, purchase.ActorBuyer, func(c *Checkout) error { return c.revoke(q.IntentHash, named) })
		if !errors.Is(err, ErrConflict) || try == 2 {
			return c, err
		}
	}
}

// revoke revokes a quote that had no payment on the chain. named is the transaction that was checked: if the buyer has since named
// another one, that one must be checked too.
func (c *Checkout) revoke(intentHash, named string) error {
	q := c.ActiveQuote()
	switch {
	case q == nil || q.IntentHash != intentHash:
		return nil
	case !c.Status.Payable() || c.pending():
		return ErrEtherSent
	case c.TransactionHash != named:
		return ErrConflict
	}
	q.RevokedAt, c.Method, c.TransactionHash = c.Now, purchase.NoMethod, ""
	return nil
}

func (c *Checkout) quotable() error {
	switch {
	case !c.Status.Payable():
		return c.unpayable()
	case !c.HoldActive():
		return ErrHoldExpired
	}
	return nil
}

// Billing is what the buyer enters when starting a payment.
type Billing struct {
	// Country is ISO 3166-1 alpha-2; empty keeps the previous value.
	Country string
	// ImmediateDelivery requests immediate delivery and waives the right of withdrawal. The last value before a payment
	// counts.
	ImmediateDelivery bool
	// Gift names the recipient; zero if the buyer keeps the edition. The last value before a payment counts.
	Gift purchase.Gift
}

// checked returns the billing details with the gift's wallet as the chainwatcher resolved it.
func (s *Service) checked(ctx context.Context, b Billing) (Billing, error) {
	if b.Gift.To == "" {
		return b, nil
	}
	var err error
	b.Gift, err = s.Fleet.CheckRecipient(ctx, b.Gift)
	return b, err
}

func (c *Checkout) bill(b Billing) {
	if !c.Status.Payable() {
		return // a payment was seen in the meantime
	}
	if b.Country != "" {
		c.BillingCountry = b.Country
	}
	c.ImmediateDelivery, c.Gift = b.ImmediateDelivery, b.Gift
}

package custody

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	// ErrGiftWaiting means that the token is a gift that isn't accepted yet, so it can't be withdrawn.
	ErrGiftWaiting = errors.New("the token is a gift that waits for its recipient")
	// ErrGiftNotReady means that the order of a gift isn't completed.
	ErrGiftNotReady = errors.New("the order of the gift is not completed")
	// ErrGiftEnded means that a gift was accepted, cancelled or refunded.
	ErrGiftEnded = errors.New("the gift was accepted, taken back or refunded")
	// ErrGiftEmails means that no more emails are sent for a gift.
	ErrGiftEmails = errors.New("too many emails were sent for the gift")
	// ErrGiftHeld means that the giver's account is blocked or its credentials changed recently, so nothing may leave it for now.
	ErrGiftHeld = errors.New("the gift is on hold")
	// ErrGiftAddressWaits means that a gift was sent to another address and can't be accepted yet.
	ErrGiftAddressWaits = errors.New("the gift's new address waits")
	// ErrOwnGift means that a giver tried to accept their own gift.
	ErrOwnGift = errors.New("the gift is the caller's own")
	// ErrEmailUnverified means that an account has an email address that isn't verified.
	ErrEmailUnverified = errors.New("the email address is not verified")
)

// MaxGiftEmails is how many emails are sent for a gift. The database has the same limit.
const MaxGiftEmails = 5

// GiftStatus is the state of a gift.
type GiftStatus string

// The states of a gift.
const (
	// GiftPending: the order isn't completed.
	GiftPending GiftStatus = "pending"
	// GiftWaiting: the recipient was emailed a link.
	GiftWaiting GiftStatus = "waiting"
	// GiftAccepted: the token is the recipient's.
	GiftAccepted GiftStatus = "accepted"
	// GiftQueued: the withdrawal to the recipient's wallet is approved. From then on it is an ordinary withdrawal.
	GiftQueued GiftStatus = "queued"
	// GiftCancelled: the giver cancelled it.
	GiftCancelled GiftStatus = "cancelled"
	// GiftRefunded: the order was refunded before it was accepted.
	GiftRefunded GiftStatus = "refunded"
)

// Ended reports whether the status is final.
func (s GiftStatus) Ended() bool { return len(giftTransitions[s]) == 0 }

// Gift is the gift of an order's token to someone else: to an email address or to a wallet.
type Gift struct {
	// ID is the order's id.
	ID      string
	TokenID int64
	// AccountID is the giver's account.
	AccountID string
	// From is the giver's name.
	From string
	// Email is empty for a gift to a wallet, To and ToName for a gift by email. ToName is the ENS name that resolved to To.
	Email    string
	To       string
	ToName   string
	Message  string
	ImageURL string
	Status   GiftStatus
	// SecretHash is the hash of the newest link's secret; nil before the first email.
	SecretHash []byte
	// Emails is how often a link was sent.
	Emails    int
	EmailedAt time.Time
	// AcceptFrom is from when it can be accepted after its address changed; zero if it didn't.
	AcceptFrom time.Time
	// RecipientID is the account that accepted it.
	RecipientID string
	EndedAt     time.Time
	// Transfer is the withdrawal to the wallet, which UpdateGift creates; nil otherwise.
	Transfer *Withdrawal
}

// Gifts transfers tokens in the vault to other accounts and to wallets. The recipient of a gift to an account is identified by the link, which only
// readers of the email have. A gift to a wallet needs no account and no approval, because the buyer chose the wallet before paying.
type Gifts struct {
	Store  Store
	Events Events
	Fleet  Fleet
	Chains *chain.Chains
	Clock  clock.Clock
	// Waits are the cool-downs of withdrawals. A gift waits like one that goes to an address of the giver's choice.
	Waits Waits
}

// Completed sends the first email for the order of a gift. It runs in the transaction of an event and calls no other service, so for a gift to a
// wallet it only returns true: Deliver is due. It does nothing for other orders, and nothing when repeated.
func (s *Gifts) Completed(ctx context.Context, checkoutID string) (deliver bool, err error) {
	known, err := s.Store.Gift(ctx, checkoutID)
	switch {
	case errors.Is(err, chain.ErrNotFound):
		return false, nil
	case err != nil || known.To != "":
		return known.Status == GiftPending, err
	}
	return false, s.Store.UpdateGift(ctx, checkoutID, func(ctx context.Context, g *Gift, t Token) error {
		if g.Status != GiftPending {
			return nil
		}
		g.Status = GiftWaiting
		return s.send(ctx, g, t)
	})
}

// Deliver queues the transfer of a completed order's gift to its wallet. It does nothing when repeated. Errors: chain.ErrNotFound,
// chain.ErrUnavailable.
func (s *Gifts) Deliver(ctx context.Context, checkoutID string) error {
	known, err := s.Store.Gift(ctx, checkoutID)
	if err != nil {
		return err
	}
	giver, err := s.Fleet.Account(ctx, known.AccountID)
	if err != nil {
		return err
	}
	return s.Store.UpdateGift(ctx, checkoutID, func(_ context.Context, g *Gift, t Token) error {
		if g.Status != GiftPending {
			return nil
		}
		g.Status, g.EndedAt = GiftQueued, s.Clock.Now()
		g.Transfer = &Withdrawal{
			ID: id.New(), TokenID: t.TokenID, ChainID: t.ChainID, AccountID: g.AccountID, Email: giver.Email, To: g.To, ToName: g.ToName,
			Status: Approved, RequestedAt: g.EndedAt, ApprovedAt: g.EndedAt, Title: t.Title, Artist: t.Artist, GiftID: g.ID,
		}
		return nil
	})
}

// Refunded ends a gift that isn't accepted yet, and emails the recipient of an accepted one at the address of the link. Their current
// address would need auth, and the freeze of a refunded token must not wait for auth. It does nothing for other orders.
func (s *Gifts) Refunded(ctx context.Context, checkoutID string) error {
	err := s.Store.UpdateGift(ctx, checkoutID, func(ctx context.Context, g *Gift, t Token) error {
		switch {
		case g.Status == GiftAccepted:
			return s.Events.GiftLost(ctx, *g, t)
		case g.Status.Allowed(GiftRefunded):
			g.Status, g.EndedAt = GiftRefunded, s.Clock.Now()
		}
		return nil
	})
	if errors.Is(err, chain.ErrNotFound) {
		return nil
	}
	return err
}

// Giver returns an account that may give, for Send. It isn't called in a transaction. Error: chain.ErrUnavailable.
func (s *Gifts) Giver(ctx context.Context, accountID string) (Person, error) {
	return s.Fleet.Account(ctx, accountID)
}

// Send emails a new link, to another address if email isn't empty. At another address, the gift waits like a withdrawal to a new one, because
// it was paid for the first: the giver is emailed and can take it back. Errors: chain.ErrNotFound, ErrGiftNotReady, ErrGiftEnded, ErrGiftEmails,
// ErrGiftHeld.
func (s *Gifts) Send(ctx context.Context, giver Person, checkoutID, email string) error {
	return s.change(ctx, giver.AccountID, checkoutID, func(ctx context.Context, g *Gift, t Token) error {
		switch {
		case g.Status == GiftPending:
			return ErrGiftNotReady
		case g.Status.Ended():
			return ErrGiftEnded
		case g.Emails >= MaxGiftEmails:
			return ErrGiftEmails
		case s.held(giver):
			return ErrGiftHeld
		case email == "" || email == g.Email:
			return s.send(ctx, g, t)
		}
		g.Email = email
		if s.Waits.NewAddress > 0 {
			g.AcceptFrom = s.Clock.Now().Add(s.Waits.NewAddress)
		}
		if err := s.send(ctx, g, t); err != nil {
			return err
		}
		return s.Events.GiftReaddressed(ctx, *g, t, giver.Email)
	})
}

// held reports whether nothing may leave the giver's account now, with the same rules as for withdrawals.
func (s *Gifts) held(giver Person) bool {
	return giver.Blocked || s.Clock.Now().Before(giver.CredentialsChangedAt.Add(s.Waits.Credentials))
}

// send creates a new secret for the gift and emails it.
func (s *Gifts) send(ctx context.Context, g *Gift, t Token) error {
	secret, hash := id.Secret()
	g.SecretHash, g.EmailedAt = hash, s.Clock.Now()
	g.Emails++
	return s.Events.GiftSent(ctx, *g, t, secret)
}

// Cancel cancels a gift. Repeating it changes nothing. Errors: chain.ErrNotFound, ErrGiftEnded.
func (s *Gifts) Cancel(ctx context.Context, accountID, checkoutID string) error {
	return s.change(ctx, accountID, checkoutID, func(_ context.Context, g *Gift, _ Token) error {
		switch {
		case g.Status == GiftCancelled:
			return nil
		case !g.Status.Allowed(GiftCancelled):
			return ErrGiftEnded
		}
		g.Status, g.EndedAt = GiftCancelled, s.Clock.Now()
		return nil
	})
}

func (s *Gifts) change(ctx context.Context, accountID, checkoutID string, fn func(context.Context, *Gift, Token) error) error {
	return s.Store.UpdateGift(ctx, checkoutID, func(ctx context.Context, g *Gift, t Token) error {
		if g.AccountID != accountID {
			return chain.ErrNotFound
		}
		return fn(ctx, g, t)
	})
}

// Accept transfers the token of a gift to the account. Repeating it changes nothing. Errors: chain.ErrNotFound, ErrEmailUnverified, ErrOwnGift,
// ErrGiftEnded, ErrGiftHeld, ErrGiftAddressWaits, ErrFrozen, ErrNotInVault, chain.ErrNoChain, chain.ErrUnavailable.
func (s *Gifts) Accept(ctx context.Context, accountID, secret string) error {
	hash := id.Hash(secret)
	linked, err := s.Store.LinkedGift(ctx, hash)
	if err != nil {
		return err
	}
	recipient, err := s.Fleet.Account(ctx, accountID)
	if err != nil {
		return err
	}
	if recipient.EmailUnverified {
		return ErrEmailUnverified
	}
	giver, err := s.Fleet.Account(ctx, linked.AccountID)
	if err != nil {
		return err
	}
	return s.Store.UpdateGift(ctx, linked.ID, func(ctx context.Context, now *Gift, token Token) error {
		link, err := s.Chains.Get(token.ChainID)
		if err != nil {
			return err
		}
		switch {
		case !bytes.Equal(now.SecretHash, hash):
			return chain.ErrNotFound // another link was sent in the meantime
		case now.Status == GiftAccepted && now.RecipientID == accountID:
			return nil
		case !now.Status.Allowed(GiftAccepted):
			return ErrGiftEnded
		case now.AccountID == accountID:
			return ErrOwnGift
		case s.held(giver):
			return ErrGiftHeld
		case s.Clock.Now().Before(now.AcceptFrom):
			return ErrGiftAddressWaits
		}
		token.Gift = false // ignore this gift itself
		if err := movable(token, now.AccountID, link.Chain.Vault); err != nil {
			return err
		}
		now.Status, now.RecipientID, now.EndedAt = GiftAccepted, accountID, s.Clock.Now()
		return s.Events.GiftAccepted(ctx, *now, token, giver.Email)
	})
}

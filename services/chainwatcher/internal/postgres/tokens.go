package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// QueueMint implements custody.TokenStore.
func (s *Store) QueueMint(ctx context.Context, t custody.Token, sender string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.lock(ctx, t.TokenID); err != nil {
			return err
		}
		q := s.queries(ctx)
		if released, err := q.IsReleased(ctx, t.CheckoutID); err != nil || released {
			return err
		}
		owed, err := q.TokenToMint(ctx, t.TokenID)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
		case err != nil:
			return err
		case owed.CheckoutID == t.CheckoutID:
			return nil
		case !owed.Released || !owed.InCustody || owed.Leaving:
			return custody.ErrTaken
		}
		if err := q.PutToken(ctx, db.PutTokenParams{
			TokenID: t.TokenID, ChainID: t.ChainID, AccountID: t.AccountID, CheckoutID: t.CheckoutID, ArtworkID: t.ArtworkID,
			EditionNumber: t.EditionNumber, EditionSize: t.EditionSize, Title: t.Title, Slug: t.Slug, Artist: t.Artist, Year: t.Year, Medium: t.Medium,
			PaymentMethod: t.PaymentMethod, PaidAt: t.PaidAt,
		}); err != nil {
			return err
		}
		return s.queue(ctx, db.QueueTransactionParams{ChainID: t.ChainID, Sender: sender, Kind: signing.Mint, Subject: t.CheckoutID, TokenID: t.TokenID})
	})
}

// lock locks a token, which may have no row yet, until the transaction ends. It does so in separate statements before the token is read,
// to read what the signer committed before it released the lock.
func (s *Store) lock(ctx context.Context, tokenID int64) error {
	q := s.queries(ctx)
	if err := q.LockTokenID(ctx, tokenID); err != nil {
		return err
	}
	return q.LockToken(ctx, tokenID)
}

// Custody implements custody.ReleaseStore.
func (s *Store) Custody(ctx context.Context, checkoutID string, tokenID int64) (c custody.Custody, err error) {
	q := s.queries(ctx)
	if c.Released, err = q.IsReleased(ctx, checkoutID); err != nil {
		return c, err
	}
	row, err := q.Custody(ctx, tokenID)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, nil
	}
	c.Token = token(db.ReadTokenRow{Token: row.Token, Holder: row.Holder})
	c.Withdrawing, c.Signed, c.Settled = row.Withdrawing, row.Signed, row.Settled
	return c, err
}

// ReleaseToken implements custody.ReleaseStore.
func (s *Store) ReleaseToken(ctx context.Context, checkoutID string, tokenID int64, decide func(context.Context, custody.Custody) (custody.ReleaseState, error)) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.lock(ctx, tokenID); err != nil {
			return err
		}
		c, err := s.Custody(ctx, checkoutID, tokenID)
		if err != nil {
			return err
		}
		state, err := decide(ctx, c)
		if err != nil || state != custody.ReleaseReady {
			return err
		}
		q := s.queries(ctx)
		// The event of the refund may arrive later, when there is no token.
		if err := q.EndGift(ctx, checkoutID); err != nil {
			return err
		}
		if c.Token.TokenID != 0 && c.Token.Holder == "" { // there is no token yet, only its queued mint
			if n, err := q.CancelMint(ctx, checkoutID); err != nil || n != 1 {
				return errors.Join(err, changed(n, nil, chain.ErrConflict))
			}
			if err := q.DropToken(ctx, db.DropTokenParams{TokenID: tokenID, CheckoutID: checkoutID}); err != nil {
				return err
			}
		}
		return q.SetReleased(ctx, checkoutID)
	})
}

// Freeze implements custody.TokenStore.
func (s *Store) Freeze(ctx context.Context, checkoutID string, disputed bool, version int64) error {
	return s.queries(ctx).SetDisputed(ctx, db.SetDisputedParams{CheckoutID: checkoutID, Disputed: disputed, Version: version})
}

// Refunded implements custody.TokenStore.
func (s *Store) Refunded(ctx context.Context, checkoutID string) error {
	return s.queries(ctx).SetRefunded(ctx, checkoutID)
}

// Token implements custody.TokenStore.
func (s *Store) Token(ctx context.Context, tokenID int64) (custody.Token, error) {
	row, err := s.queries(ctx).ReadToken(ctx, tokenID)
	return token(row), found(err)
}

// LockToken implements custody.WithdrawalStore.
func (s *Store) LockToken(ctx context.Context, tokenID int64) (custody.Token, error) {
	if err := s.queries(ctx).LockToken(ctx, tokenID); err != nil {
		return custody.Token{}, err
	}
	return s.Token(ctx, tokenID)
}

// Minted returns minted tokens with ids above after, in that order and a limited number, and which of them belong to refunded orders.
func (s *Store) Minted(ctx context.Context, after int64) (tokens []custody.Token, refunded map[int64]bool, err error) {
	rows, err := s.queries(ctx).MintedTokens(ctx, after)
	refunded = map[int64]bool{}
	for _, r := range rows {
		tokens = append(tokens, token(db.ReadTokenRow{Token: r.Token, Holder: r.Holder}))
		refunded[r.Token.TokenID] = r.Refunded
	}
	return tokens, refunded, err
}

// HeldAt implements quotes.HeldStore.
func (s *Store) HeldAt(ctx context.Context, accountID string, wallets []string, ranges []quotes.Range) (map[string][]int64, error) {
	p := db.HeldAtParams{Wallets: lower(wallets), AccountID: accountID}
	for _, r := range ranges {
		p.Conditions, p.ChainIds, p.Vaults = append(p.Conditions, r.Condition), append(p.ChainIds, int64(r.ChainID)), append(p.Vaults, r.Vault)
		p.FirstIds, p.LastIds, p.Blocks = append(p.FirstIds, r.From), append(p.LastIds, r.To), append(p.Blocks, int64(r.Block))
	}
	rows, err := s.queries(ctx).HeldAt(ctx, p)
	out := map[string][]int64{}
	for _, r := range rows {
		out[r.Condition] = append(out[r.Condition], r.TokenID)
	}
	return out, err
}

func token(row db.ReadTokenRow) custody.Token {
	t := row.Token
	return custody.Token{
		TokenID: t.TokenID, ChainID: t.ChainID, AccountID: t.AccountID, CheckoutID: t.CheckoutID, ArtworkID: t.ArtworkID, EditionNumber: t.EditionNumber,
		EditionSize: t.EditionSize, Title: t.Title, Slug: t.Slug, Artist: t.Artist, Year: t.Year, Medium: t.Medium, PaymentMethod: t.PaymentMethod,
		PaidAt: t.PaidAt, Status: t.Status, MintTx: t.MintTx, MintedAt: postgres.OrZero(t.MintedAt), InCustody: t.InCustody, Holder: row.Holder,
		Frozen: row.Frozen, Gift: row.Gift,
	}
}

// CountMintsWithoutOrder returns how many tokens of the last day were minted without an order.
func (s *Store) CountMintsWithoutOrder(ctx context.Context) (int, error) {
	n, err := s.queries(ctx).CountMintsWithoutOrder(ctx)
	return int(n), err
}

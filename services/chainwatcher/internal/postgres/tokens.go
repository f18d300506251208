package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// QueueMint implements chain.TokenStore.
func (s *Store) QueueMint(ctx context.Context, t chain.Token, sender string) error {
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
			return chain.ErrTaken
		}
		if err := q.PutToken(ctx, db.PutTokenParams{
			TokenID: t.TokenID, ChainID: t.ChainID, AccountID: t.AccountID, CheckoutID: t.CheckoutID, ArtworkID: t.ArtworkID,
			EditionNumber: t.EditionNumber, EditionSize: t.EditionSize, Title: t.Title, Slug: t.Slug, Artist: t.Artist, Year: t.Year, Medium: t.Medium,
			PaymentMethod: t.PaymentMethod, PaidAt: t.PaidAt,
		}); err != nil {
			return err
		}
		return s.queue(ctx, db.QueueTransactionParams{ChainID: t.ChainID, Sender: sender, Kind: chain.Mint, Subject: t.CheckoutID, TokenID: t.TokenID})
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

// Custody implements chain.ReleaseStore.
func (s *Store) Custody(ctx context.Context, checkoutID string, tokenID int64) (c chain.Custody, err error) {
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

// ReleaseToken implements chain.ReleaseStore.
func (s *Store) ReleaseToken(ctx context.Context, checkoutID string, tokenID int64, decide func(context.Context, chain.Custody) (chain.ReleaseState, error)) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		if err := s.lock(ctx, tokenID); err != nil {
			return err
		}
		c, err := s.Custody(ctx, checkoutID, tokenID)
		if err != nil {
			return err
		}
		state, err := decide(ctx, c)
		if err != nil || state != chain.ReleaseReady {
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

// Freeze implements chain.TokenStore.
func (s *Store) Freeze(ctx context.Context, checkoutID string, disputed bool, version int64) error {
	return s.queries(ctx).SetDisputed(ctx, db.SetDisputedParams{CheckoutID: checkoutID, Disputed: disputed, Version: version})
}

// Refunded implements chain.TokenStore.
func (s *Store) Refunded(ctx context.Context, checkoutID string) error {
	return s.queries(ctx).SetRefunded(ctx, checkoutID)
}

// Token implements chain.TokenStore.
func (s *Store) Token(ctx context.Context, tokenID int64) (chain.Token, error) {
	row, err := s.queries(ctx).ReadToken(ctx, tokenID)
	return token(row), found(err)
}

// LockToken implements chain.WithdrawalStore.
func (s *Store) LockToken(ctx context.Context, tokenID int64) (chain.Token, error) {
	if err := s.queries(ctx).LockToken(ctx, tokenID); err != nil {
		return chain.Token{}, err
	}
	return s.Token(ctx, tokenID)
}

// TokensOf implements chain.TokenStore.
func (s *Store) TokensOf(ctx context.Context, p chain.Person, vaults map[uint32]string) ([]chain.Token, error) {
	var addresses []string
	for _, v := range vaults {
		addresses = append(addresses, v)
	}
	rows, err := s.queries(ctx).TokensOf(ctx, db.TokensOfParams{AccountID: p.AccountID, Wallets: lower(p.Wallets), Vaults: lower(addresses)})
	return converted(rows, err, func(r db.TokensOfRow) chain.Token { return token(db.ReadTokenRow(r)) })
}

// Minted returns minted tokens with ids above after, in that order and a limited number, and which of them belong to refunded orders.
func (s *Store) Minted(ctx context.Context, after int64) (tokens []chain.Token, refunded map[int64]bool, err error) {
	rows, err := s.queries(ctx).MintedTokens(ctx, after)
	refunded = map[int64]bool{}
	for _, r := range rows {
		tokens = append(tokens, token(db.ReadTokenRow{Token: r.Token, Holder: r.Holder}))
		refunded[r.Token.TokenID] = r.Refunded
	}
	return tokens, refunded, err
}

// InVault returns the tokens in the vault that belong to collectors, by account.
func (s *Store) InVault(ctx context.Context, vault string) ([]chain.Held, error) {
	rows, err := s.queries(ctx).InVault(ctx, vault)
	return converted(rows, err, func(r db.InVaultRow) chain.Held { return chain.Held(r) })
}

// HeldAt implements chain.HoldingStore.
func (s *Store) HeldAt(ctx context.Context, p chain.Person, r chain.Range, vault string) ([]int64, error) {
	return s.queries(ctx).HeldAt(ctx, db.HeldAtParams{
		ChainID: r.ChainID, FirstID: r.From, LastID: r.To, Block: r.Block, Vault: vault, Wallets: lower(p.Wallets), AccountID: p.AccountID,
	})
}

// Histories implements chain.TokenStore.
func (s *Store) Histories(ctx context.Context, artworkID int64) ([]chain.History, error) {
	rows, err := s.queries(ctx).Histories(ctx, db.HistoriesParams{FirstID: chain.TokenID(artworkID, 0), LastID: chain.TokenID(artworkID+1, 0) - 1})
	if err != nil {
		return nil, err
	}
	var out []chain.History
	for _, r := range rows {
		i := slices.IndexFunc(out, func(h chain.History) bool { return h.TokenID == r.TokenID && h.ChainID == r.ChainID })
		if i < 0 {
			i, out = len(out), append(out, chain.History{TokenID: r.TokenID, ChainID: r.ChainID})
		}
		out[i].Transfers = append(out[i].Transfers, chain.Transfer{
			TokenID: r.TokenID, From: r.FromAddress, To: r.ToAddress, TxHash: r.TxHash, LogIndex: r.LogIndex, Time: r.BlockTime, Final: r.Final,
			BlockNumber: r.BlockNumber,
		})
	}
	return out, nil
}

func token(row db.ReadTokenRow) chain.Token {
	t := row.Token
	return chain.Token{
		TokenID: t.TokenID, ChainID: t.ChainID, AccountID: t.AccountID, CheckoutID: t.CheckoutID, ArtworkID: t.ArtworkID, EditionNumber: t.EditionNumber,
		EditionSize: t.EditionSize, Title: t.Title, Slug: t.Slug, Artist: t.Artist, Year: t.Year, Medium: t.Medium, PaymentMethod: t.PaymentMethod,
		PaidAt: t.PaidAt, Status: t.Status, MintTx: t.MintTx, MintedAt: postgres.OrZero(t.MintedAt), InCustody: t.InCustody, Holder: row.Holder,
		Frozen: row.Frozen, Gift: row.Gift, AcquiredAt: row.AcquiredAt,
	}
}

// CountMintsWithoutOrder returns how many tokens of the last day were minted without an order.
func (s *Store) CountMintsWithoutOrder(ctx context.Context) (int, error) {
	n, err := s.queries(ctx).CountMintsWithoutOrder(ctx)
	return int(n), err
}

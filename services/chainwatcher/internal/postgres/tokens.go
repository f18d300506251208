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

// Owe implements chain.TokenStore.
func (s *Store) Owe(ctx context.Context, t chain.Token, sender string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		// Lock in a separate statement first, to read what the signer committed before it released the lock.
		q := s.queries(ctx)
		if err := q.LockToken(ctx, t.TokenID); err != nil {
			return err
		}
		owed, err := q.OwedToken(ctx, t.TokenID)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
		case err != nil:
			return err
		case owed.CheckoutID == t.CheckoutID:
			return nil
		case !owed.Refunded || !owed.InCustody || owed.Leaving:
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
		Frozen: row.Frozen,
	}
}

package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Owe implements chain.TokenStore.
func (s *Store) Owe(ctx context.Context, t chain.Token, sender string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		// Locked first, by a statement of its own: what is read has to be what the signer left when it let go.
		if _, err := s.exec(ctx, lockTokenSQL, t.TokenID); err != nil {
			return err
		}
		var order string
		var refunded, custody, leaving bool
		err := s.row(ctx, owedTokenSQL, t.TokenID).Scan(&order, &refunded, &custody, &leaving)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
		case err != nil:
			return err
		case order == t.CheckoutID:
			return nil
		case !refunded || !custody || leaving:
			return chain.ErrTaken
		}
		_, err = s.exec(ctx, putTokenSQL, t.TokenID, int64(t.ChainID), t.AccountID, t.CheckoutID, t.ArtworkID, t.EditionNumber, t.EditionSize, t.Title,
			t.Slug, t.Artist, t.Year, t.Medium, t.PaymentMethod, t.PaidAt)
		if err != nil {
			return err
		}
		_, err = s.exec(ctx, queueTransactionSQL, id.New(), int64(t.ChainID), sender, chain.Mint, t.CheckoutID, t.TokenID, "", []byte{})
		return err
	})
}

// Freeze implements chain.TokenStore.
func (s *Store) Freeze(ctx context.Context, checkoutID string, disputed bool, version int64) error {
	_, err := s.exec(ctx, freezeSQL, checkoutID, disputed, version)
	return err
}

// Refunded implements chain.TokenStore.
func (s *Store) Refunded(ctx context.Context, checkoutID string) error {
	_, err := s.exec(ctx, refundedSQL, checkoutID)
	return err
}

// Token implements chain.TokenStore.
func (s *Store) Token(ctx context.Context, tokenID int64) (chain.Token, error) {
	t, err := scanToken(s.row(ctx, tokenSQL, tokenID))
	return t, found(err)
}

// LockToken implements chain.WithdrawalStore.
func (s *Store) LockToken(ctx context.Context, tokenID int64) (chain.Token, error) {
	if _, err := s.exec(ctx, lockTokenSQL, tokenID); err != nil {
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
	return collect(ctx, s, scanToken, tokensOfSQL, p.AccountID, lower(p.Wallets), lower(addresses))
}

// Histories implements chain.TokenStore.
func (s *Store) Histories(ctx context.Context, artworkID int64) ([]chain.History, error) {
	type row struct {
		chainID uint32
		chain.Transfer
	}
	list, err := collect(ctx, s, func(r pgx.Row) (x row, err error) {
		return x, r.Scan(&x.chainID, &x.TokenID, &x.From, &x.To, &x.TxHash, &x.LogIndex, &x.Time, &x.BlockNumber, &x.Final)
	}, historiesSQL, chain.TokenID(artworkID, 0), chain.TokenID(artworkID+1, 0)-1)
	if err != nil {
		return nil, err
	}
	var out []chain.History
	for _, r := range list {
		i := slices.IndexFunc(out, func(h chain.History) bool { return h.TokenID == r.TokenID && h.ChainID == r.chainID })
		if i < 0 {
			i, out = len(out), append(out, chain.History{TokenID: r.TokenID, ChainID: r.chainID})
		}
		out[i].Transfers = append(out[i].Transfers, r.Transfer)
	}
	return out, nil
}

func scanToken(r pgx.Row) (chain.Token, error) {
	var t chain.Token
	var minted *time.Time
	err := r.Scan(&t.TokenID, &t.ChainID, &t.AccountID, &t.CheckoutID, &t.ArtworkID, &t.EditionNumber, &t.EditionSize, &t.Title, &t.Slug, &t.Artist,
		&t.Year, &t.Medium, &t.PaymentMethod, &t.PaidAt, &t.Status, &t.MintTx, &minted, &t.InCustody, &t.Holder, &t.Frozen)
	t.MintedAt = orZero(minted)
	return t, err
}

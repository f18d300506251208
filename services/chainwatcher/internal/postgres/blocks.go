package postgres

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// kept is the minimum number of stored headers: more than any reorganisation above finality needs.
const kept = 512

// Cursor implements watching.Store.
func (s *Store) Cursor(ctx context.Context, chainID uint32) (chain.Cursor, error) {
	c, err := s.queries(ctx).ReadCursor(ctx, chainID)
	if err != nil {
		return chain.Cursor{}, found(err)
	}
	return cursor(c), nil
}

func cursor(c db.Cursor) chain.Cursor {
	return chain.Cursor{
		Header: chain.Header{Number: c.Number, Hash: c.Hash, Time: c.Time}, ChainID: c.ChainID, Finalized: c.Finalized, Genesis: c.GenesisHash,
		TokenContract: c.TokenContract, PaymentContract: c.PaymentContract, Tagged: c.Tagged, PayeesThrough: c.PayeesThrough,
	}
}

// Finalized implements signing.Store.
func (s *Store) Finalized(ctx context.Context, chainID uint32) (uint64, error) {
	c, err := s.Cursor(ctx, chainID)
	return c.Finalized, err
}

// Tagged implements watching.Store.
func (s *Store) Tagged(ctx context.Context, chainID uint32) error {
	return s.queries(ctx).TagCursor(ctx, chainID)
}

// Reset implements watching.Store.
func (s *Store) Reset(ctx context.Context, c chain.Cursor) (watching.Undone, error) {
	id, q := c.ChainID, s.queries(ctx)
	var out watching.Undone
	// Replicas reset one after the other, and not while one extends the chain, because its headers would remain.
	if err := q.LockAttach(ctx, int64(id)); err != nil {
		return out, err
	}
	now, err := q.LockCursor(ctx, id)
	known := err == nil
	switch {
	case known && cursor(now).Follows(c):
		return out, chain.ErrConflict
	case !known && !errors.Is(found(err), chain.ErrNotFound):
		return out, err
	}
	rows, err := q.RevertPayments(ctx, db.RevertPaymentsParams{ChainID: id, After: -1})
	if out.Payments, err = converted(rows, err, payment); err != nil {
		return out, err
	}
	if known { // the refunds and their money were on another chain
		rows, err := q.ResetRefunds(ctx, id)
		if out.Refunds, err = converted(rows, err, refund); err != nil {
			return out, err
		}
		if err := q.FailRefundTransactions(ctx, id); err != nil {
			return out, err
		}
	}
	if err := q.ResetChain(ctx, id); err != nil {
		return out, err
	}
	if err := q.ReopenQuotes(ctx, db.ReopenQuotesParams{ChainID: id, Number: int64(c.Number)}); err != nil {
		return out, err
	}
	if err := q.PutCursor(ctx, db.PutCursorParams{
		ChainID: id, GenesisHash: c.Genesis, TokenContract: c.TokenContract, PaymentContract: c.PaymentContract, Number: c.Number, Hash: c.Hash,
		Time: c.Time, Finalized: c.Finalized, PayeesThrough: &c.Number,
	}); err != nil {
		return out, err
	}
	return out, q.PutHeader(ctx, db.PutHeaderParams{ChainID: id, Number: c.Number, Hash: c.Hash, Parent: c.Parent, Time: c.Time})
}

// Header implements watching.Store.
func (s *Store) Header(ctx context.Context, chainID uint32, number uint64) (chain.Header, error) {
	h, err := s.queries(ctx).ReadHeader(ctx, db.ReadHeaderParams{ChainID: chainID, Number: number})
	return chain.Header{Number: h.Number, Hash: h.Hash, Parent: h.Parent, Time: h.Time}, found(err)
}

// move moves the cursor to another header. ErrConflict if it isn't at c.
func (s *Store) move(ctx context.Context, c chain.Cursor, to chain.Header) error {
	moved, err := s.queries(ctx).MoveCursor(ctx, db.MoveCursorParams{ChainID: c.ChainID, OldHash: c.Hash, Number: to.Number, Hash: to.Hash, Time: to.Time})
	return changed(moved, err, chain.ErrConflict)
}

// Extend implements watching.Store.
func (s *Store) Extend(ctx context.Context, c chain.Cursor, blocks []chain.Block, final uint64) (watching.Extended, error) {
	id, q, head := c.ChainID, s.queries(ctx), blocks[len(blocks)-1].Header
	var out watching.Extended
	if err := s.move(ctx, c, head); err != nil {
		return out, err
	}
	if err := s.putHeaders(ctx, id, blocks); err != nil {
		return out, err
	}
	if err := q.PruneHeaders(ctx, db.PruneHeadersParams{ChainID: id, Before: min(int64(head.Number)-kept, int64(c.Finalized)-kept/2)}); err != nil {
		return out, err
	}
	if err := s.putTransfers(ctx, id, blocks, final); err != nil {
		return out, err
	}
	if err := s.putIncoming(ctx, id, blocks); err != nil {
		return out, err
	}
	if err := s.putPayees(ctx, id, blocks); err != nil {
		return out, err
	}
	if err := q.ExtendPayees(ctx, db.ExtendPayeesParams{ChainID: id, Through: int64(c.Number)}); err != nil {
		return out, err
	}
	var err error
	if out.Refunds, err = s.sendRefunds(ctx, blocks); err != nil {
		return out, err
	}
	out.Payments, err = s.putPayments(ctx, blocks)
	return out, err
}

func (s *Store) putHeaders(ctx context.Context, id uint32, blocks []chain.Block) error {
	young := blocks[max(0, len(blocks)-kept):]
	rows := make([]db.PutHeadersParams, len(young))
	for i, b := range young {
		rows[i] = db.PutHeadersParams{ChainID: id, Number: b.Number, Hash: b.Hash, Parent: b.Parent, Time: b.Time}
	}
	_, err := s.queries(ctx).PutHeaders(ctx, rows)
	return err
}

func (s *Store) putTransfers(ctx context.Context, id uint32, blocks []chain.Block, final uint64) error {
	var rows []db.PutTransfersParams
	owners := map[int64]string{}
	for _, b := range blocks {
		for _, t := range b.Transfers {
			rows = append(rows, db.PutTransfersParams{
				ChainID: id, BlockHash: b.Hash, LogIndex: t.LogIndex, BlockNumber: b.Number, BlockTime: b.Time, TokenID: t.TokenID, FromAddress: t.From,
				ToAddress: t.To, TxHash: t.TxHash, Final: b.Number <= final,
			})
			owners[t.TokenID] = t.To
		}
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := s.queries(ctx).PutTransfers(ctx, rows); err != nil {
		return err
	}
	holders := db.SetHoldersParams{ChainID: id}
	for token, owner := range owners {
		holders.TokenIds, holders.Owners = append(holders.TokenIds, token), append(holders.Owners, owner)
	}
	return s.queries(ctx).SetHolders(ctx, holders)
}

// putPayments writes payments as columns, and reads the result in the same order.
func (s *Store) putPayments(ctx context.Context, blocks []chain.Block) ([]chain.Payment, error) {
	var out []chain.Payment
	for _, b := range blocks {
		out = append(out, b.Payments...)
	}
	if len(out) == 0 {
		return nil, nil
	}
	var c db.PutPaymentsParams
	for _, p := range out {
		c.ChainIds, c.BlockHashes, c.LogIndexes = append(c.ChainIds, int64(p.ChainID)), append(c.BlockHashes, p.BlockHash), append(c.LogIndexes, p.LogIndex)
		c.BlockNumbers, c.BlockTimes = append(c.BlockNumbers, int64(p.BlockNumber)), append(c.BlockTimes, p.BlockTime)
		c.CheckoutIds, c.TxHashes, c.Payers = append(c.CheckoutIds, p.CheckoutID), append(c.TxHashes, p.TxHash), append(c.Payers, p.Payer)
		c.Amounts, c.ArtistShares = append(c.Amounts, p.Amount.String()), append(c.ArtistShares, p.ArtistShare.String())
		c.Artists, c.RefundAddresses = append(c.Artists, p.Artist), append(c.RefundAddresses, p.RefundAddress)
		c.IntentHashes = append(c.IntentHashes, p.IntentHash)
	}
	rows, err := s.queries(ctx).PutPayments(ctx, c)
	if err != nil {
		return nil, err
	}
	type key struct {
		hash  string
		index int64
	}
	states := make(map[key]db.PutPaymentsRow, len(rows))
	for _, r := range rows {
		states[key{r.BlockHash, r.LogIndex}] = r
	}
	for i, p := range out {
		r := states[key{p.BlockHash, p.LogIndex}]
		out[i].Known, out[i].TimesSeen = r.Known, r.Sightings
	}
	return out, nil
}

// Rollback implements watching.Store.
func (s *Store) Rollback(ctx context.Context, c chain.Cursor, ancestor chain.Header) ([]chain.Payment, error) {
	id, number, q := c.ChainID, ancestor.Number, s.queries(ctx)
	if err := s.move(ctx, c, ancestor); err != nil {
		return nil, err
	}
	if err := q.DropHeaders(ctx, db.DropHeadersParams{ChainID: id, Number: number}); err != nil {
		return nil, err
	}
	touched, err := q.TouchedTokens(ctx, db.TouchedTokensParams{ChainID: id, Number: number})
	if err != nil {
		return nil, err
	}
	for _, step := range []func() error{
		func() error { return q.DropTransfers(ctx, db.DropTransfersParams{ChainID: id, Number: number}) },
		func() error { return q.DropHolders(ctx, db.DropHoldersParams{ChainID: id, TokenIds: touched}) },
		func() error { return q.PutHolders(ctx, db.PutHoldersParams{ChainID: id, TokenIds: touched}) },
		func() error { return q.ReopenQuotes(ctx, db.ReopenQuotesParams{ChainID: id, Number: int64(number)}) },
		func() error { return q.DropIncoming(ctx, db.DropIncomingParams{ChainID: id, Number: number}) },
		func() error {
			return q.RevertRefunds(ctx, db.RevertRefundsParams{ChainID: id, Number: int64(number)})
		},
		func() error {
			return q.RevertPayouts(ctx, db.RevertPayoutsParams{ChainID: id, Number: int64(number)})
		},
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	rows, err := q.RevertPayments(ctx, db.RevertPaymentsParams{ChainID: id, After: int64(number)})
	return converted(rows, err, payment)
}

// ExpireQuotes implements watching.Store.
func (s *Store) ExpireQuotes(ctx context.Context, chainID uint32, h chain.Header) ([]quotes.Quote, error) {
	rows, err := s.queries(ctx).ExpireQuotes(ctx, db.ExpireQuotesParams{ChainID: chainID, Now: h.Time, Number: int64(h.Number)})
	return converted(rows, err, quote)
}

// Sightings implements watching.Store.
func (s *Store) Sightings(ctx context.Context, chainID uint32, number uint64) ([]watching.Sighting, error) {
	rows, err := s.queries(ctx).Sightings(ctx, db.SightingsParams{ChainID: chainID, Number: int64(number)})
	return converted(rows, err, func(r db.SightingsRow) watching.Sighting { return watching.Sighting(r) })
}

// Finalize implements watching.Store.
func (s *Store) Finalize(ctx context.Context, ch chain.Chain, after, number uint64) (watching.Finalized, error) {
	id, q := ch.ID, s.queries(ctx)
	var out watching.Finalized
	if err := q.FinalizeCursor(ctx, db.FinalizeCursorParams{ChainID: id, Finalized: number}); err != nil {
		return out, err
	}
	payments, err := q.ConfirmPayments(ctx, db.ConfirmPaymentsParams{ChainID: id, Number: number})
	if out.Payments, err = converted(payments, err, payment); err != nil {
		return out, err
	}
	var paid []string
	for _, p := range out.Payments {
		paid = append(paid, p.IntentHash)
	}
	if len(paid) > 0 {
		if err := q.SettleQuotes(ctx, paid); err != nil {
			return out, err
		}
	}
	if err := q.FinalizeTransfers(ctx, db.FinalizeTransfersParams{ChainID: id, Number: number}); err != nil {
		return out, err
	}
	minted, err := q.FinalizeMints(ctx, db.FinalizeMintsParams{ChainID: id, Vault: ch.Vault})
	if err != nil {
		return out, err
	}
	for _, id := range minted {
		t, err := s.Token(ctx, id)
		if err != nil {
			return out, err
		}
		out.Minted = append(out.Minted, t)
	}
	refunds, err := q.ConfirmRefunds(ctx, db.ConfirmRefundsParams{ChainID: id, Number: int64(number)})
	if out.Refunds, err = converted(refunds, err, refund); err != nil {
		return out, err
	}
	if err := q.ConfirmPayouts(ctx, db.ConfirmPayoutsParams{ChainID: id, Number: int64(number)}); err != nil {
		return out, err
	}
	incoming, err := q.FinalizeIncoming(ctx, db.FinalizeIncomingParams{ChainID: id, Number: number})
	if out.Incoming, err = converted(incoming, err, received); err != nil {
		return out, err
	}
	if out.Withdrawals, err = s.finalizeWithdrawals(ctx, id); err != nil {
		return out, err
	}
	returned, err := q.ReturnedTokens(ctx, db.ReturnedTokensParams{ChainID: id, After: after, Number: number, Vault: ch.Vault})
	out.Returned, err = converted(returned, err, func(r db.ReturnedTokensRow) watching.ReturnedToken { return watching.ReturnedToken(r) })
	return out, err
}

func (s *Store) finalizeWithdrawals(ctx context.Context, id uint32) ([]custody.Withdrawal, error) {
	list, err := s.queries(ctx).FinalizeWithdrawals(ctx, id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	var out []custody.Withdrawal
	var tokens []int64
	for _, d := range list {
		w, err := s.Read(ctx, d.ID)
		if err != nil {
			return nil, err
		}
		out, tokens = append(out, w), append(tokens, d.TokenID)
	}
	return out, s.queries(ctx).EndCustody(ctx, tokens)
}

func payment(r db.Payment) chain.Payment {
	return chain.Payment{
		ChainID: r.ChainID, BlockHash: r.BlockHash, LogIndex: r.LogIndex, BlockNumber: r.BlockNumber, BlockTime: r.BlockTime, CheckoutID: r.CheckoutID,
		TxHash: r.TxHash, Payer: r.Payer, Amount: r.Amount, ArtistShare: r.ArtistShare, Artist: r.Artist, RefundAddress: r.RefundAddress,
		IntentHash: r.IntentHash, Known: r.Known, TimesSeen: r.Sightings,
	}
}

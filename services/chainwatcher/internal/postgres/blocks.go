package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// kept is how many headers stay at least: more than any reorganisation that is not below finality.
const kept = 512

// Cursor implements chain.BlockStore.
func (s *Store) Cursor(ctx context.Context, chainID uint32) (chain.Cursor, error) {
	var c chain.Cursor
	err := s.row(ctx, cursorSQL, int64(chainID)).Scan(&c.ChainID, &c.Genesis, &c.TokenContract, &c.PaymentContract, &c.Number, &c.Hash, &c.Time, &c.Finalized, &c.Tagged, &c.PayeesThrough)
	return c, found(err)
}

// Finalized implements chain.SignerStore.
func (s *Store) Finalized(ctx context.Context, chainID uint32) (uint64, error) {
	c, err := s.Cursor(ctx, chainID)
	return c.Finalized, err
}

// Tagged implements chain.BlockStore.
func (s *Store) Tagged(ctx context.Context, chainID uint32) error {
	_, err := s.exec(ctx, tagCursorSQL, int64(chainID))
	return err
}

// Reset implements chain.BlockStore.
func (s *Store) Reset(ctx context.Context, c chain.Cursor) (chain.Undone, error) {
	id := int64(c.ChainID)
	var out chain.Undone
	var err error
	if out.Payments, err = collect(ctx, s, scanPayment, revertPaymentsSQL, id, -1); err != nil {
		return out, err
	}
	switch _, err := s.Cursor(ctx, c.ChainID); {
	case err == nil: // another chain had the refunds, and its money
		if out.Refunds, err = collect(ctx, s, scanRefund, resetRefundsSQL, id); err != nil {
			return out, err
		}
		if _, err := s.exec(ctx, failRefundTransactionsSQL, id); err != nil {
			return out, err
		}
	case !errors.Is(err, chain.ErrNotFound):
		return out, err
	}
	if _, err := s.exec(ctx, resetChainSQL, id); err != nil {
		return out, err
	}
	if _, err := s.exec(ctx, reopenQuotesSQL, id, int64(c.Number)); err != nil {
		return out, err
	}
	_, err = s.exec(ctx, putCursorSQL, id, c.Genesis, c.TokenContract, c.PaymentContract, int64(c.Number), c.Hash, c.Time, int64(c.Finalized))
	if err != nil {
		return out, err
	}
	_, err = s.exec(ctx, putHeaderSQL, id, int64(c.Number), c.Hash, c.Parent, c.Time)
	return out, err
}

// Header implements chain.BlockStore.
func (s *Store) Header(ctx context.Context, chainID uint32, number uint64) (chain.Header, error) {
	var h chain.Header
	err := s.row(ctx, headerSQL, int64(chainID), int64(number)).Scan(&h.Number, &h.Hash, &h.Parent, &h.Time)
	return h, found(err)
}

// Extend implements chain.BlockStore.
func (s *Store) Extend(ctx context.Context, c chain.Cursor, blocks []chain.Block) (chain.Extended, error) {
	id, head := int64(c.ChainID), blocks[len(blocks)-1].Header
	var out chain.Extended
	moved, err := s.exec(ctx, moveCursorSQL, id, c.Hash, int64(head.Number), head.Hash, head.Time)
	if err != nil {
		return out, err
	}
	if moved == 0 {
		return out, chain.ErrConflict
	}
	if err := s.putHeaders(ctx, id, blocks); err != nil {
		return out, err
	}
	if _, err := s.exec(ctx, pruneHeadersSQL, id, min(int64(head.Number)-kept, int64(c.Finalized)-kept/2)); err != nil {
		return out, err
	}
	if err := s.putTransfers(ctx, id, blocks); err != nil {
		return out, err
	}
	if err := s.putIncoming(ctx, id, blocks); err != nil {
		return out, err
	}
	if err := s.putPayees(ctx, id, blocks); err != nil {
		return out, err
	}
	if _, err := s.exec(ctx, extendPayeesSQL, id, int64(c.Number)); err != nil {
		return out, err
	}
	if out.Refunds, err = s.sendRefunds(ctx, blocks); err != nil {
		return out, err
	}
	out.Payments, err = s.putPayments(ctx, blocks)
	return out, err
}

func (s *Store) putHeaders(ctx context.Context, id int64, blocks []chain.Block) error {
	young := blocks[max(0, len(blocks)-kept):]
	_, err := postgres.Conn(ctx, s.pool).CopyFrom(ctx, pgx.Identifier{"headers"}, []string{"chain_id", "number", "hash", "parent", "time"},
		pgx.CopyFromSlice(len(young), func(i int) ([]any, error) {
			h := young[i].Header
			return []any{id, int64(h.Number), h.Hash, h.Parent, h.Time}, nil
		}))
	return err
}

func (s *Store) putTransfers(ctx context.Context, id int64, blocks []chain.Block) error {
	var rows [][]any
	var touched []int64
	for _, b := range blocks {
		for _, t := range b.Transfers {
			rows = append(rows, []any{id, b.Hash, t.LogIndex, int64(b.Number), b.Time, t.TokenID, t.From, t.To, t.TxHash})
			touched = append(touched, t.TokenID)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	columns := []string{"chain_id", "block_hash", "log_index", "block_number", "block_time", "token_id", "from_address", "to_address", "tx_hash"}
	if _, err := postgres.Conn(ctx, s.pool).CopyFrom(ctx, pgx.Identifier{"transfers"}, columns, pgx.CopyFromRows(rows)); err != nil {
		return err
	}
	_, err := s.exec(ctx, putHoldersSQL, id, touched)
	return err
}

// putPayments writes payments as columns, and reads what became of them in the same order.
func (s *Store) putPayments(ctx context.Context, blocks []chain.Block) ([]chain.Payment, error) {
	var out []chain.Payment
	for _, b := range blocks {
		out = append(out, b.Payments...)
	}
	if len(out) == 0 {
		return nil, nil
	}
	chains, hashes, indexes, numbers := columns[int64](out), columns[string](out), columns[int64](out), columns[int64](out)
	times, checkouts, txs, payers := columns[time.Time](out), columns[string](out), columns[string](out), columns[string](out)
	amounts, shares, artists, targets, intents := columns[string](out), columns[string](out), columns[string](out), columns[string](out), columns[string](out)
	for i, p := range out {
		chains[i], hashes[i], indexes[i], numbers[i], times[i], checkouts[i] = int64(p.ChainID), p.BlockHash, p.LogIndex, int64(p.BlockNumber), p.BlockTime, p.CheckoutID
		txs[i], payers[i], amounts[i], shares[i] = p.TxHash, p.Payer, p.Amount.String(), p.ArtistShare.String()
		artists[i], targets[i], intents[i] = p.Artist, p.RefundAddress, p.IntentHash
	}
	type key struct {
		hash  string
		index int64
	}
	type state struct {
		key

		known     bool
		sightings int
	}
	list, err := collect(ctx, s, func(r pgx.Row) (x state, err error) { return x, r.Scan(&x.hash, &x.index, &x.known, &x.sightings) },
		putPaymentsSQL, chains, hashes, indexes, numbers, times, checkouts, txs, payers, amounts, shares, artists, targets, intents)
	if err != nil {
		return nil, err
	}
	states := make(map[key]state, len(list))
	for _, x := range list {
		states[x.key] = x
	}
	for i, p := range out {
		x := states[key{p.BlockHash, p.LogIndex}]
		out[i].Known, out[i].Sightings = x.known, x.sightings
	}
	return out, nil
}

func columns[T any](payments []chain.Payment) []T { return make([]T, len(payments)) }

// Rollback implements chain.BlockStore.
func (s *Store) Rollback(ctx context.Context, c chain.Cursor, ancestor chain.Header) ([]chain.Payment, error) {
	id, number := int64(c.ChainID), int64(ancestor.Number)
	moved, err := s.exec(ctx, moveCursorSQL, id, c.Hash, number, ancestor.Hash, ancestor.Time)
	if err != nil {
		return nil, err
	}
	if moved == 0 {
		return nil, chain.ErrConflict
	}
	if _, err := s.exec(ctx, dropHeadersSQL, id, number); err != nil {
		return nil, err
	}
	touched, err := collect(ctx, s, scanID, touchedTokensSQL, id, number)
	if err != nil {
		return nil, err
	}
	for _, step := range []struct {
		sql string
		arg any
	}{
		{dropTransfersSQL, number},
		{dropHoldersSQL, touched},
		{putHoldersSQL, touched},
		{reopenQuotesSQL, number},
		{dropIncomingSQL, number},
		{takeBackRefundsSQL, number},
		{takeBackPayoutsSQL, number},
	} {
		if _, err := s.exec(ctx, step.sql, id, step.arg); err != nil {
			return nil, err
		}
	}
	return collect(ctx, s, scanPayment, revertPaymentsSQL, id, number)
}

// ExpireQuotes implements chain.BlockStore.
func (s *Store) ExpireQuotes(ctx context.Context, chainID uint32, h chain.Header) ([]chain.Quote, error) {
	return collect(ctx, s, scanQuote, expireQuotesSQL, int64(chainID), h.Time, int64(h.Number))
}

// Credits implements chain.BlockStore.
func (s *Store) Credits(ctx context.Context, chainID uint32, number uint64, fresh []chain.Payment) ([]chain.Payment, error) {
	out, err := collect(ctx, s, scanPayment, unsettledPaymentsSQL, int64(chainID), int64(number))
	if err != nil || len(fresh) == 0 {
		return out, err
	}
	intents := columns[string](fresh)
	for i, p := range fresh {
		intents[i] = p.IntentHash
	}
	quoted, err := collect(ctx, s, func(r pgx.Row) (hash string, err error) { return hash, r.Scan(&hash) }, quotedSQL, intents)
	for _, p := range fresh {
		if slices.Contains(quoted, p.IntentHash) {
			out = append(out, p)
		}
	}
	return out, err
}

// Finalize implements chain.BlockStore.
func (s *Store) Finalize(ctx context.Context, ch chain.Chain, number uint64) (chain.Finalized, error) {
	id, n := int64(ch.ID), int64(number)
	var out chain.Finalized
	if _, err := s.exec(ctx, finalizeCursorSQL, id, n); err != nil {
		return out, err
	}
	var err error
	if out.Payments, err = collect(ctx, s, scanPayment, confirmPaymentsSQL, id, n); err != nil {
		return out, err
	}
	var paid []string
	for _, p := range out.Payments {
		paid = append(paid, p.IntentHash)
	}
	if len(paid) > 0 {
		if _, err := s.exec(ctx, settleQuotesSQL, paid); err != nil {
			return out, err
		}
	}
	if _, err := s.exec(ctx, finalizeTransfersSQL, id, n); err != nil {
		return out, err
	}
	minted, err := collect(ctx, s, scanID, finalizeMintsSQL, id, ch.Vault)
	if err != nil {
		return out, err
	}
	for _, one := range minted {
		t, err := s.Token(ctx, one)
		if err != nil {
			return out, err
		}
		out.Minted = append(out.Minted, t)
	}
	if out.Refunds, err = collect(ctx, s, scanRefund, confirmRefundsSQL, id, n); err != nil {
		return out, err
	}
	if _, err := s.exec(ctx, confirmPayoutsSQL, id, n); err != nil {
		return out, err
	}
	if out.Incoming, err = collect(ctx, s, scanIncoming, finalizeIncomingSQL, id, n); err != nil {
		return out, err
	}
	out.Withdrawals, err = s.finalizeWithdrawals(ctx, id)
	return out, err
}

func (s *Store) finalizeWithdrawals(ctx context.Context, id int64) ([]chain.Withdrawal, error) {
	type done struct {
		id    string
		token int64
	}
	list, err := collect(ctx, s, func(r pgx.Row) (d done, err error) { return d, r.Scan(&d.id, &d.token) }, finalizeWithdrawalsSQL, id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	var out []chain.Withdrawal
	var tokens []int64
	for _, d := range list {
		w, err := s.Read(ctx, d.id)
		if err != nil {
			return nil, err
		}
		out, tokens = append(out, w), append(tokens, d.token)
	}
	_, err = s.exec(ctx, endCustodySQL, tokens)
	return out, err
}

func scanID(r pgx.Row) (n int64, err error) { return n, r.Scan(&n) }

func scanPayment(r pgx.Row) (chain.Payment, error) {
	var p chain.Payment
	err := r.Scan(&p.ChainID, &p.BlockHash, &p.LogIndex, &p.BlockNumber, &p.BlockTime, &p.CheckoutID, &p.TxHash, &p.Payer, &p.Amount, &p.ArtistShare,
		&p.Artist, &p.RefundAddress, &p.IntentHash, &p.Known, &p.Sightings)
	return p, err
}

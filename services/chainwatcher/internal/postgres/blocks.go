package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// kept is how many headers stay at least: more than any reorganisation that is not below finality.
const kept = 512

// Cursor implements chain.BlockStore.
func (s *Store) Cursor(ctx context.Context, chainID uint32) (chain.Cursor, error) {
	var c chain.Cursor
	err := s.row(ctx, "cursor", int64(chainID)).Scan(&c.ChainID, &c.Genesis, &c.TokenContract, &c.PaymentContract, &c.Number, &c.Hash, &c.Time, &c.Finalized)
	return c, found(err)
}

// Finalized implements chain.SignerStore.
func (s *Store) Finalized(ctx context.Context, chainID uint32) (uint64, error) {
	c, err := s.Cursor(ctx, chainID)
	return c.Finalized, err
}

// Reset implements chain.BlockStore.
func (s *Store) Reset(ctx context.Context, c chain.Cursor) ([]chain.Payment, error) {
	id := int64(c.ChainID)
	gone, err := collect(ctx, s, scanPayment, "revert_payments", id, -1)
	if err != nil {
		return nil, err
	}
	if _, err := s.exec(ctx, "reset_chain", id); err != nil {
		return nil, err
	}
	if _, err := s.exec(ctx, "reopen_quotes", id, int64(c.Number)); err != nil {
		return nil, err
	}
	_, err = s.exec(ctx, "put_cursor", id, c.Genesis, c.TokenContract, c.PaymentContract, int64(c.Number), c.Hash, c.Time, int64(c.Finalized))
	if err != nil {
		return nil, err
	}
	_, err = s.exec(ctx, "put_header", id, int64(c.Number), c.Hash, c.Parent, c.Time)
	return gone, err
}

// Header implements chain.BlockStore.
func (s *Store) Header(ctx context.Context, chainID uint32, number uint64) (chain.Header, error) {
	var h chain.Header
	err := s.row(ctx, "header", int64(chainID), int64(number)).Scan(&h.Number, &h.Hash, &h.Parent, &h.Time)
	return h, found(err)
}

// Extend implements chain.BlockStore.
func (s *Store) Extend(ctx context.Context, c chain.Cursor, blocks []chain.Block) ([]chain.Payment, error) {
	id, head := int64(c.ChainID), blocks[len(blocks)-1].Header
	moved, err := s.exec(ctx, "move_cursor", id, c.Hash, int64(head.Number), head.Hash, head.Time)
	if err != nil {
		return nil, err
	}
	if moved == 0 {
		return nil, chain.ErrConflict
	}
	if err := s.putHeaders(ctx, id, blocks); err != nil {
		return nil, err
	}
	if _, err := s.exec(ctx, "prune_headers", id, min(int64(head.Number)-kept, int64(c.Finalized)-kept/2)); err != nil {
		return nil, err
	}
	if err := s.putTransfers(ctx, id, blocks); err != nil {
		return nil, err
	}
	return s.putPayments(ctx, blocks)
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
	_, err := s.exec(ctx, "put_holders", id, touched)
	return err
}

func (s *Store) putPayments(ctx context.Context, blocks []chain.Block) ([]chain.Payment, error) {
	var out []chain.Payment
	batch := &pgx.Batch{}
	for _, b := range blocks {
		for _, p := range b.Payments {
			out = append(out, p)
			batch.Queue(query("put_payment"), int64(p.ChainID), p.BlockHash, p.LogIndex, int64(p.BlockNumber), p.BlockTime, p.CheckoutID, p.TxHash, p.Payer,
				p.Amount, p.ArtistShare, p.Artist, p.RefundAddress, p.IntentHash)
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	results := postgres.Conn(ctx, s.pool).SendBatch(ctx, batch)
	for i := range out {
		if err := results.QueryRow().Scan(&out[i].Known, &out[i].Sightings); err != nil {
			_ = results.Close()
			return nil, err
		}
	}
	return out, results.Close()
}

// Rollback implements chain.BlockStore.
func (s *Store) Rollback(ctx context.Context, c chain.Cursor, ancestor chain.Header) ([]chain.Payment, error) {
	id, number := int64(c.ChainID), int64(ancestor.Number)
	moved, err := s.exec(ctx, "move_cursor", id, c.Hash, number, ancestor.Hash, ancestor.Time)
	if err != nil {
		return nil, err
	}
	if moved == 0 {
		return nil, chain.ErrConflict
	}
	if _, err := s.exec(ctx, "drop_headers", id, number); err != nil {
		return nil, err
	}
	touched, err := collect(ctx, s, scanID, "touched_tokens", id, number)
	if err != nil {
		return nil, err
	}
	for _, step := range []struct {
		name string
		arg  any
	}{{"drop_transfers", number}, {"drop_holders", touched}, {"put_holders", touched}, {"reopen_quotes", number}} {
		if _, err := s.exec(ctx, step.name, id, step.arg); err != nil {
			return nil, err
		}
	}
	return collect(ctx, s, scanPayment, "revert_payments", id, number)
}

// ExpireQuotes implements chain.BlockStore.
func (s *Store) ExpireQuotes(ctx context.Context, chainID uint32, h chain.Header) ([]chain.Quote, error) {
	return collect(ctx, s, scanQuote, "expire_quotes", int64(chainID), h.Time, int64(h.Number))
}

// Finalize implements chain.BlockStore.
func (s *Store) Finalize(ctx context.Context, ch chain.Chain, number uint64) (chain.Finalized, error) {
	id, n := int64(ch.ID), int64(number)
	var out chain.Finalized
	if _, err := s.exec(ctx, "finalize_cursor", id, n); err != nil {
		return out, err
	}
	var err error
	if out.Payments, err = collect(ctx, s, scanPayment, "confirm_payments", id, n); err != nil {
		return out, err
	}
	var paid []string
	for _, p := range out.Payments {
		paid = append(paid, p.IntentHash)
	}
	if len(paid) > 0 {
		if _, err := s.exec(ctx, "settle_quotes", paid); err != nil {
			return out, err
		}
	}
	if _, err := s.exec(ctx, "finalize_transfers", id, n); err != nil {
		return out, err
	}
	minted, err := collect(ctx, s, scanID, "finalize_mints", id, ch.Vault)
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
	out.Withdrawals, err = s.finalizeWithdrawals(ctx, id)
	return out, err
}

func (s *Store) finalizeWithdrawals(ctx context.Context, id int64) ([]chain.Withdrawal, error) {
	type done struct {
		id    string
		token int64
	}
	list, err := collect(ctx, s, func(r pgx.Row) (d done, err error) { return d, r.Scan(&d.id, &d.token) }, "finalize_withdrawals", id)
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
	_, err = s.exec(ctx, "end_custody", tokens)
	return out, err
}

func scanID(r pgx.Row) (n int64, err error) { return n, r.Scan(&n) }

func scanPayment(r pgx.Row) (chain.Payment, error) {
	var p chain.Payment
	err := r.Scan(&p.ChainID, &p.BlockHash, &p.LogIndex, &p.BlockNumber, &p.BlockTime, &p.CheckoutID, &p.TxHash, &p.Payer, &p.Amount, &p.ArtistShare,
		&p.Artist, &p.RefundAddress, &p.IntentHash, &p.Known, &p.Sightings)
	return p, err
}

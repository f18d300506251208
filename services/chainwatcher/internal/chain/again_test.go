package chain_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
)

var errUnavailable = errors.New("the store does not respond")

// again is a store with one approved withdrawal. Its transactions conflict with another one and are retried, and on the retry the
// token is no longer frozen.
type again struct {
	chain.WithdrawalStore
	chain.BatchStore

	tries  int
	w      chain.Withdrawal
	queued bool
}

func (*again) Due(context.Context, uint32, time.Time, int) ([]chain.Withdrawal, error) {
	return []chain.Withdrawal{{ID: "w", ChainID: 31337, AccountID: "ada", Status: chain.Approved}}, nil
}

func (*again) UsedBefore(context.Context, string, string) (bool, error) { return false, nil }

func (s *again) Update(ctx context.Context, _ string, fn func(ctx context.Context, w *chain.Withdrawal) error) error {
	var err error
	for range 2 {
		s.tries++
		s.w, s.queued = chain.Withdrawal{ID: "w", ChainID: 31337, AccountID: "ada", Status: chain.Approved}, false
		err = fn(ctx, &s.w)
	}
	return err
}

func (s *again) LockToken(context.Context, int64) (chain.Token, error) {
	return chain.Token{AccountID: "ada", Status: chain.Minted, InCustody: true, Frozen: s.tries == 1}, nil
}

func (s *again) QueueTransfer(context.Context, chain.Withdrawal, string, string, []byte) error {
	s.queued = true
	return nil
}

func (*again) ChangedAt(context.Context, string) (time.Time, error) { return time.Time{}, nil }

func (*again) NoteChange(context.Context, string, time.Time) error { return nil }

func (*again) InTx(ctx context.Context, fn func(ctx context.Context) error) error { return fn(ctx) }

func (*again) Report(context.Context) (map[string]chain.BatchReport, error) { return nil, nil }

func (s *again) withdrawals() *chain.Withdrawals {
	chains := chain.NewChains(31337, []uint32{31337})
	chains.Put(chain.Link{Chain: chain.Chain{ID: 31337, Vault: vault}, Contracts: contracts{newPool()}})
	return &chain.Withdrawals{Store: s, Events: &recorder{}, Accounts: &person{}, Credentials: s, Batches: s, Artworks: chaintest.Artworks{}, Addresses: plain{}, Chains: chains, Vault: vault, Clock: clock.NewFake(chaintest.Start)}
}

// The result of a transaction's first try doesn't affect the second.
func TestASecondAttemptStartsClean(t *testing.T) {
	t.Parallel()
	s := &again{}
	if n, err := s.withdrawals().Advance(t.Context(), 31337); n != 1 || err != nil {
		t.Fatalf("s.withdrawals().Advance(t.Context(), 31337) = %v, %v, want n 1 and no error", n, err)
	}
	if s.w.Status != chain.Signing || s.w.Reason != "" || !s.queued {
		t.Errorf("withdrawal = %+v, want signing and queued again", s.w)
	}
}

// A store that is unavailable doesn't mean a new quote: the first one may exist.
func TestAnUnavailableStoreIsNotNotFound(t *testing.T) {
	t.Parallel()
	quotes := &chain.Quotes{Store: noQuotes{}, Addresses: plain{}, Clock: clock.NewFake(chaintest.Start)}
	if _, err := quotes.Create(t.Context(), chain.Chain{ID: 31337}, contracts{newPool()}, chain.QuoteRequest{}); !errors.Is(err, errUnavailable) {
		t.Errorf("Create() = %v, want errUnavailable", err)
	}
}

// noQuotes is a store that fails to read quotes.
type noQuotes struct{ chain.QuoteStore }

func (noQuotes) Halted(context.Context, uint32) (chain.Halt, error) {
	return chain.Halt{}, chain.ErrNotFound
}

func (noQuotes) HeadTime(context.Context, uint32) (time.Time, error) { return chaintest.Start, nil }

func (noQuotes) RunningQuote(context.Context, string, string, time.Time) (chain.Quote, error) {
	return chain.Quote{}, errUnavailable
}

package custody_test

import (
	"context"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// again is a store with one approved withdrawal. Its transactions conflict with another one and are retried, and on the retry the
// token is no longer frozen.
type again struct {
	custody.Store

	tries  int
	w      custody.Withdrawal
	queued bool
}

func (*again) Due(context.Context, uint32, time.Time, int) ([]custody.Withdrawal, error) {
	return []custody.Withdrawal{{ID: "w", ChainID: 31337, AccountID: "ada", Status: custody.Approved}}, nil
}

func (*again) UsedBefore(context.Context, string, string) (bool, error) { return false, nil }

func (s *again) Update(ctx context.Context, _ string, fn func(ctx context.Context, w *custody.Withdrawal) error) error {
	var err error
	for range 2 {
		s.tries++
		s.w, s.queued = custody.Withdrawal{ID: "w", ChainID: 31337, AccountID: "ada", Status: custody.Approved}, false
		err = fn(ctx, &s.w)
	}
	return err
}

func (s *again) LockToken(context.Context, int64) (custody.Token, error) {
	return custody.Token{AccountID: "ada", Status: custody.Minted, InCustody: true, Frozen: s.tries == 1}, nil
}

func (s *again) QueueTransfer(context.Context, custody.Withdrawal, string, chain.Call) error {
	s.queued = true
	return nil
}

func (*again) ChangedAt(context.Context, string) (time.Time, error) { return time.Time{}, nil }

func (*again) NoteChange(context.Context, string, time.Time) error { return nil }

func (*again) InTx(ctx context.Context, fn func(ctx context.Context) error) error { return fn(ctx) }

func (*again) Report(context.Context) (map[string]custody.BatchReport, error) { return nil, nil }

// open are contracts that let every token move.
type open struct{ chain.Contracts }

func (open) CanMove(context.Context, int64, string) error { return nil }

func (open) Transfer(int64, string) (chain.Call, error) { return chain.Call{}, nil }

func (s *again) withdrawals() *custody.Withdrawals {
	chains := chain.NewChains(31337, []uint32{31337})
	chains.Put(chain.Link{Chain: chain.Chain{ID: 31337, Vault: chaintest.Vault}, Contracts: open{}})
	return &custody.Withdrawals{Store: s, Events: &chaintest.Recorder{}, Chains: chains, Vault: chaintest.Vault, Clock: clock.NewFake(chaintest.Start)}
}

// The result of a transaction's first try doesn't affect the second.
func TestASecondAttemptStartsClean(t *testing.T) {
	t.Parallel()
	s := &again{}
	if n, err := s.withdrawals().Advance(t.Context(), 31337); n != 1 || err != nil {
		t.Fatalf("s.withdrawals().Advance(t.Context(), 31337) = %v, %v, want n 1 and no error", n, err)
	}
	if s.w.Status != custody.Signing || s.w.Reason != "" || !s.queued {
		t.Errorf("withdrawal = %+v, want signing and queued again", s.w)
	}
}

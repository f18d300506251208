package paying_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// A day's refunds may reach the limit exactly; refused ones don't count.
func TestRefundLimit(t *testing.T) {
	t.Parallel()
	r := chaintest.Setup(t)
	s, now := r.Refunds(100)
	first := chaintest.Due(60)
	r.Take(s, first, paying.RefundQueued, "")
	r.Take(s, first, paying.RefundQueued, "") // counts once
	r.Take(s, chaintest.Due(41), paying.RefundFailed, paying.LimitExceeded)
	r.Take(s, chaintest.Due(40), paying.RefundQueued, "")
	r.Take(s, chaintest.Due(1), paying.RefundFailed, paying.LimitExceeded)
	now.Advance(24*time.Hour + time.Second)
	r.Take(s, chaintest.Due(100), paying.RefundQueued, "")
	elsewhere := chaintest.Due(1)
	elsewhere.ChainID = 5
	r.Take(s, elsewhere, paying.RefundFailed, paying.UnsupportedChain)
	if n := r.Events.Count("refund failed"); n != 3 {
		t.Errorf("events = %q, want 3 failed refunds", r.Events.List)
	}
	for _, bad := range []paying.Refund{{ID: id.New(), ChainID: 31337, Amount: money.NewWei(1)}, {ID: id.New(), ChainID: 31337, To: chaintest.Wallet}} {
		if _, err := s.Take(r.Ctx, bad); !errors.Is(err, paying.ErrRefund) {
			t.Errorf("Take(%+v) = %v, want ErrRefund", bad, err)
		}
	}
}

// Events and ListRefunds calls arrive concurrently: the limit holds, and each refund is accepted once.
func TestConcurrentRefunds(t *testing.T) {
	t.Parallel()
	r := chaintest.Setup(t)
	s, _ := r.Refunds(50)
	list := make([]paying.Refund, 10)
	for i := range list {
		list[i] = chaintest.Due(10)
	}
	var group sync.WaitGroup
	for range 4 {
		for _, d := range list {
			group.Go(func() {
				if _, err := s.Take(r.Ctx, d); err != nil {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	var queued, failed, transactions int
	err := r.DB.QueryRow(r.Ctx, `SELECT count(*) FILTER (WHERE status = 'queued'), count(*) FILTER (WHERE status = 'failed'),
		(SELECT count(*) FROM transactions WHERE kind = 'refund') FROM refunds`).Scan(&queued, &failed, &transactions)
	if err != nil || queued != 5 || failed != 5 || transactions != 5 {
		t.Errorf("%d queued, %d failed, %d transactions, %v, want 5, 5, 5", queued, failed, transactions, err)
	}
}

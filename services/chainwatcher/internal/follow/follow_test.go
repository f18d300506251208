package follow

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// The alarm of a stopped watcher ends only with its next successful step.
func TestAlertEndsWithAStep(t *testing.T) {
	t.Parallel()
	const one = 7 // no other test uses this chain
	temporary := func() float64 {
		return testkit.Metric(t, "chainwatcher_step_failures_total", map[string]string{"chain": "7", "reason": "temporary"})
	}
	before := temporary()
	for i, c := range []struct {
		err  error
		want float64
	}{{nil, 0}, {chain.ErrTemporary, 0}, {watching.ErrTooDeep, 1}, {chain.ErrTemporary, 1}, {watching.ErrBehind, 1}, {chain.ErrConflict, 1}, {nil, 0}, {watching.ErrOtherContracts, 1}, {nil, 0}} {
		NewMetrics().step(one, c.err)
		if got := testkit.Metric(t, "chainwatcher_stopped", map[string]string{"chain": "7"}); got != c.want {
			t.Errorf("%d, after %v: %v, want %v", i, c.err, got, c.want)
		}
	}
	if n := temporary() - before; n != 2 {
		t.Errorf("%v temporary failures, want 2", n)
	}
}

// before is a store with other contracts of a chain.
type before struct {
	Store

	halts chan chain.HaltReason
}

func (before) Cursor(context.Context, uint32) (chain.Cursor, error) {
	return chain.Cursor{Genesis: "0xgenesis", TokenContract: "0xtoken", PaymentContract: "0xpay"}, nil
}

// Halt reports the first halt as a fresh one.
func (b before) Halt(_ context.Context, _ uint32, reason chain.HaltReason, _ string) (bool, error) {
	select {
	case b.halts <- reason:
		return true, nil
	default:
		return false, nil
	}
}

// unknown is a store without the chain, known one with it.
type (
	unknown struct{ Store }
	known   struct{ Store }
)

func (unknown) Cursor(context.Context, uint32) (chain.Cursor, error) {
	return chain.Cursor{}, chain.ErrNotFound
}

func (known) Cursor(context.Context, uint32) (chain.Cursor, error) { return chain.Cursor{}, nil }

// A chain without contracts is retried and raises no alarm, unless it had some: then its node serves another chain. A node that
// doesn't respond raises an alarm.
func TestAnUndeployedChainIsNotSilent(t *testing.T) {
	t.Parallel()
	none := fmt.Errorf("contracts of chain 9: %w", chain.ErrNotFound)
	for name, c := range map[string]struct {
		store  Store
		err    error
		alarms bool
	}{
		"never deployed":             {unknown{}, none, false},
		"never deployed, and silent": {unknown{}, chain.ErrTemporary, true},
		"its contracts are gone":     {known{}, none, true},
		"silent":                     {known{}, chain.ErrTemporary, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e lastHead
			long := time.Now().Add(-time.Hour)
			e.at.Store(&long)
			(&Follower{Store: c.store}).ignoreUndeployed(t.Context(), 9, c.err, &e)
			if alarms := time.Since(*e.at.Load()) > silence; alarms != c.alarms {
				t.Errorf("alarms: %t, want %t", alarms, c.alarms)
			}
		})
	}
}

// A chain whose contracts were changed in the settings is not followed, and raises an alarm.
func TestOtherContractsRaiseAnAlert(t *testing.T) {
	t.Parallel()
	const other = 8 // no other test uses this chain
	chains, closed := chain.NewChains(other, []uint32{other}), make(chan bool, 1)
	halts := make(chan chain.HaltReason, 1)
	f := &Follower{Store: before{halts: halts}, Chains: chains, Metrics: NewMetrics(), Log: testkit.Log(t)}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	done := make(chan error, 1)
	go func() {
		done <- f.Follow(ctx, Chain{ID: other, Poll: time.Second, Dial: func(context.Context, func()) (*Connection, error) {
			return &Connection{
				Link: chain.Link{Chain: chain.Chain{ID: other, Genesis: "0xgenesis", TokenContract: "0xtoken", PaymentContract: "0xnew"}}, Node: chaintest.New(),
				Close: func() { closed <- true },
			}, nil
		}})
	}()
	<-closed
	this := map[string]string{"chain": "8", "reason": "other_contracts"}
	testkit.Eventually(t, 10*time.Second, func() bool {
		return testkit.Metric(t, "chainwatcher_stopped", this) == 1 && testkit.Metric(t, "chainwatcher_step_failures_total", this) > 0
	})
	if all := chains.All(); len(all) != 0 {
		t.Errorf("the chain is watched: %+v, want none", all)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

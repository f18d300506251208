package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// fault injects a fault while people buy, and notes its figures.
type fault func(r *rig, ctx context.Context, figures map[string]any) error

// scenario is one kind of fault.
type scenario struct {
	name, title string
	// seeds is how often it runs; nil is once.
	seeds func(p plan) int
	// prepare is what all of its runs need; nil is nothing.
	prepare func(r *rig, ctx context.Context) (end func() error, err error)
	run     func(r *rig, ctx context.Context, title string, seed uint64) (result, error)
}

var scenarios = []scenario{
	{"oversell", "T01 oversell", func(p plan) int { return p.trials }, crowd(1), race(1)},
	{"oversell-25", "T01 oversell, 25 editions", func(p plan) int { return min(p.trials, 5) }, crowd(2), race(mediumEdition)},
	{"kills", killsTitle, func(p plan) int { return p.seeds }, nil, (*rig).killsPlanned},
	{"kills-wrong", "T16 kill -9 with skewed clocks and wrong nodes", func(p plan) int { return p.seeds }, (*rig).startWrong, (*rig).killsWrong},
	{"finality", "Finality stalled", nil, nil, beside(purchasesAndStaff, (*rig).finalityStalled)},
	{"reorg", "Reorganisation of final blocks", nil, nil, beside(purchasesAndStaff, (*rig).deepReorg)},
	{"liars", "Two lying nodes and a stored invention", nil, nil, beside(purchasesAndStaff, (*rig).liars)},
	{"broker-kills", "T17 broker killed", nil, nil, beside(purchases, (*rig).brokerKilled)},
	{"broker-down", "T17 broker down", nil, nil, beside(purchases, (*rig).brokerDown)},
	{"relay", "T18 relay stopped before its note", nil, nil, beside(purchases, (*rig).relayStopped)},
	{"postgres", "T20 Postgres stopped immediately", nil, nil, beside(purchases, (*rig).databaseCrash)},
	{"postgres-hole", "T20 Postgres behind a black hole", nil, nil, beside(purchases, (*rig).blackHole)},
	{"postgres-used-up", "T20 connections used up", nil, nil, beside(purchases, (*rig).exhausted)},
	{"postgres-conflicts", "T20 conflicts", nil, nil, beside(purchases, (*rig).conflicts)},
	{"postgres-full", "T20 disk full", nil, nil, beside(purchases, (*rig).diskFull)},
	{"restore", "T33 database server restored from backup and archive", nil, nil, beside(purchases, restored(toTheEnd))},
	{"restore-time", "T33 database server restored to the moment before a mistake", nil, nil, beside(purchases, restored(beforeMistake))},
	{"restore-lost", "T33 database server restored to a moment before paid orders", nil, nil, beside(purchases, restored(beforeOrders))},
	{"rolling", "T32 rolling restart", func(p plan) int { return p.rounds }, nil, (*rig).rolling},
	{"former", "T32 one release back", nil, nil, (*rig).runBesideFormer},
	{"signers", "Signers paused and cut off", nil, nil, beside(purchases, (*rig).signersLost)},
	{"broker-removed", "Broker's store removed", nil, nil, beside(purchases, brokerLosesStore(false))},
	{"broker-back", "Broker's store rolled back", nil, nil, beside(purchases, brokerLosesStore(true))},
}

// runAll runs the seeds that have no result yet.
func (s scenario) runAll(ctx context.Context, r *rig, done map[string]bool, note func(result) error) (err error) {
	n := 1
	if s.seeds != nil {
		n = s.seeds(r.plan)
	}
	var missing []uint64
	for seed := range uint64(n) {
		if !done[result{Scenario: s.title, Seed: seed}.name()] {
			missing = append(missing, seed)
		}
	}
	if len(missing) > 0 && s.prepare != nil {
		end, err := s.prepare(r, ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, end()) }()
	}
	for _, seed := range missing {
		res, err := s.run(r, ctx, s.title, seed)
		if err == nil {
			err = note(res)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// crowd prepares races: the buyers, a multiple of the planned ones, and two replicas of the gateway and of checkout.
func crowd(times int) func(*rig, context.Context) (func() error, error) {
	return func(r *rig, ctx context.Context) (func() error, error) {
		_, end, err := r.replicate(ctx, r.replicas("checkout", "gateway"))
		if err != nil {
			return nil, err
		}
		if r.crowd, err = r.people(ctx, times*r.plan.buyers); err != nil {
			end()
			return nil, err
		}
		return func() error { end(); return nil }, nil
	}
}

// race lets a crowd compete for few editions.
func race(editions int) func(*rig, context.Context, string, uint64) (result, error) {
	return func(r *rig, ctx context.Context, title string, seed uint64) (result, error) {
		// All requests come from one address, which the gateway limits to 20,000 a minute.
		pace := time.After(time.Duration(len(r.crowd)) * 5 * time.Millisecond)
		res, err := r.race(ctx, title, seed, r.crowd, editions)
		<-pace
		return res, err
	}
}

// purchases and purchasesAndStaff say who is busy during a fault: buyers, and also staff who refund, withdraw and sell.
const (
	purchases         = false
	purchasesAndStaff = true
)

// beside injects a fault once while people buy.
func beside(staffed bool, fault fault) func(*rig, context.Context, string, uint64) (result, error) {
	return func(r *rig, ctx context.Context, title string, _ uint64) (result, error) {
		return r.under(ctx, title, r.plan.shoppers, staffed, fault)
	}
}

func names() (out []string) {
	for _, s := range scenarios {
		out = append(out, s.name)
	}
	return out
}

// table prints the results as Markdown and reports whether any has a violation.
func table(out io.Writer, all []result) (failed bool) {
	type sum struct{ runs, kills, flows, violations int }
	sums := map[string]*sum{}
	var order []string
	for _, r := range all {
		s := sums[r.Scenario]
		if s == nil {
			s = &sum{}
			sums[r.Scenario] = s
			order = append(order, r.Scenario)
		}
		s.runs++
		s.kills += r.Kills
		s.flows += r.Flows["reserved"]
		if len(r.Violations) > 0 {
			s.violations++
			failed = true
		}
	}
	slices.Sort(order)
	fmt.Fprintln(out, "| scenario | runs | kills | purchases begun | runs with a violation | bound at 95 % |")
	fmt.Fprintln(out, "| --- | --- | --- | --- | --- | --- |")
	for _, name := range order {
		s := sums[name]
		// Zero failures in n trials show a rate below 3/n with 95 % confidence.
		bound := "-"
		switch {
		case s.violations > 0 || s.runs < 4 && s.kills == 0:
		case s.kills > 0:
			bound = fmt.Sprintf("%.2g %% a kill", 300/float64(s.kills))
		default:
			bound = fmt.Sprintf("%.2g %% a run", 300/float64(s.runs))
		}
		fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %s |\n", name, s.runs, s.kills, s.flows, s.violations, bound)
	}
	return failed
}

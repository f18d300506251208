package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/customer"
)

// result is one line of the state file.
type result struct {
	Scenario   string         `json:"scenario"`
	Seed       uint64         `json:"seed"`
	At         time.Time      `json:"at"`
	Seconds    float64        `json:"seconds"`
	Kills      int            `json:"kills,omitempty"`
	Buyers     int            `json:"buyers,omitempty"`
	Flows      map[string]int `json:"flows,omitempty"`
	Figures    map[string]any `json:"figures,omitempty"`
	Errors     []string       `json:"errors,omitempty"`
	Violations []string       `json:"violations"`
}

// quietWithin is how long purchases may take to end after the load: a hold, a mint, the provider's longest pause.
const quietWithin = 5 * time.Minute

// people signs in n buyers, a few at a time.
func (r *rig) people(ctx context.Context, n int) ([]*buyer, error) {
	out := make([]*buyer, n)
	errs := make([]error, n)
	var all sync.WaitGroup
	limit := make(chan struct{}, 8)
	for i := range n {
		all.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			out[i], errs[i] = newBuyer(ctx, r, "")
		})
	}
	all.Wait()
	return out, errors.Join(errs...)
}

// settle ends a scenario: it waits until nothing is in progress, then runs the audit.
func (r *rig) settle(ctx context.Context, res *result, t *tally) {
	took, err := r.quiet(ctx, quietWithin)
	if err != nil {
		res.Violations = append(res.Violations, err.Error())
	}
	res.Violations = append(res.Violations, r.audit(ctx)...)
	res.Figures["quietSeconds"] = round(took)
	if n, err := r.mailsRepeated(ctx); err == nil {
		res.Figures["mailsRepeated"] = n
	}
	for figure, sql := range map[string]string{
		"auctionsSettled":    `SELECT count(*) FROM auctions WHERE price IS NOT NULL AND status = 'settled'`,
		"differencesByCard":  `SELECT count(*) FROM refunds WHERE reason = 'auction_settled' AND status = 'succeeded' AND method = 'card'`,
		"differencesByEther": `SELECT count(*) FROM refunds WHERE reason = 'auction_settled' AND status = 'succeeded' AND method = 'ether'`,
	} {
		if n, err := r.count(ctx, "checkout", sql); err == nil && n > 0 {
			res.Figures[figure] = n
		}
	}
	if t != nil {
		t.mu.Lock()
		res.Flows, res.Errors = t.counts, t.errs
		t.mu.Unlock()
		// An error means that a buyer got no definite response in time.
		if silent, _ := res.Figures["silentFor"].(float64); silent < patience.Seconds() {
			for _, e := range res.Errors {
				res.Violations = append(res.Violations, "a buyer got no response: "+e)
			}
		}
	}
}

const killsTitle = "T16 kill -9"

// load runs buyers, and staff if staffed, while the fault is injected. Then it waits until everything has ended and audits it.
func (r *rig) load(ctx context.Context, title string, seed uint64, shoppers int, staffed bool, fault func(context.Context, *result) error) (res result, err error) {
	res = result{Scenario: title, Seed: seed, At: time.Now().UTC(), Buyers: shoppers, Figures: map[string]any{}, Violations: []string{}}
	people, err := r.people(ctx, shoppers)
	if err != nil {
		return res, err
	}
	var staff *staffWork
	if staffed {
		if staff, err = r.newStaffWork(ctx); err != nil {
			return res, err
		}
		people = append(people, staff.collector)
	}
	var t tally
	load, over := context.WithCancel(ctx)
	defer over()
	var buying sync.WaitGroup
	buying.Go(func() { runBuyers(load, people, seed, 4*time.Second, &t) })
	if staffed {
		buying.Go(func() { staff.work(load, people, seed, &t) })
	}
	err = fault(ctx, &res)
	over()
	buying.Wait()
	if err != nil {
		return res, err
	}
	if err := r.ready(time.Minute); err != nil {
		res.Violations = append(res.Violations, err.Error())
	}
	r.settle(ctx, &res, &t)
	if strings.HasPrefix(title, "T20") {
		r.seen.note(&res)
	}
	res.Seconds = round(time.Since(res.At))
	return res, nil
}

func (r *rig) killsPlanned(ctx context.Context, title string, seed uint64) (result, error) {
	return r.kills(ctx, title, seed, r.plan.kills, r.plan.shoppers)
}

// kills is T16: people buy while random services are killed.
func (r *rig) kills(ctx context.Context, title string, seed uint64, kills, buyers int) (result, error) {
	return r.load(ctx, title, seed, buyers, true, func(ctx context.Context, res *result) error {
		rng := rand.New(rand.NewPCG(seed, 1<<40))
		per := map[string]int{}
		res.Figures["kills"] = per
		if err := r.any(ctx, "a purchase", `SELECT count(*) FROM checkouts WHERE status NOT IN ('cancelled', 'expired', 'completed')`); err != nil {
			return err
		}
		for res.Kills < kills {
			if !wait(ctx, 200*time.Millisecond+time.Duration(rng.Int64N(int64(1800*time.Millisecond)))) {
				return ctx.Err()
			}
			if name := services[rng.IntN(len(services))]; r.kill(name) {
				res.Kills++
				per[name]++
			}
		}
		return r.any(ctx, "a payment", `SELECT count(*) FROM payments WHERE credited`)
	})
}

// any waits until there is one in the checkout's database.
func (r *rig) any(ctx context.Context, what, sql string) error {
	return until(ctx, time.Minute, what, func() bool {
		n, err := r.count(ctx, "checkout", sql)
		return err == nil && n > 0
	})
}

// race is T01: everyone requests one of a few editions at the same moment. The winners cancel before the next trial.
func (r *rig) race(ctx context.Context, title string, seed uint64, people []*buyer, editions int) (res result, err error) {
	res = result{Scenario: title, Seed: seed, At: time.Now().UTC(), Buyers: len(people), Flows: map[string]int{}, Violations: []string{}}
	// Access tokens are valid for five minutes, so buyers renew them before the race.
	var ready sync.WaitGroup
	limit := make(chan struct{}, 8)
	for _, b := range people {
		ready.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			_ = b.renew(ctx)
		})
	}
	ready.Wait()
	work := firstUnique + int(seed%uniqueWorks)
	if editions == mediumEdition {
		work = firstMedium + int(seed%mediumWorks)
	}
	before := r.shares()
	var mu sync.Mutex
	won := map[*buyer]string{}
	var first, last time.Duration
	gate := make(chan struct{})
	var all sync.WaitGroup
	began := time.Now()
	for _, b := range people {
		all.Go(func() {
			<-gate
			held, err := b.Hold(ctx, fmt.Sprint(work), customer.Key()...)
			mu.Lock()
			defer mu.Unlock()
			last = time.Since(began)
			first = cmp.Or(first, last)
			if err == nil {
				res.Flows["held"]++
				won[b] = held.ID
				return
			}
			res.Flows[err.Error()]++
		})
	}
	began = time.Now()
	close(gate)
	all.Wait()
	res.Figures = map[string]any{"firstResponseSeconds": round(first), "lastResponseSeconds": round(last)}
	for what, n := range res.Flows {
		if want := map[string]int{"held": editions, "409 edition_unavailable": len(people) - editions}[what]; n != want {
			res.Violations = append(res.Violations, fmt.Sprintf("%d × %s", n, what))
		}
	}
	if res.Flows["held"] != editions {
		res.Violations = append(res.Violations, fmt.Sprintf("%d holds of %d editions", res.Flows["held"], editions))
	}
	for replica, n := range r.shares() {
		res.Figures["served by "+replica] = n - before[replica]
	}
	held, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts WHERE artwork_id = $1 AND status IN ('reserved', 'awaiting_payment')`, work)
	if err != nil || held != int64(editions) {
		res.Violations = append(res.Violations, fmt.Sprintf("%d live holds in the database, %v", held, err))
	}
	for winner, id := range won {
		if err := winner.cancel(ctx, id); err != nil {
			res.Violations = append(res.Violations, "a winner cannot cancel: "+err.Error())
		}
	}
	res.Seconds = round(time.Since(res.At))
	return res, nil
}

func round(d time.Duration) float64 {
	return float64(d.Round(10*time.Millisecond)) / float64(time.Second)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"time"
)

type scenario struct {
	name string
	run  func(ctx context.Context, r *rig, p *plan, done map[string]bool, note func(result) error) error
}

var scenarios = []scenario{
	races("oversell", "T01 oversell", 1, func(p *plan) (int, int) { return p.trials, p.buyers }),
	races("oversell-25", "T01 oversell, 25 editions", mediumEdition, func(p *plan) (int, int) { return min(p.trials, 5), 2 * p.buyers }),
	{"kills", func(ctx context.Context, r *rig, p *plan, done map[string]bool, note func(result) error) error {
		return r.seeds(ctx, killsTitle, p, done, note)
	}},
	{"kills-wrong", func(ctx context.Context, r *rig, p *plan, done map[string]bool, note func(result) error) error {
		return r.killsWrong(ctx, p, done, note)
	}},
	staffed("finality", "Finality stalled", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.finalityStalled(ctx, f)
	}),
	staffed("reorg", "Reorganisation of final blocks", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.deepReorg(ctx, f)
	}),
	staffed("liars", "Two lying nodes and a stored invention", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.liars(ctx, f)
	}),
	once("broker-kills", "T17 broker killed", func(ctx context.Context, r *rig, _ *plan, _ map[string]any) error {
		return r.brokerKilled(ctx, rand.New(rand.NewPCG(17, 0)), 20)
	}),
	once("broker-down", "T17 broker down", func(ctx context.Context, r *rig, p *plan, f map[string]any) error {
		return r.brokerDown(ctx, p.downtime, f)
	}),
	once("redis", "T17 Redis emptied and down", func(ctx context.Context, r *rig, p *plan, _ map[string]any) error {
		return r.redisDown(ctx, min(p.downtime, time.Minute))
	}),
	once("relay", "T18 relay stopped before its note", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.relayStopped(ctx, f)
	}),
	once("postgres", "T20 Postgres stopped immediately", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.databaseCrash(ctx, 5, f)
	}),
	once("postgres-hole", "T20 Postgres behind a black hole", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.blackHole(ctx, 2, f)
	}),
	once("postgres-used-up", "T20 connections used up", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.exhausted(ctx, f)
	}),
	once("postgres-conflicts", "T20 conflicts", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.conflicts(ctx, time.Minute, f)
	}),
	once("postgres-full", "T20 disk full", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.diskFull(ctx, f)
	}),
	once("restore", "T33 database server restored from backup and archive", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.restored(ctx, toTheEnd, f)
	}),
	once("restore-time", "T33 database server restored to the moment before a mistake", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.restored(ctx, beforeMistake, f)
	}),
	once("restore-lost", "T33 database server restored to a moment before paid orders", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.restored(ctx, beforeOrders, f)
	}),
	{"rolling", func(ctx context.Context, r *rig, p *plan, done map[string]bool, note func(result) error) error {
		for seed := range uint64(p.rounds) {
			if done[result{Scenario: rollingTitle, Seed: seed}.name()] {
				continue
			}
			res, err := r.rolling(ctx, seed, p.shoppers)
			if err != nil {
				return err
			}
			if err := note(res); err != nil {
				return err
			}
		}
		return nil
	}},
	{"former", func(ctx context.Context, r *rig, p *plan, done map[string]bool, note func(result) error) error {
		if done[result{Scenario: formerTitle}.name()] {
			return nil
		}
		former, err := p.buildFormer(ctx)
		if errors.Is(err, errNoFormer) {
			fmt.Fprintln(os.Stderr, "skipped:", formerTitle+":", err)
			return nil
		}
		if err != nil {
			return err
		}
		res, err := r.runBesideFormer(ctx, former, p.shoppers)
		if err != nil {
			return err
		}
		return note(res)
	}},
	once("signers", "Signers paused and cut off", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.signersLost(ctx, 2, f)
	}),
	once("broker-removed", "Broker's store removed", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.brokerLosesStore(ctx, false, f)
	}),
	once("broker-back", "Broker's store rolled back", func(ctx context.Context, r *rig, _ *plan, f map[string]any) error {
		return r.brokerLosesStore(ctx, true, f)
	}),
}

// races are many buyers competing for few editions, through two replicas of the gateway and of checkout.
func races(name, title string, editions int, size func(*plan) (trials, buyers int)) scenario {
	return scenario{name, func(ctx context.Context, r *rig, p *plan, done map[string]bool, note func(result) error) error {
		trials, buyers := size(p)
		var people []*buyer
		for seed := range uint64(trials) {
			if done[result{Scenario: title, Seed: seed}.name()] {
				continue
			}
			if people == nil {
				end, err := r.twice(ctx)
				if err != nil {
					return err
				}
				defer end()
				if people, err = r.people(ctx, buyers); err != nil {
					return err
				}
			}
			// All requests come from one address, which the gateway limits to 20,000 a minute.
			pace := time.After(time.Duration(buyers) * 5 * time.Millisecond)
			res, err := r.race(ctx, title, seed, people, editions)
			if err != nil {
				return err
			}
			if err := note(res); err != nil {
				return err
			}
			<-pace
		}
		return nil
	}}
}

// seeds runs the kills of each seed that isn't done.
func (r *rig) seeds(ctx context.Context, title string, p *plan, done map[string]bool, note func(result) error) error {
	for seed := range uint64(p.seeds) {
		if done[result{Scenario: title, Seed: seed}.name()] {
			continue
		}
		res, err := r.kills(ctx, title, seed, p.kills, p.shoppers)
		if err != nil {
			return err
		}
		if err := note(res); err != nil {
			return err
		}
	}
	return nil
}

type fault func(context.Context, *rig, *plan, map[string]any) error

// once is a scenario with one seed, run while people buy.
func once(name, title string, fault fault) scenario { return single(name, title, false, fault) }

// staffed is a scenario with one seed, run while people buy and withdraw, and staff refund.
func staffed(name, title string, fault fault) scenario { return single(name, title, true, fault) }

func single(name, title string, staffed bool, fault fault) scenario {
	return scenario{name, func(ctx context.Context, r *rig, p *plan, done map[string]bool, note func(result) error) error {
		if done[result{Scenario: title}.name()] {
			return nil
		}
		res, err := r.under(ctx, title, 0, p.shoppers, staffed, func(ctx context.Context, f map[string]any) error { return fault(ctx, r, p, f) })
		if err != nil {
			return err
		}
		return note(res)
	}}
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

// Command stress injects faults into a running fleet and checks the result: it starts every service as a separate process,
// runs buyers, kills, stops and empties what it can reach, and then checks the databases, the card provider's records and
// the chain for anything lost or duplicated. See docs/testing/stress.md.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

type plan struct {
	options
	only, state            string
	former, formerRef      string
	seeds, kills, shoppers int
	trials, buyers, rounds int
	downtime               time.Duration
	keep                   bool
}

func main() {
	if runAsBroker() {
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	failed, err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "stress:", err)
		os.Exit(1)
	}
	if failed {
		os.Exit(3)
	}
}

func read(args []string) (p plan, err error) {
	f := flag.NewFlagSet("stress", flag.ContinueOnError)
	f.StringVar(&p.root, "root", ".", "folder of the Vitrine repository")
	f.StringVar(&p.onebox, "onebox", "", "onebox program to test; built if empty")
	f.StringVar(&p.data, "data", "/var/tmp/vitrine-stress", "data folder; emptied at the start")
	f.IntVar(&p.offset, "port-offset", 3000, "added to every port")
	f.DurationVar(&p.hold, "hold", time.Minute, "how long an edition is held")
	f.StringVar(&p.state, "state", ".cache/stress.jsonl", "results, one JSON object per line; finished scenarios are not run again")
	f.StringVar(&p.only, "only", "", "scenarios, comma-separated: "+strings.Join(names(), ", "))
	f.IntVar(&p.seeds, "seeds", 20, "T16: seeds")
	f.IntVar(&p.kills, "kills", 100, "T16: kills in a seed")
	f.IntVar(&p.shoppers, "shoppers", 12, "buyers during faults")
	f.IntVar(&p.trials, "trials", 300, "T01: trials")
	f.IntVar(&p.buyers, "buyers", 500, "T01: buyers who compete for the edition")
	f.StringVar(&p.former, "former", "", "onebox program of the release before, for T32; built from -former-ref if empty")
	f.StringVar(&p.formerRef, "former-ref", "", "tag or commit of the release before, for T32; the one that release.json names if empty")
	f.IntVar(&p.rounds, "rounds", 20, "T32: rounds, in each of which every process restarts once")
	f.DurationVar(&p.downtime, "downtime", 10*time.Minute, "T17: how long the broker is down")
	f.BoolVar(&p.keep, "keep", false, "keep the data folder")
	summary := f.Bool("summary", false, "only print the table of the state file")
	verbose := f.Bool("verbose", false, "show the stand-ins' logs")
	if err := f.Parse(args); err != nil {
		return p, err
	}
	if *summary {
		p.only = "none"
	}
	level := slog.LevelError
	if *verbose {
		level = slog.LevelInfo
	}
	p.log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	for _, path := range []*string{&p.root, &p.data} {
		if *path, err = filepath.Abs(*path); err != nil {
			return p, err
		}
	}
	if p.onebox != "" {
		p.onebox, err = filepath.Abs(p.onebox)
	}
	return p, err
}

func run(ctx context.Context, args []string, out io.Writer) (failed bool, err error) {
	p, err := read(args)
	if err != nil {
		return false, err
	}
	known, err := load(p.state)
	if err != nil {
		return false, err
	}
	if p.only != "none" {
		if err := p.stress(ctx, known, out); err != nil {
			return false, err
		}
	}
	if known, err = load(p.state); err != nil {
		return false, err
	}
	return table(out, known), nil
}

func (p *plan) stress(ctx context.Context, known []result, out io.Writer) (err error) {
	if !p.free() {
		return errors.New("ports are in use by another program: choose others with -port-offset")
	}
	if err := os.RemoveAll(p.data); err != nil {
		return err
	}
	if !p.keep {
		defer func() { _ = os.RemoveAll(p.data) }()
	}
	if err := os.MkdirAll(p.data, 0o755); err != nil {
		return err
	}
	if p.onebox == "" {
		p.onebox = filepath.Join(p.data, "onebox")
		build := exec.CommandContext(ctx, "go", "build", "-o", p.onebox, "./deploy/onebox")
		build.Dir, build.Env = p.root, append(os.Environ(), "CGO_ENABLED=0")
		if text, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("build: %w\n%s", err, text)
		}
	}
	p.content = filepath.Join(p.data, "content")
	if err := writeContent(p.content); err != nil {
		return err
	}
	r, err := newRig(ctx, *p)
	if err != nil {
		return err
	}
	defer r.stop()
	fmt.Fprintln(out, "the fleet is open at", r.base)
	done := map[string]bool{}
	for _, k := range known {
		done[k.name()] = true
	}
	for _, s := range scenarios {
		if p.only != "" && !strings.Contains(","+p.only+",", ","+s.name+",") {
			continue
		}
		err := s.runAll(ctx, r, done, func(res result) error {
			if ctx.Err() != nil {
				return ctx.Err() // an interrupted run proves nothing
			}
			fmt.Fprintf(out, "%s %s seed %d: %.0f s, %d violations %s\n", time.Now().UTC().Format(time.TimeOnly), res.Scenario, res.Seed, res.Seconds,
				len(res.Violations), strings.Join(res.Violations, " | "))
			if f := res.Figures; f["ordersLost"] != nil {
				fmt.Fprintf(out, "  %v of %v orders lost, %v of their payments found; orders again after %v s\n",
					f["ordersLost"], f["ordersBefore"], cmp.Or(f["paymentsOfLostOrders"], any(0)), f["restoreSeconds"])
			}
			return save(p.state, res)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

func (r result) name() string { return fmt.Sprintf("%s/%d", r.Scenario, r.Seed) }

func load(path string) (out []result, err error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	for d := json.NewDecoder(f); ; {
		var r result
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return out, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, r)
	}
}

func save(path string, r result) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err == nil {
		_, err = f.Write(append(line, '\n'))
	}
	return errors.Join(err, f.Close())
}

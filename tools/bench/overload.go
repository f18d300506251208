package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	// leaveAfter is how long a visitor waits for a response.
	leaveAfter = 3 * time.Second
	// paymentRate is how many requests a second are sent to the routes of payments.
	paymentRate = 20
	// measuredFor is how long the normal load and the overload last: long enough for limits to settle, and for six payments above a 99th
	// percentile. Percentiles of loads that last differently long can't be compared.
	measuredFor = 30 * time.Second
	// recoverWithin is how long the return to normal may take.
	recoverWithin = 30
)

// mix counts the results of reads and of payment requests that were sent at the same time.
type mix struct {
	good, refused, sent           int // all
	payments                      []time.Duration
	paymentsRefused, paymentsLate int
	// unexpected counts responses that are neither the result nor a refusal; example is the status of the last one.
	unexpected, example int
	reads               []time.Duration
}

func p99(took []time.Duration) time.Duration {
	if len(took) == 0 {
		return leaveAfter
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}

// overload sends three times as many requests as the fleet can handle, through a gateway that refuses by priority and one that admits all.
// The fleet has all cores but one, and this program has that one.
func overload(ctx context.Context, s settings, r *report, gateways map[string]string) error {
	together, err := separate()
	if err != nil {
		r.skip("overload: " + err.Error())
		return nil
	}
	defer together()
	for _, how := range []string{"admission control", "every request admitted"} {
		api := gateways[how] + "/graphql"
		pages, works, err := sample(ctx, api)
		if err != nil {
			return err
		}
		bodies, err := requests("list", pages)
		if err != nil {
			return err
		}
		before := load()
		peak, err := closedLoop(ctx, api, bodies, 16, s.duration())
		if err != nil {
			return err
		}
		group := fmt.Sprintf("Overload, %d works, lists not cached, %s", works, how)
		r.add(Figure{group, "capacity, 16 connections", peak.rps, "requests/s", "", before})

		run := func(reads float64, d time.Duration) (mix, error) {
			return openLoop(ctx, gateways[how], bodies, int(reads), d)
		}
		normal, err := run(peak.rps/2, measuredFor)
		if err != nil {
			return err
		}
		r.add(Figure{group, "payments at half of it, p99", p99(normal.payments).Seconds() * 1000, "ms", fmt.Sprintf("%d in time", len(normal.payments)), load()})
		over, err := run(3*peak.rps, measuredFor)
		if err != nil {
			return err
		}
		r.add(Figure{
			group, "goodput at three times", 100 * float64(over.good) / measuredFor.Seconds() / peak.rps, "% of capacity",
			fmt.Sprintf("%d sent, %d refused, the rest took longer than %s", over.sent, over.refused, leaveAfter), load(),
		})
		r.add(Figure{
			group, "payments at three times, p99", p99(over.payments).Seconds() * 1000, "ms",
			fmt.Sprintf("%d in time, %d refused, %d too late", len(over.payments), over.paymentsRefused, over.paymentsLate), load(),
		})
		// It is back to normal after a second in which nothing is refused or late and reads take at most twice as long as before.
		seconds := 0
		for ; seconds < recoverWithin; seconds++ {
			now, err := run(peak.rps/2, time.Second)
			if err != nil {
				return err
			}
			if now.good == now.sent && p99(now.reads) <= 2*p99(normal.reads) {
				break
			}
		}
		r.add(Figure{group, "until all is as before", float64(seconds + 1), "s", fmt.Sprintf("at most %d are tried", recoverWithin), load()})
	}
	return nil
}

// openLoop sends reads, or requests to a route of payments, at a fixed rate, without waiting for responses, like visitors do.
func openLoop(ctx context.Context, gateway string, bodies [][]byte, perSecond int, d time.Duration) (out mix, err error) {
	client := &http.Client{Timeout: leaveAfter, Transport: &http.Transport{MaxIdleConnsPerHost: 4096, DisableCompression: true}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	var all sync.WaitGroup
	read := func(i int) {
		asked := time.Now()
		status, _, err := ask(ctx, client, gateway+"/graphql", bodies[i%len(bodies)])
		took := time.Since(asked)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil && status == http.StatusOK:
			out.good++
			out.reads = append(out.reads, took)
		case err == nil && status == http.StatusServiceUnavailable:
			out.refused++
		case err == nil:
			out.unexpected++
			out.example = status
		}
	}
	pay := func() {
		asked := time.Now()
		status, err := get(ctx, client, gateway+"/api/auth/siwe/nonce")
		took := time.Since(asked)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil && status == http.StatusOK:
			out.good++
			out.payments = append(out.payments, took)
		case err == nil && status == http.StatusServiceUnavailable:
			out.refused++
			out.paymentsRefused++
		case err == nil:
			out.unexpected++
			out.example = status
		default:
			out.paymentsLate++
		}
	}
	const step = 10 * time.Millisecond
	began := time.Now()
	reads, payments := 0, 0
	tick := time.NewTicker(step)
	defer tick.Stop()
	for ; time.Since(began) < d && ctx.Err() == nil; <-tick.C {
		elapsed := time.Since(began).Seconds()
		for ; reads < int(elapsed*float64(perSecond)); reads++ {
			i := reads
			all.Go(func() { read(i) })
		}
		for ; payments < int(elapsed*paymentRate); payments++ {
			all.Go(pay)
		}
	}
	all.Wait()
	out.sent = reads + payments
	if out.unexpected > 0 {
		return out, fmt.Errorf("%d responses were neither 200 nor 503, the last was %d", out.unexpected, out.example)
	}
	return out, ctx.Err()
}

func get(ctx context.Context, client *http.Client, address string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

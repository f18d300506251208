package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins/balancer"
)

// rollingTitle is the scenario in which no request may fail.
const rollingTitle = "T32 rolling restart"

const (
	// rollingGrace is how long a process that stops continues to serve, while it asks callers to close their connections.
	rollingGrace = 3 * time.Second
	// stopWithin is the maximum time for the end of a process: its grace, then at most 8 s for requests in progress.
	stopWithin = 20 * time.Second
	// readEvery is the pause of each reader between two requests.
	readEvery = 50 * time.Millisecond
	readers   = 4
)

// replica is one of two processes of a service.
type replica struct {
	name, service string
	port          int
}

// fleetOfTwo are the replicas of every service, and the ports that they are reached at.
func (o options) fleetOfTwo() (replicas []replica, entries map[string]int) {
	entries = map[string]int{}
	for i, service := range databases {
		port := 9101 + i
		entries[service] = o.port(port)
		for n, at := range []int{port + 10, port + 20} {
			replicas = append(replicas, replica{fmt.Sprintf("%s-%d", service, n+1), service, o.port(at)})
		}
	}
	entries["gateway"] = o.port(8080)
	for n, at := range []int{secondGateway, thirdGateway} {
		replicas = append(replicas, replica{fmt.Sprintf("gateway-%d", n+1), "gateway", o.port(at)})
	}
	return replicas, entries
}

// doubled replaces every service with two replicas behind its usual address. Like a Kubernetes Service, that address leads new connections
// to ready replicas only. end removes them.
func (r *rig) doubled(ctx context.Context) (replicas []replica, end func(), err error) {
	replicas, entries := r.fleetOfTwo()
	run, cancel := context.WithCancel(ctx)
	var keepers sync.WaitGroup
	var turns []*balancer.Balancer
	end = func() {
		cancel()
		keepers.Wait()
		for _, turn := range turns {
			turn.Stop()
		}
		for _, name := range services {
			r.hold(name, false)
		}
	}
	for _, name := range services {
		r.hold(name, true)
		r.kill(name)
	}
	grace := []string{"SHUTDOWN_GRACE=" + rollingGrace.String()}
	for _, one := range replicas {
		keepers.Go(func() { r.keep(run, one.name, one.service, grace, local(one.port)) })
	}
	for service, port := range entries {
		var to []string
		for _, one := range replicas {
			if one.service == service {
				to = append(to, local(one.port))
			}
		}
		// The killed process frees its address shortly.
		err := until(ctx, 30*time.Second, "the address of "+service, func() bool {
			turn, err := balancer.New(run, local(port), to...)
			if err != nil {
				return false
			}
			turns = append(turns, turn)
			keepers.Go(func() { turn.Follow(run) })
			return true
		})
		if err != nil {
			end()
			return nil, nil, err
		}
	}
	err = until(ctx, 2*time.Minute, "the replicas", func() bool {
		return !slices.ContainsFunc(replicas, func(one replica) bool { return !responds(ctx, "http://"+local(one.port)+"/readyz") })
	})
	if err != nil {
		end()
		return nil, nil, err
	}
	return replicas, end, nil
}

// rolling restarts every process in turn with SIGTERM, as a release does, while people buy and others read.
func (r *rig) rolling(ctx context.Context, seed uint64, shoppers int) (result, error) {
	return r.loadDoubled(ctx, rollingTitle, seed, shoppers, func(ctx context.Context, replicas []replica, res *result) error {
		var slowest time.Duration
		for _, one := range replicas {
			took, err := r.restartReplica(ctx, one)
			if err != nil {
				return err
			}
			slowest = max(slowest, took)
			res.Kills++
		}
		res.Figures["slowestStopSeconds"] = round(slowest)
		return nil
	})
}

// loadDoubled starts a second process of each service and runs release while people buy and others read. Each request that gets no
// response, or one of 500 and above, is a violation: nothing is retried here.
func (r *rig) loadDoubled(ctx context.Context, title string, seed uint64, shoppers int, release func(context.Context, []replica, *result) error) (result, error) {
	replicas, end, err := r.doubled(ctx)
	if err != nil {
		return result{}, err
	}
	defer end()
	return r.load(ctx, title, seed, shoppers, false, func(ctx context.Context, res *result) error {
		// Wait until the replicas, which have started together, have caught up.
		if !wait(ctx, 5*time.Second) {
			return ctx.Err()
		}
		r.seen.reset()
		reading, over := context.WithCancel(ctx)
		defer over()
		var all sync.WaitGroup
		for range readers {
			all.Go(func() { r.read(reading) })
		}
		if err := release(ctx, replicas, res); err != nil {
			return err
		}
		over()
		all.Wait()
		r.seen.failed(res)
		return nil
	})
}

// restartReplica ends one process and waits until its replacement is ready. It returns how long the end took.
func (r *rig) restartReplica(ctx context.Context, one replica) (stopped time.Duration, err error) {
	r.mu.Lock()
	p := r.running[one.name]
	r.mu.Unlock()
	began := time.Now()
	r.signal(one.name, syscall.SIGTERM)
	select {
	case <-p.Done():
	case <-time.After(stopWithin):
		return 0, fmt.Errorf("%s did not stop within %s", one.name, stopWithin)
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	stopped = time.Since(began)
	err = until(ctx, time.Minute, one.name, func() bool { return responds(ctx, "http://"+local(one.port)+"/readyz") })
	if err == nil && !wait(ctx, time.Second) { // kept ready for a moment, as minReadySeconds does
		err = ctx.Err()
	}
	return stopped, err
}

// read requests what visitors read until ctx ends. Its last requests end, too.
func (r *rig) read(ctx context.Context) {
	client := &http.Client{Transport: r.seen, Timeout: 20 * time.Second}
	list, err := json.Marshal(map[string]string{"query": `{artworks{items{slug title availability artist{name}} totalCount}}`})
	if err != nil {
		panic(err)
	}
	for i := 0; wait(ctx, readEvery); i++ {
		method, path, body := http.MethodPost, "/graphql", list
		switch i % 4 {
		case 1:
			method, path, body = http.MethodGet, fmt.Sprintf("/graphql?query=%%7Bartwork(slug:%%22%d%%22)%%7Btitle%%20availability%%7D%%7D", firstLarge+i%largeWorks), nil
		case 2:
			method, path, body = http.MethodGet, "/api/config", nil
		case 3:
			method, path, body = http.MethodGet, "/api/ether-price", nil
		}
		req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), method, r.base+path, bytes.NewReader(body))
		if err != nil {
			continue
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := client.Do(req)
		if err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			err = errors.Join(err, res.Body.Close())
		}
		if err != nil {
			r.seen.cut(method, path, err)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

const (
	// readEvery is the pause of each reader between two requests.
	readEvery = 50 * time.Millisecond
	readers   = 4
)

// rolling restarts every process in turn with SIGTERM, as a release does, while people buy and others read.
func (r *rig) rolling(ctx context.Context, title string, seed uint64) (result, error) {
	return r.loadDoubled(ctx, title, seed, func(ctx context.Context, replicas []replica, res *result) error {
		var slowest time.Duration
		for _, replica := range replicas {
			took, err := r.restartReplica(ctx, replica)
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
func (r *rig) loadDoubled(ctx context.Context, title string, seed uint64, release func(context.Context, []replica, *result) error) (result, error) {
	replicas := r.replicas(services...)
	_, end, err := r.replicate(ctx, replicas)
	if err != nil {
		return result{}, err
	}
	defer end()
	return r.load(ctx, title, seed, r.plan.shoppers, false, func(ctx context.Context, res *result) error {
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

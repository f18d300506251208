package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins/balancer"
)

const (
	// grace is how long a replica that stops continues to serve, while it asks callers to close their connections.
	grace = 3 * time.Second
	// stopWithin is the maximum time for the end of a replica: its grace, then at most 8 s for requests in progress.
	stopWithin = 20 * time.Second
)

// replica is one of two processes of a service.
type replica struct {
	name, service, addr string
	env                 []string
}

// replicas returns two processes for each of the services.
func (o options) replicas(services ...string) (out []replica) {
	for _, service := range services {
		for n := range 2 {
			out = append(out, replica{name: fmt.Sprintf("%s-%d", service, n+1), service: service, addr: local(o.servicePort(service) + 10*(n+1))})
		}
	}
	return out
}

// replicate replaces services with replicas behind their usual addresses. Like a Kubernetes Service, an address leads new connections to ready replicas
// only. end brings the services back.
func (r *rig) replicate(ctx context.Context, replicas []replica) (addresses map[string]*balancer.Balancer, end func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	addresses = map[string]*balancer.Balancer{}
	backends := map[string][]string{}
	end = func() {
		cancel()
		running.Wait()
		for _, b := range addresses {
			b.Stop()
		}
		for service := range backends {
			r.hold(service, false)
		}
	}
	for _, replica := range replicas {
		if backends[replica.service] = append(backends[replica.service], replica.addr); len(backends[replica.service]) == 1 {
			r.hold(replica.service, true)
			r.kill(replica.service)
		}
		env := append(slices.Clone(replica.env), "SHUTDOWN_GRACE="+grace.String())
		running.Go(func() { r.keep(ctx, replica.name, replica.service, env, replica.addr) })
	}
	for service, to := range backends {
		// The killed process frees its address shortly.
		err = until(ctx, 30*time.Second, "the address of "+service, func() bool {
			b, err := balancer.New(ctx, local(r.servicePort(service)), to...)
			if err != nil {
				return false
			}
			addresses[service] = b
			running.Go(func() { b.Follow(ctx) })
			return true
		})
		if err != nil {
			end()
			return nil, nil, err
		}
	}
	err = until(ctx, 2*time.Minute, "the replicas", func() bool {
		return !slices.ContainsFunc(replicas, func(one replica) bool { return !responds(ctx, "http://"+one.addr+"/readyz") })
	})
	if err != nil {
		end()
		return nil, nil, err
	}
	return addresses, end, nil
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
	err = until(ctx, time.Minute, one.name, func() bool { return responds(ctx, "http://"+one.addr+"/readyz") })
	if err == nil && !wait(ctx, time.Second) { // kept ready for a moment, as minReadySeconds does
		err = ctx.Err()
	}
	return stopped, err
}

// shares counts how many calls each replica of checkout has served.
func (r *rig) shares() map[string]int {
	out := map[string]int{}
	for _, replica := range r.replicas("checkout") {
		data, err := os.ReadFile(filepath.Join(r.data, replica.name+".log"))
		if err == nil {
			out[replica.name] = countLines(data, "CreateCheckout")
		}
	}
	return out
}

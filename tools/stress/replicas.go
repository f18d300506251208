package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins/balancer"
)

// Ports of the replicas; 9104 is checkout's usual port.
const (
	secondGateway = 8090
	thirdGateway  = 8100
	firstReplica  = 9114
	secondReplica = 9124
)

// twice replaces checkout with two replicas behind its address, used in turn, and starts a second gateway. end removes them.
func (r *rig) twice(ctx context.Context) (end func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var keepers sync.WaitGroup
	var turn *balancer.Balancer
	end = func() {
		cancel()
		keepers.Wait()
		if turn != nil {
			turn.Stop()
		}
		r.setEntries()
		r.hold("checkout", false)
	}
	r.hold("checkout", true)
	r.kill("checkout")
	for _, one := range []struct {
		name, service string
		port          int
	}{{"checkout-1", "checkout", firstReplica}, {"checkout-2", "checkout", secondReplica}, {"gateway-2", "gateway", secondGateway}} {
		keepers.Go(func() { r.keep(ctx, one.name, one.service, nil, local(r.port(one.port))) })
	}
	// The killed process frees its address shortly.
	err = until(ctx, 30*time.Second, "the address of the checkout", func() bool {
		turn, err = balancer.New(ctx, local(r.port(9104)), local(r.port(firstReplica)), local(r.port(secondReplica)))
		return err == nil
	})
	if err == nil {
		err = until(ctx, time.Minute, "the replicas", func() bool {
			for _, port := range []int{firstReplica, secondReplica, secondGateway, 8080} {
				if !responds(ctx, "http://"+local(r.port(port))+"/readyz") {
					return false
				}
			}
			return true
		})
	}
	if err != nil {
		end()
		return nil, err
	}
	r.setEntries(r.base, fmt.Sprintf("http://localhost:%d", r.port(secondGateway)))
	return end, nil
}

// entry returns the address of one of the gateways.
func (r *rig) entry() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.entries) == 0 {
		return r.base
	}
	r.turn++
	return r.entries[r.turn%len(r.entries)]
}

func (r *rig) setEntries(entries ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries = entries
}

// shares counts how many calls each replica of checkout has served.
func (r *rig) shares() map[string]int {
	out := map[string]int{}
	for _, name := range []string{"checkout-1", "checkout-2"} {
		data, err := os.ReadFile(filepath.Join(r.data, name+".log"))
		if err == nil {
			out[name] = countLines(data, "CreateCheckout")
		}
	}
	return out
}

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins/balancer"
)

// Ports of the replicas of the chainwatcher; 9105 is its usual port.
const (
	firstSigner  = 9115
	secondSigner = 9125
)

// takeoverLimit is the maximum time without a holder of the keys after a replica is paused or loses its network.
const takeoverLimit = 30 * time.Second

// signers runs two replicas of the chainwatcher, each with its own connection to Postgres, so that one can be paused or cut off.
type signers struct {
	r        *rig
	turn     *balancer.Balancer
	replicas []signerReplica
}

type signerReplica struct {
	name     string
	addr     string
	database *balancer.Balancer
}

// startSigners replaces the chainwatcher with two replicas behind its address. end removes them.
func (r *rig) startSigners(ctx context.Context) (s *signers, end func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var keepers sync.WaitGroup
	s = &signers{r: r}
	end = func() {
		cancel()
		keepers.Wait()
		if s.turn != nil {
			s.turn.Stop()
		}
		for _, one := range s.replicas {
			one.database.Stop()
		}
		r.hold("chainwatcher", false)
	}
	r.hold("chainwatcher", true)
	r.kill("chainwatcher")
	for i, port := range []int{firstSigner, secondSigner} {
		database, err := balancer.New(ctx, local(0), local(r.port(9432)))
		if err != nil {
			end()
			return nil, nil, err
		}
		one := signerReplica{name: fmt.Sprintf("chainwatcher-%d", i+1), addr: local(r.port(port)), database: database}
		s.replicas = append(s.replicas, one)
		env := []string{"DATABASE_URL=postgres://postgres@" + database.Addr() + "/postgres?sslmode=disable"}
		keepers.Go(func() { r.keep(ctx, one.name, "chainwatcher", env, one.addr) })
	}
	// The killed process frees its address shortly.
	err = until(ctx, 30*time.Second, "the address of the chainwatcher", func() bool {
		s.turn, err = balancer.New(ctx, local(r.port(9105)), s.replicas[0].addr, s.replicas[1].addr)
		return err == nil
	})
	if err == nil {
		err = until(ctx, time.Minute, "the replicas of the chainwatcher", func() bool {
			return responds(ctx, "http://"+s.replicas[0].addr+"/readyz") && responds(ctx, "http://"+s.replicas[1].addr+"/readyz")
		})
	}
	if err != nil {
		end()
		return nil, nil, err
	}
	return s, end, nil
}

// epochs returns the sum of the keys' fencing epochs, which grows when a key changes its holder.
func (s *signers) epochs(ctx context.Context) (int64, error) {
	return s.r.count(ctx, "chainwatcher", `SELECT coalesce(sum(epoch), 0)::bigint FROM signers`)
}

// lost pauses the process of a replica, or drops all its traffic with Postgres, for 45 s. It reports how long the keys took to change
// their holder, or false if the replica did not hold them.
func (s *signers) lost(ctx context.Context, replica signerReplica, pause bool) (takeover time.Duration, held bool, err error) {
	const length = 45 * time.Second
	before, err := s.epochs(ctx)
	if err != nil {
		return 0, false, err
	}
	for _, other := range s.replicas {
		if other.name != replica.name {
			s.turn.Use(other.addr) // as an orchestrator does after failed health checks
		}
	}
	began := time.Now()
	if pause {
		s.r.signal(replica.name, syscall.SIGSTOP)
	} else {
		replica.database.DropConnections(true)
	}
	for time.Since(began) < length && wait(ctx, 200*time.Millisecond) {
		now, err := s.epochs(ctx)
		if err == nil && !held && now > before {
			takeover, held = time.Since(began), true
		}
	}
	if pause {
		s.r.signal(replica.name, syscall.SIGCONT)
	} else {
		replica.database.DropConnections(false)
	}
	s.turn.Use(s.replicas[0].addr, s.replicas[1].addr)
	if held && takeover > takeoverLimit {
		return takeover, held, fmt.Errorf("the other replica took over after %s, want at most %s", takeover, takeoverLimit)
	}
	return takeover, held, ctx.Err()
}

// signersLost pauses and cuts off both replicas in turn while people buy and withdraw. One of the two always holds the keys, so each kind of
// fault must cause a takeover.
func (r *rig) signersLost(ctx context.Context, rounds int, figures map[string]any) error {
	s, end, err := r.startSigners(ctx)
	if err != nil {
		return err
	}
	defer end()
	counts, worst := map[bool]int{}, time.Duration(0)
	for range rounds {
		for _, pause := range []bool{true, false} {
			for _, replica := range s.replicas {
				takeover, held, err := s.lost(ctx, replica, pause)
				if err != nil {
					return err
				}
				if held {
					counts[pause]++
					worst = max(worst, takeover)
				}
				if !wait(ctx, 5*time.Second) {
					return ctx.Err()
				}
			}
		}
	}
	figures["takeoversFromPaused"], figures["takeoversFromCutOff"], figures["slowestTakeoverSeconds"] = counts[true], counts[false], round(worst)
	if counts[true] == 0 || counts[false] == 0 {
		return errors.New("no takeover of one kind was seen")
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins/balancer"
)

// takeoverLimit is the maximum time without a holder of the keys after a replica is paused or loses its network.
const takeoverLimit = 30 * time.Second

// signer is a replica of the chainwatcher with its own connection to Postgres, so that it can be paused or cut off.
type signer struct {
	replica

	database *balancer.Balancer
}

// startSigners replaces the chainwatcher with two signers behind one address. end removes them.
func (r *rig) startSigners(ctx context.Context) (signers []signer, address *balancer.Balancer, end func(), err error) {
	replicas := r.replicas("chainwatcher")
	end = func() {
		for _, s := range signers {
			s.database.Stop()
		}
	}
	for i := range replicas {
		database, err := balancer.New(ctx, local(0), local(r.port(9432)))
		if err != nil {
			end()
			return nil, nil, nil, err
		}
		replicas[i].env = []string{"DATABASE_URL=postgres://postgres@" + database.Addr() + "/postgres?sslmode=disable"}
		signers = append(signers, signer{replicas[i], database})
	}
	addresses, remove, err := r.replicate(ctx, replicas)
	if err != nil {
		end()
		return nil, nil, nil, err
	}
	return signers, addresses["chainwatcher"], func() { remove(); end() }, nil
}

// epochs returns the sum of the keys' fencing epochs, which grows when a key changes its holder.
func (r *rig) epochs(ctx context.Context) (int64, error) {
	return r.count(ctx, "chainwatcher", `SELECT coalesce(sum(epoch), 0)::bigint FROM signers`)
}

// loseSigner pauses the process of a signer, or drops all its traffic with Postgres, for 45 s. It reports how long the keys took to change
// their holder, or false if the signer did not hold them.
func (r *rig) loseSigner(ctx context.Context, s signer, pause bool) (takeover time.Duration, held bool, err error) {
	const length = 45 * time.Second
	before, err := r.epochs(ctx)
	if err != nil {
		return 0, false, err
	}
	began := time.Now()
	if pause {
		r.signal(s.name, syscall.SIGSTOP)
	} else {
		s.database.DropConnections(true)
	}
	for time.Since(began) < length && wait(ctx, 200*time.Millisecond) {
		now, err := r.epochs(ctx)
		if err == nil && !held && now > before {
			takeover, held = time.Since(began), true
		}
	}
	if pause {
		r.signal(s.name, syscall.SIGCONT)
	} else {
		s.database.DropConnections(false)
	}
	if held && takeover > takeoverLimit {
		return takeover, held, fmt.Errorf("the other replica took over after %s, want at most %s", takeover, takeoverLimit)
	}
	return takeover, held, ctx.Err()
}

// signersLost pauses and cuts off both replicas in turn while people buy and withdraw. One of the two always holds the keys, so each kind of
// fault must cause a takeover.
func (r *rig) signersLost(ctx context.Context, figures map[string]any) error {
	signers, address, end, err := r.startSigners(ctx)
	if err != nil {
		return err
	}
	defer end()
	counts, worst := map[bool]int{}, time.Duration(0)
	for range 2 {
		for _, pause := range []bool{true, false} {
			for i, s := range signers {
				address.Use(signers[1-i].addr) // as an orchestrator does after failed health checks
				takeover, held, err := r.loseSigner(ctx, s, pause)
				address.Use(signers[0].addr, signers[1].addr)
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

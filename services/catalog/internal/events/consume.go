// Package events turns changes of the content into messages, and messages of other services into calls of the store.
package events

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Counter stores counts. SetCounts ignores a version that isn't newer than the stored one. Its errors are temporary.
type Counter interface {
	SetCounts(ctx context.Context, c artwork.Counts) error
}

// Phaser stores when drops sell in phases. SetPhases ignores a version that isn't newer than the stored one. Its errors are temporary.
type Phaser interface {
	SetPhases(ctx context.Context, p artwork.Phases, now time.Time) error
}

// Films requests films of editions. Its errors are temporary.
type Films interface {
	// RequestFilm records, once, that the edition of a token needs a film, and adds the jobs that film and draw it. It does
	// nothing for works that aren't live.
	RequestFilm(ctx context.Context, tokenID int64, now time.Time) error
}

// Subscribe adds the catalog's handlers to a consumer.
func Subscribe(c *bus.Consumer, counts Counter, phases Phaser, films Films, clk clock.Clock) {
	bus.On(c, func(ctx context.Context, e *chainv1.TokenMinted) error {
		if e.GetTokenId() <= 0 {
			return bus.Poison(errors.New("an impossible token id"))
		}
		return films.RequestFilm(ctx, e.GetTokenId(), clk.Now())
	})
	bus.On(c, func(ctx context.Context, e *checkoutv1.EditionsChanged) error {
		return editionsChanged(ctx, counts, e)
	})
	bus.On(c, func(ctx context.Context, e *checkoutv1.PhasesChanged) error {
		changed, err := phasesOf(e)
		if err != nil {
			return bus.Poison(err)
		}
		return phases.SetPhases(ctx, changed, clk.Now())
	})
}

func phasesOf(e *checkoutv1.PhasesChanged) (artwork.Phases, error) {
	out := artwork.Phases{DropID: e.GetDropId(), Version: e.GetVersion()}
	if out.DropID <= 0 || out.Version <= 0 {
		return out, errors.New("impossible phases")
	}
	for _, p := range e.GetPhases() {
		w := artwork.Window{Starts: p.GetStartsAt().AsTime()}
		if p.GetEndsAt() != nil {
			w.Ends = p.GetEndsAt().AsTime()
		}
		if !p.GetStartsAt().IsValid() || p.GetEndsAt() != nil && !w.Starts.Before(w.Ends) {
			return out, errors.New("impossible times of a phase")
		}
		out.Times = append(out.Times, w)
	}
	return out, nil
}

func editionsChanged(ctx context.Context, counts Counter, e *checkoutv1.EditionsChanged) error {
	if e.GetArtworkId() <= 0 || e.GetVersion() <= 0 || e.GetHeld() < 0 || e.GetSold() < 0 {
		return bus.Poison(errors.New("impossible counts"))
	}
	return counts.SetCounts(ctx, artwork.Counts{
		Artwork: e.GetArtworkId(), Version: e.GetVersion(), Held: int(e.GetHeld()), Sold: int(e.GetSold()),
	})
}

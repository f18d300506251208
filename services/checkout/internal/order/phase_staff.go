package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/id"
)

// Errors of staff who edit phases.
var (
	ErrPhaseOverlap = errors.New("two phases are open at the same time")
	ErrPhaseSold    = errors.New("the phase has orders")
	ErrPhaseInvalid = errors.New("the phases are not valid")
)

// PhaseInvalidError is an ErrPhaseInvalid with the invalid field and the reason.
type PhaseInvalidError struct{ Field, Problem string }

func (e *PhaseInvalidError) Error() string {
	return fmt.Sprintf("%v: %s: %s", ErrPhaseInvalid, e.Field, e.Problem)
}

func (e *PhaseInvalidError) Unwrap() error { return ErrPhaseInvalid }

// maxMembers limits an allow list.
const maxMembers = 10_000

// SavePhases replaces the phases of a drop. New phases have no ID. A phase keeps its pause and its allow list. Prices are in the currency of
// the artwork. Errors: ErrOwnDecision, PhaseInvalidError, ErrPhaseOverlap, ErrPhaseSold, ErrAuctionStarted, ErrConflict, ErrUnavailable.
func (s *Service) SavePhases(ctx context.Context, plan Schedule, by, note string) (Schedule, error) {
	stored, err := s.Phases.Schedule(ctx, plan.DropID)
	if err != nil {
		return Schedule{}, err
	}
	if stored.Version != plan.Version {
		return Schedule{}, ErrConflict
	}
	if err := s.mayPrice(ctx, by, slices.Concat(stored.Phases, plan.Phases)...); err != nil {
		return Schedule{}, err
	}
	plan.Phases = slices.Clone(plan.Phases)
	for i := range plan.Phases {
		p := &plan.Phases[i]
		if err := errors.Join(p.check(), s.onChains(ctx, p.Tokens)); err != nil {
			return Schedule{}, err
		}
		known := slices.IndexFunc(stored.Phases, func(o Phase) bool { return o.ID == p.ID })
		switch {
		case p.ID == "":
			p.ID = id.New()
		case known < 0:
			return Schedule{}, ErrConflict
		default:
			p.PausedAt = stored.Phases[known].PausedAt
		}
		if err := s.price(ctx, plan.DropID, p); err != nil {
			return Schedule{}, err
		}
	}
	if _, _, over := overlap(plan.Phases); over {
		return Schedule{}, ErrPhaseOverlap
	}
	return s.Phases.SaveSchedule(ctx, plan, PhaseChange{Action: PhasesSaved, By: by, Note: note})
}

func (p *Phase) check() error {
	p.Name = strings.TrimSpace(p.Name)
	switch {
	case p.Name == "":
		return &PhaseInvalidError{"name", "Give each phase a name."}
	case p.StartsAt.IsZero():
		return &PhaseInvalidError{"startsAt", "Give each phase a start."}
	case !p.EndsAt.IsZero() && !p.StartsAt.Before(p.EndsAt):
		return &PhaseInvalidError{"endsAt", "A phase must end after it starts."}
	case p.Cap < 0:
		return &PhaseInvalidError{"cap", "The cap must be zero or more."}
	case p.Kind == PhaseHolders && len(p.Tokens) == 0:
		return &PhaseInvalidError{"tokens", "Name the tokens whose holders may buy."}
	case p.Kind != PhaseHolders && len(p.Tokens) > 0:
		return &PhaseInvalidError{"tokens", "Only a phase for holders has tokens."}
	}
	for _, t := range p.Tokens {
		if t.From <= 0 || t.To < t.From || t.Block < 0 {
			return &PhaseInvalidError{"tokens", "A range of tokens starts above zero and doesn't end before it starts."}
		}
	}
	return nil
}

// onChains checks the chains of tokens. Nobody could buy with tokens of a chain that isn't read.
func (s *Service) onChains(ctx context.Context, tokens []PhaseTokens) error {
	if !slices.ContainsFunc(tokens, func(t PhaseTokens) bool { return t.ChainID != 0 }) {
		return nil
	}
	heads, err := s.Chain.Heads(ctx)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if t.ChainID != 0 && !slices.ContainsFunc(heads, func(h Head) bool { return h.ChainID == t.ChainID }) {
			return &PhaseInvalidError{"tokens", fmt.Sprintf("The gallery has no chain %d.", t.ChainID)}
		}
	}
	return nil
}

// price checks the prices of a phase against the artworks and sets their currency.
func (s *Service) price(ctx context.Context, dropID int64, p *Phase) error {
	p.Prices = slices.Clone(p.Prices)
	seen := map[int64]bool{}
	for i := range p.Prices {
		r := &p.Prices[i]
		offer, err := s.Catalog.Offer(ctx, r.ArtworkID)
		switch {
		case errors.Is(err, ErrNoArtwork), err == nil && offer.DropID != dropID:
			return &PhaseInvalidError{"prices", fmt.Sprintf("Artwork %d isn't a published artwork of this drop.", r.ArtworkID)}
		case err != nil:
			return err
		case offer.Price == nil:
			return &PhaseInvalidError{"prices", fmt.Sprintf("Artwork %d isn't for sale.", r.ArtworkID)}
		case r.Price.Currency != "" && r.Price.Currency != offer.Price.Currency:
			return &PhaseInvalidError{"prices", fmt.Sprintf("The price of artwork %d is in %s.", r.ArtworkID, offer.Price.Currency)}
		case r.Price.Amount <= 0 || seen[r.ArtworkID]:
			return &PhaseInvalidError{"prices", fmt.Sprintf("Artwork %d needs one price above zero.", r.ArtworkID)}
		case r.Fall != nil && p.EndsAt.IsZero():
			return &PhaseInvalidError{"endsAt", "A phase with an auction needs an end."}
		case r.Fall != nil:
			if problem := r.Fall.check(r.Price.Amount); problem != "" {
				return &PhaseInvalidError{"prices", problem}
			}
		}
		r.Auction = Auction{}
		r.Price.Currency, seen[r.ArtworkID] = offer.Price.Currency, true
	}
	return nil
}

// Pause stops new holds in a phase, or allows them again. Earlier holds continue. Repeating it changes nothing.
// Errors: ErrNotFound, ErrConflict.
func (s *Service) Pause(ctx context.Context, phaseID string, pause bool, by, note string) (Schedule, error) {
	dropID, err := s.Phases.DropOfPhase(ctx, phaseID)
	if err != nil {
		return Schedule{}, err
	}
	schedule, err := s.Phases.Schedule(ctx, dropID)
	if err != nil {
		return Schedule{}, err
	}
	i := slices.IndexFunc(schedule.Phases, func(p Phase) bool { return p.ID == phaseID })
	if i < 0 {
		return Schedule{}, ErrNotFound
	}
	p := &schedule.Phases[i]
	if pause != p.PausedAt.IsZero() {
		return schedule, nil
	}
	change := PhaseChange{Action: PhaseResumed, PhaseID: phaseID, By: by, Note: note}
	if p.PausedAt = (time.Time{}); pause {
		change.Action, p.PausedAt = PhasePausedBy, schedule.Now
	}
	return s.Phases.SaveSchedule(ctx, schedule, change)
}

// SaveMembers replaces the allow list of a phase. Errors: ErrNotFound, ErrOwnDecision, PhaseInvalidError, ErrUnavailable.
func (s *Service) SaveMembers(ctx context.Context, phaseID string, members []PhaseMember, by string) (Schedule, error) {
	if len(members) > maxMembers {
		return Schedule{}, &PhaseInvalidError{"members", fmt.Sprintf("A list has at most %d entries.", maxMembers)}
	}
	list := make([]PhaseMember, 0, len(members))
	for _, m := range members {
		if m.Wallet != "" {
			checked, ok := eip55.Checksum(m.Wallet)
			if !ok {
				return Schedule{}, &PhaseInvalidError{"members", fmt.Sprintf("%q isn't an Ethereum address, or a character is wrong.", m.Wallet)}
			}
			m.Wallet = strings.ToLower(checked)
		}
		if (m.Wallet == "") == (m.AccountID == "") {
			return Schedule{}, &PhaseInvalidError{"members", "Each entry is either an account or a wallet."}
		}
		list = append(list, m)
	}
	if err := s.mayInvite(ctx, by, list); err != nil {
		return Schedule{}, err
	}
	return s.Phases.SaveMembers(ctx, phaseID, list, PhaseChange{
		Action: MembersSaved, PhaseID: phaseID, By: by, Note: fmt.Sprintf("%d entries", len(list)),
	})
}

func lower(wallets []string) []string {
	out := make([]string, 0, len(wallets))
	for _, w := range wallets {
		out = append(out, strings.ToLower(w))
	}
	return out
}

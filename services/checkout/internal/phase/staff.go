package phase

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

// InvalidError is an ErrInvalid with the invalid field and the reason.
type InvalidError struct{ Field, Problem string }

func (e *InvalidError) Error() string {
	return fmt.Sprintf("%v: %s: %s", ErrInvalid, e.Field, e.Problem)
}

func (e *InvalidError) Unwrap() error { return ErrInvalid }

// maxMembers limits an allow list.
const maxMembers = 10_000

// Save replaces the phases of a drop. New phases have no ID. A phase keeps its pause and its allow list. Prices are in the currency of
// the artwork. Errors: ErrOwnDecision, InvalidError, ErrOverlap, ErrSold, ErrAuctionStarted, ErrConflict, ErrUnavailable.
func (s *Service) Save(ctx context.Context, plan Schedule, by, note string) (Schedule, error) {
	stored, err := s.Store.Schedule(ctx, plan.DropID)
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
		return Schedule{}, ErrOverlap
	}
	return s.Store.SaveSchedule(ctx, plan, Change{Action: ActionSave, By: by, Note: note})
}

func (p *Phase) check() error {
	p.Name = strings.TrimSpace(p.Name)
	switch {
	case p.Name == "":
		return &InvalidError{"name", "Give each phase a name."}
	case p.StartsAt.IsZero():
		return &InvalidError{"startsAt", "Give each phase a start."}
	case !p.EndsAt.IsZero() && !p.StartsAt.Before(p.EndsAt):
		return &InvalidError{"endsAt", "A phase must end after it starts."}
	case p.Cap < 0:
		return &InvalidError{"cap", "The cap must be zero or more."}
	case p.Kind == Holders && len(p.Tokens) == 0:
		return &InvalidError{"tokens", "Name the tokens whose holders may buy."}
	case p.Kind != Holders && len(p.Tokens) > 0:
		return &InvalidError{"tokens", "Only a phase for holders has tokens."}
	}
	for _, t := range p.Tokens {
		if t.From <= 0 || t.To < t.From || t.Block < 0 {
			return &InvalidError{"tokens", "A range of tokens starts above zero and doesn't end before it starts."}
		}
	}
	return nil
}

// onChains checks the chains of tokens. Nobody could buy with tokens of a chain that isn't read.
func (s *Service) onChains(ctx context.Context, tokens []Tokens) error {
	if !slices.ContainsFunc(tokens, func(t Tokens) bool { return t.ChainID != 0 }) {
		return nil
	}
	chains, err := s.Chain.Chains(ctx)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if t.ChainID != 0 && !slices.Contains(chains, t.ChainID) {
			return &InvalidError{"tokens", fmt.Sprintf("The gallery has no chain %d.", t.ChainID)}
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
		work, err := s.Others.Work(ctx, r.ArtworkID)
		switch {
		case errors.Is(err, ErrNoArtwork), err == nil && work.DropID != dropID:
			return &InvalidError{"prices", fmt.Sprintf("Artwork %d isn't a published artwork of this drop.", r.ArtworkID)}
		case err != nil:
			return err
		case work.Price == nil:
			return &InvalidError{"prices", fmt.Sprintf("Artwork %d isn't for sale.", r.ArtworkID)}
		case r.Price.Currency != "" && r.Price.Currency != work.Price.Currency:
			return &InvalidError{"prices", fmt.Sprintf("The price of artwork %d is in %s.", r.ArtworkID, work.Price.Currency)}
		case r.Price.Amount <= 0 || seen[r.ArtworkID]:
			return &InvalidError{"prices", fmt.Sprintf("Artwork %d needs one price above zero.", r.ArtworkID)}
		case r.Fall != nil && p.EndsAt.IsZero():
			return &InvalidError{"endsAt", "A phase with an auction needs an end."}
		case r.Fall != nil:
			if problem := r.Fall.check(r.Price.Amount); problem != "" {
				return &InvalidError{"prices", problem}
			}
		}
		r.Auction = Auction{}
		r.Price.Currency, seen[r.ArtworkID] = work.Price.Currency, true
	}
	return nil
}

// Pause stops new holds in a phase, or allows them again. Earlier holds continue. Repeating it changes nothing.
// Errors: ErrNotFound, ErrConflict.
func (s *Service) Pause(ctx context.Context, phaseID string, pause bool, by, note string) (Schedule, error) {
	dropID, err := s.Store.DropOfPhase(ctx, phaseID)
	if err != nil {
		return Schedule{}, err
	}
	schedule, err := s.Store.Schedule(ctx, dropID)
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
	change := Change{Action: ActionResume, PhaseID: phaseID, By: by, Note: note}
	if p.PausedAt = (time.Time{}); pause {
		change.Action, p.PausedAt = ActionPause, schedule.Now
	}
	return s.Store.SaveSchedule(ctx, schedule, change)
}

// SaveMembers replaces the allow list of a phase. Errors: ErrNotFound, ErrOwnDecision, InvalidError, ErrUnavailable.
func (s *Service) SaveMembers(ctx context.Context, phaseID string, members []Member, by string) (Schedule, error) {
	if len(members) > maxMembers {
		return Schedule{}, &InvalidError{"members", fmt.Sprintf("A list has at most %d entries.", maxMembers)}
	}
	list := make([]Member, 0, len(members))
	for _, m := range members {
		if m.Wallet != "" {
			checked, ok := eip55.Checksum(m.Wallet)
			if !ok {
				return Schedule{}, &InvalidError{"members", fmt.Sprintf("%q isn't an Ethereum address, or a character is wrong.", m.Wallet)}
			}
			m.Wallet = strings.ToLower(checked)
		}
		if (m.Wallet == "") == (m.AccountID == "") {
			return Schedule{}, &InvalidError{"members", "Each entry is either an account or a wallet."}
		}
		list = append(list, m)
	}
	if err := s.mayInvite(ctx, by, list); err != nil {
		return Schedule{}, err
	}
	return s.Store.SaveMembers(ctx, phaseID, list, Change{
		Action: ActionMembers, PhaseID: phaseID, By: by, Note: fmt.Sprintf("%d entries", len(list)),
	})
}

// mayPrice returns ErrOwnDecision if one of the phases has a price of a work by the account.
func (s *Service) mayPrice(ctx context.Context, by string, phases ...Phase) error {
	artistID, err := s.Others.LinkedArtist(ctx, by)
	if err != nil || artistID == 0 {
		return err
	}
	for _, p := range phases {
		for _, r := range p.Prices {
			work, err := s.Others.Work(ctx, r.ArtworkID)
			switch {
			case errors.Is(err, ErrNoArtwork): // not for sale, so no price matters
			case err != nil:
				return err
			case work.ArtistID == artistID:
				return ErrOwnDecision
			}
		}
	}
	return nil
}

// mayInvite returns ErrOwnDecision if the account is on an allow list.
func (s *Service) mayInvite(ctx context.Context, by string, members []Member) error {
	wallets, err := s.Others.Wallets(ctx, by)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(members, func(m Member) bool {
		return m.AccountID == by || slices.Contains(lower(wallets), m.Wallet) && m.Wallet != ""
	}) {
		return ErrOwnDecision
	}
	return nil
}

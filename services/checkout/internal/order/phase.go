package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// PhaseKind is who may buy in a phase.
type PhaseKind string

// The kinds of phases.
const (
	// PhaseAllowList is open to the accounts and wallets on its list.
	PhaseAllowList PhaseKind = "allow_list"
	// PhaseHolders is open to accounts that hold one of its tokens.
	PhaseHolders PhaseKind = "holders"
	PhasePublic  PhaseKind = "public"
)

// PhaseState is the state of a phase at a time.
type PhaseState string

// The states of a phase.
const (
	PhaseUpcoming PhaseState = "upcoming"
	PhaseOpen     PhaseState = "open"
	PhasePaused   PhaseState = "paused"
	PhaseEnded    PhaseState = "ended"
)

// Phase sells the artworks of a drop to some people for a while. It never extends the drop's own window.
type Phase struct {
	ID       string
	Name     string
	Kind     PhaseKind
	StartsAt time.Time
	// EndsAt is zero for a phase that lasts until the drop ends.
	EndsAt time.Time
	// Cap is how many editions of the drop an account may hold and own from this phase, and how many an entry of the list or a token admits to;
	// 0 is no cap.
	Cap int
	// PausedAt is when staff paused the phase; zero if it isn't paused. Holds that were made before continue.
	PausedAt time.Time
	// Prices are by artwork; an artwork that isn't listed keeps its own price.
	Prices []PhasePrice
	// Tokens are for PhaseHolders: holding one of them is enough.
	Tokens []PhaseTokens
	// Members is the length of the allow list. A store sets it and ignores it when it saves.
	Members int
}

// PhasePrice is the price of one artwork in a phase. With a Fall it is a Dutch auction, and Price is its start.
type PhasePrice struct {
	ArtworkID int64
	Price     money.Money
	Fall      *Fall
	// Auction is the auction's status and last price, zero before its first hold. A store sets it and ignores it when it saves.
	Auction Auction
}

// Terms returns the prices of an auction over time, or nil for a fixed price.
func (r PhasePrice) Terms(p Phase) *AuctionTerms {
	if r.Fall == nil {
		return nil
	}
	return &AuctionTerms{Start: r.Price, Fall: *r.Fall, StartsAt: p.StartsAt}
}

// Open reports whether the artwork can be bought at this price, which isn't possible after its auction has ended.
func (r PhasePrice) Open() bool { return r.Auction.Status == "" || r.Auction.Status == AuctionSelling }

// PhaseTokens is a range of the gallery's tokens on a chain. ChainID 0 is the default chain. Block is the final block at which holders are
// counted; 0 is the newest final one.
type PhaseTokens struct {
	ChainID  uint32
	From, To int64
	Block    int64
}

// PhaseMember is an entry of an allow list: an account or a wallet.
type PhaseMember struct{ AccountID, Wallet string }

// Schedule are the phases of a drop, in the order of their start. A drop without phases has version 0.
type Schedule struct {
	DropID  int64
	Version int64
	Phases  []Phase
	// Now is the store's time when the schedule was read.
	Now time.Time `json:"-"`
}

// PhaseAction is what staff did to a schedule.
type PhaseAction string

// The actions of staff.
const (
	PhasesSaved   PhaseAction = "save"
	MembersSaved  PhaseAction = "members"
	PhasePausedBy PhaseAction = "pause"
	PhaseResumed  PhaseAction = "resume"
)

// PhaseChange is a change of a schedule by staff.
type PhaseChange struct {
	Action   PhaseAction
	PhaseID  string
	By, Note string
}

// Phases stores the phases of drops.
type Phases interface {
	// Schedule returns a drop's phases and the store's time; none for a drop that has none.
	Schedule(ctx context.Context, dropID int64) (Schedule, error)
	// Admissions returns, by phase, what the account ordered in a drop's phases and what admits it to them.
	Admissions(ctx context.Context, dropID int64, who Candidate) (map[string]Admission, error)
	// SaveSchedule replaces a drop's phases and records the change. Errors: ErrConflict if Version isn't the stored one, ErrPhaseOverlap,
	// ErrPhaseSold if a phase with orders would be deleted.
	SaveSchedule(ctx context.Context, s Schedule, change PhaseChange) (Schedule, error)
	// SaveMembers replaces an allow list and records the change. ErrNotFound.
	SaveMembers(ctx context.Context, phaseID string, members []PhaseMember, change PhaseChange) (Schedule, error)
	// DropOfPhase returns the drop of a phase. ErrNotFound.
	DropOfPhase(ctx context.Context, phaseID string) (int64, error)
}

// Candidate is an account that may be admitted to phases.
type Candidate struct {
	AccountID string
	// Wallets are its wallets in lower case.
	Wallets []string
	// Entries are what admits it besides allow lists, by phase.
	Entries map[string][]string
}

// Admission is what an account ordered in a phase, and what admits it. Orders that expired, or were cancelled or refunded, don't count.
type Admission struct {
	// Bought is the number of the account's orders.
	Bought int
	// Entries are the candidate's, and those of the allow list: account:<id>, wallet:<address>.
	Entries []string
	// Used is the number of orders, by any account, of the least used entry.
	Used int
}

// Holders is the part of the chainwatcher that looks up who holds tokens. Errors: ErrUnavailable, also while the block isn't final.
type Holders interface {
	// HeldTokens returns the ids of tokens that a wallet held at their block, or that the vault held for the account.
	HeldTokens(ctx context.Context, accountID string, wallets []string, tokens []PhaseTokens) ([]int64, error)
}

// PhaseNotOpenError is an ErrPhaseNotOpen with the phase that opens next.
type PhaseNotOpenError struct{ Next Phase }

func (e *PhaseNotOpenError) Error() string {
	return fmt.Sprintf("%v; %q opens at %s", ErrPhaseNotOpen, e.Next.Name, e.Next.StartsAt.Format(time.RFC3339))
}

func (e *PhaseNotOpenError) Unwrap() error { return ErrPhaseNotOpen }

// PhaseNotEligibleError is an ErrPhaseNotEligible with the phase that is open and the next public one; it has no ID if none follows.
type PhaseNotEligibleError struct{ Open, Public Phase }

func (e *PhaseNotEligibleError) Error() string {
	return fmt.Sprintf("%v: %s %q", ErrPhaseNotEligible, e.Open.Kind, e.Open.Name)
}

func (e *PhaseNotEligibleError) Unwrap() error { return ErrPhaseNotEligible }

// State returns the state of the phase at a time.
func (p Phase) State(now time.Time) PhaseState {
	switch {
	case now.Before(p.StartsAt):
		return PhaseUpcoming
	case !p.EndsAt.IsZero() && !now.Before(p.EndsAt):
		return PhaseEnded
	case !p.PausedAt.IsZero():
		return PhasePaused
	}
	return PhaseOpen
}

// PriceOf returns the price of an artwork in the phase, or own, the artwork's price, if the phase has none for it.
func (p Phase) PriceOf(artworkID int64, own money.Money) PhasePrice {
	for _, r := range p.Prices {
		if r.ArtworkID == artworkID {
			return r
		}
	}
	return PhasePrice{ArtworkID: artworkID, Price: own}
}

// At returns what the artwork costs at a time in its phase.
func (r PhasePrice) At(p Phase, now time.Time) money.Money {
	if t := r.Terms(p); t != nil {
		return t.At(now)
	}
	return r.Price
}

// At returns the phase that a schedule sells in at a time, or why it doesn't sell: ErrPhaseNotOpen, ErrPhasePaused, ErrSaleEnded.
func (s Schedule) At(now time.Time) (Phase, error) {
	for _, p := range s.Phases {
		switch p.State(now) {
		case PhaseOpen:
			return p, nil
		case PhasePaused:
			return Phase{}, ErrPhasePaused
		case PhaseUpcoming:
			return Phase{}, &PhaseNotOpenError{Next: p}
		case PhaseEnded:
		}
	}
	return Phase{}, ErrSaleEnded
}

// NextPublic returns the first public phase that starts at or after a time; without one it has no ID.
func (s Schedule) NextPublic(now time.Time) Phase {
	for _, p := range s.Phases {
		if p.Kind == PhasePublic && !p.StartsAt.Before(now) {
			return p
		}
	}
	return Phase{}
}

// Deal is what an artwork costs at a time.
type Deal struct {
	// Phase has no ID for an artwork that sells without phases.
	Phase Phase
	Price money.Money
	// Terms are nil for a fixed price.
	Terms *AuctionTerms
}

// At returns the deal of an artwork at a time, or why it isn't sold: ErrNotForSale, ErrSaleNotStarted, ErrAuctionEnded and the errors of
// Schedule.At. Holds are made on these terms, and pages promise them by the same rules: offerOf in the site's lib/phases/model.ts.
func (o Offer) At(s Schedule, now time.Time) (Deal, error) {
	switch {
	case o.Price == nil || o.Price.Amount <= 0:
		return Deal{}, ErrNotForSale
	case !o.StartsAt.IsZero() && now.Before(o.StartsAt):
		return Deal{}, ErrSaleNotStarted
	case !o.EndsAt.IsZero() && !now.Before(o.EndsAt):
		return Deal{}, ErrSaleEnded
	case len(s.Phases) == 0:
		return Deal{Price: *o.Price}, nil
	}
	open, err := s.At(now)
	if err != nil {
		return Deal{}, err
	}
	price := open.PriceOf(o.Artwork.ID, *o.Price)
	if price.Price.Currency != o.Price.Currency {
		return Deal{}, ErrNotForSale // the shop's currency changed after the phase was saved
	}
	if !price.Open() {
		return Deal{}, ErrAuctionEnded
	}
	return Deal{Phase: open, Price: price.At(open, now), Terms: price.Terms(open)}, nil
}

// Shown is what a page showed a buyer who accepted it.
type Shown struct {
	Price money.Money
	// Lowest is what an auction's price may fall to, in minor units; 0 for a fixed price.
	Lowest int64
}

// Keep returns ErrPriceChanged if a draft is worse for the buyer than what a page showed: if they would pay more, or may get less back. A live
// checkout keeps its price.
func (d Draft) Keep(shown Shown) error {
	lowest := d.Price.Amount
	if d.Terms != nil {
		lowest = d.Terms.Fall.Lowest
	}
	if shown.Lowest == 0 {
		shown.Lowest = shown.Price.Amount
	}
	if !d.Live && (d.Price.Currency != shown.Price.Currency || d.Price.Amount > shown.Price.Amount || lowest > shown.Lowest) {
		return ErrPriceChanged
	}
	return nil
}

// enterPhase makes a draft in the phase of a deal. Reserve checks the phase again, and the account's cap.
func (s *Service) enterPhase(ctx context.Context, draft *Draft, deal Deal, schedule Schedule, account Account) error {
	if deal.Phase.ID == "" {
		return nil
	}
	who := Candidate{AccountID: draft.Buyer.AccountID, Wallets: lower(account.Wallets)}
	entries, err := s.entries(ctx, deal.Phase, who)
	if err == nil && deal.Phase.Kind == PhaseAllowList {
		var admissions map[string]Admission
		admissions, err = s.Phases.Admissions(ctx, schedule.DropID, who)
		entries = admissions[deal.Phase.ID].Entries
	}
	switch {
	case err != nil:
		return err
	case len(entries) == 0:
		return &PhaseNotEligibleError{Open: deal.Phase, Public: schedule.NextPublic(draft.CreatedAt)}
	}
	draft.PhaseID, draft.Entries = deal.Phase.ID, entries
	return nil
}

// entries returns what admits an account to a phase besides its allow list: itself, or tokens. The cap counts by entry, so that one can't serve
// several accounts in turn. It uses the network only for phases for holders.
func (s *Service) entries(ctx context.Context, p Phase, who Candidate) ([]string, error) {
	switch p.Kind {
	case PhaseAllowList:
		return nil, nil
	case PhasePublic:
		return []string{"account:" + who.AccountID}, nil
	case PhaseHolders:
		held, err := s.Holders.HeldTokens(ctx, who.AccountID, who.Wallets, p.Tokens)
		entries := make([]string, 0, len(held))
		for _, tokenID := range held {
			entries = append(entries, fmt.Sprintf("token:%d", tokenID))
		}
		return entries, err
	}
	return nil, fmt.Errorf("phase %s has the unknown kind %q", p.ID, p.Kind)
}

// Access is whether an account may buy in a phase.
type Access struct {
	Eligible bool
	// Unknown is whether the chainwatcher didn't respond.
	Unknown bool
	Bought  int
	// Used is how many orders the least used of the account's entries admitted to, by any account.
	Used int
}

// Left returns how many more editions the account may buy in the phase, or -1 without a cap.
func (a Access) Left(p Phase) int {
	if p.Cap == 0 {
		return -1
	}
	return max(0, p.Cap-max(a.Bought, a.Used))
}

// PhasesOf returns a drop's phases. With an account, it also returns what the account may buy in each of them: one call to auth, one to the
// chainwatcher for each phase for holders that hasn't ended, and one query.
func (s *Service) PhasesOf(ctx context.Context, dropID int64, accountID string) (Schedule, map[string]Access, error) {
	schedule, err := s.Phases.Schedule(ctx, dropID)
	if err != nil || accountID == "" || len(schedule.Phases) == 0 {
		return schedule, nil, err
	}
	wallets, err := s.Accounts.Wallets(ctx, accountID)
	if err != nil {
		return Schedule{}, nil, err
	}
	who := Candidate{AccountID: accountID, Wallets: lower(wallets), Entries: map[string][]string{}}
	access := map[string]Access{}
	for _, p := range schedule.Phases {
		if p.State(schedule.Now) == PhaseEnded {
			continue
		}
		entries, err := s.entries(ctx, p, who)
		unknown := errors.Is(err, ErrUnavailable)
		if err != nil && !unknown {
			return Schedule{}, nil, err
		}
		who.Entries[p.ID], access[p.ID] = entries, Access{Unknown: unknown}
	}
	admissions, err := s.Phases.Admissions(ctx, dropID, who)
	for _, p := range schedule.Phases {
		open, in := access[p.ID], admissions[p.ID]
		open.Bought = in.Bought
		if p.State(schedule.Now) != PhaseEnded {
			open.Eligible, open.Used = len(in.Entries) > 0, in.Used
		}
		access[p.ID] = open
	}
	return schedule, access, err
}

// overlap returns two phases that are open at the same time.
func overlap(phases []Phase) (a, b Phase, ok bool) {
	sorted := slices.SortedFunc(slices.Values(phases), func(a, b Phase) int { return a.StartsAt.Compare(b.StartsAt) })
	for i := 1; i < len(sorted); i++ {
		if before := sorted[i-1]; before.EndsAt.IsZero() || sorted[i].StartsAt.Before(before.EndsAt) {
			return before, sorted[i], true
		}
	}
	return Phase{}, Phase{}, false
}

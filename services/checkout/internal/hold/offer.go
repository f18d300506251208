package hold

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Offer is the current sales offer of an artwork.
type Offer struct {
	Artwork     purchase.Artwork
	EditionSize int32
	Withheld    []int32
	// Price is nil when the artwork is not for sale.
	Price *money.Money
	// StartsAt and EndsAt limit the sale; zero means no limit.
	StartsAt, EndsAt time.Time
	// DropID is the drop that the artwork belongs to, or 0.
	DropID int64
	// EditionImageURL is the path of the picture of an edition of a live work, with {edition} in place of its number; empty for other
	// works, whose editions look the same.
	EditionImageURL string
}

// Deal is what an artwork costs at a time.
type Deal struct {
	// Phase has no ID for an artwork that sells without phases.
	Phase phase.Phase
	Price money.Money
	// Terms are nil for a fixed price.
	Terms *phase.Terms
}

// At returns the deal of an artwork at a time, or why it isn't sold: ErrNotForSale, ErrSaleNotStarted, ErrAuctionEnded and the errors of
// Schedule.At. Holds are made on these terms, and pages promise them by the same rules: offerOf in the site's lib/phases/model.ts.
func (o Offer) At(s phase.Schedule, now time.Time) (Deal, error) {
	switch {
	case o.Price == nil || o.Price.Amount <= 0:
		return Deal{}, ErrNotForSale
	case !o.StartsAt.IsZero() && now.Before(o.StartsAt):
		return Deal{}, ErrSaleNotStarted
	case !o.EndsAt.IsZero() && !now.Before(o.EndsAt):
		return Deal{}, phase.ErrSaleEnded
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
func (s *Service) enterPhase(ctx context.Context, draft *Draft, deal Deal, schedule phase.Schedule, account purchase.Account) error {
	if deal.Phase.ID == "" {
		return nil
	}
	entries, err := s.Phases.Admit(ctx, schedule.DropID, deal.Phase, draft.Buyer.AccountID, account.Wallets)
	switch {
	case err != nil:
		return err
	case len(entries) == 0:
		return &phase.NotEligibleError{Open: deal.Phase, Public: schedule.NextPublic(draft.CreatedAt)}
	}
	draft.PhaseID, draft.Entries = deal.Phase.ID, entries
	return nil
}

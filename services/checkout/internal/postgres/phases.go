package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// enterPhase rejects a draft whose phase isn't the open one of its drop, or that exceeds the cap of the account or of all its entries. It leaves
// the entry that the order uses in the draft. The caller has locked the account's holds; the database checks the entry again.
func (s *Store) enterPhase(ctx context.Context, draft *hold.Draft) error {
	if draft.DropID == 0 {
		return nil
	}
	now, err := s.Now(ctx)
	if err != nil {
		return err
	}
	open, err := s.queries(ctx).OpenPhase(ctx, db.OpenPhaseParams{DropID: draft.DropID, AccountID: draft.Buyer.AccountID, Now: now, Entries: draft.Entries})
	switch {
	case err != nil:
		return err
	case !open.Phased && draft.PhaseID == "":
		return nil
	case open.ID != draft.PhaseID || open.ID == "":
		return order.ErrConflict
	case open.Paused:
		return phase.ErrPaused
	case open.Cap > 0 && open.Bought >= open.Cap:
		return hold.ErrPhaseCapReached
	case open.Entry == "":
		return hold.ErrPhaseEntryUsed
	}
	draft.Entries = []string{open.Entry}
	return nil
}

// guarded converts errors of the database's own check of phases.
func guarded(err error) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err
	}
	switch pg.ConstraintName {
	case "phase_cap":
		return hold.ErrPhaseCapReached
	case "phase_entry", "one_order_of_a_phase_entry":
		return hold.ErrPhaseEntryUsed
	case "phase_open", "phase_price":
		return order.ErrConflict
	case "phases_overlap":
		return phase.ErrOverlap
	case "checkouts_phase_id_fkey", "auctions_phase_id_fkey":
		return phase.ErrSold
	case "auction_ended":
		return hold.ErrAuctionEnded
	case "auction_terms":
		return phase.ErrAuctionStarted
	}
	return err
}

// Schedule implements phase.Store.
func (s *Store) Schedule(ctx context.Context, dropID int64) (phase.Schedule, error) {
	out := phase.Schedule{DropID: dropID}
	at := map[string]int{}
	err := batch.Query(ctx, s.conn(ctx),
		func(q *db.Queries) error {
			now, err := q.Now(ctx, s.at())
			out.Now = now.UTC()
			return err
		},
		func(q *db.Queries) (err error) {
			if out.Version, err = q.PhaseVersion(ctx, dropID); errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			return err
		},
		batch.Each(ctx, (*db.Queries).Phases, dropID, func(r db.PhasesRow) {
			at[r.ID] = len(out.Phases)
			out.Phases = append(out.Phases, phase.Phase{
				ID: r.ID, Name: r.Name, Kind: r.Kind, StartsAt: r.StartsAt.UTC(), EndsAt: utc(r.EndsAt), Cap: int(r.Cap), PausedAt: utc(r.PausedAt),
				Members: int(r.Members),
			})
		}),
		batch.Each(ctx, (*db.Queries).PhasePrices, dropID, func(r db.PhasePricesRow) {
			if i, ok := at[r.PhasePrice.PhaseID]; ok {
				out.Phases[i].Prices = append(out.Phases[i].Prices, phasePrice(r))
			}
		}),
		batch.Each(ctx, (*db.Queries).PhaseTokens, dropID, func(r db.PhaseToken) {
			if i, ok := at[r.PhaseID]; ok {
				out.Phases[i].Tokens = append(out.Phases[i].Tokens, phase.Tokens{ChainID: r.ChainID, From: r.TokenFrom, To: r.TokenTo, Block: r.Block})
			}
		}))
	return out, err
}

func phasePrice(row db.PhasePricesRow) phase.Price {
	r := row.PhasePrice
	out := phase.Price{
		ArtworkID: r.ArtworkID, Price: money.Money{Amount: r.Amount, Currency: r.Currency},
		Auction: phase.Auction{Status: phase.AuctionStatus(row.Status), LastPrice: row.LastPrice},
	}
	if r.Lowest != nil && r.Step != nil && r.IntervalSeconds != nil {
		out.Fall = &phase.Fall{Lowest: *r.Lowest, Step: *r.Step, Every: time.Duration(*r.IntervalSeconds) * time.Second}
	}
	return out
}

// Admissions implements phase.Store.
func (s *Store) Admissions(ctx context.Context, dropID int64, who phase.Candidate) (map[string]phase.Admission, error) {
	p := db.PhaseAdmissionsParams{DropID: dropID, AccountID: who.AccountID, Wallets: who.Wallets}
	for phaseID, entries := range who.Entries {
		for _, entry := range entries {
			p.PhaseIds, p.Entries = append(p.PhaseIds, phaseID), append(p.Entries, entry)
		}
	}
	rows, err := s.queries(ctx).PhaseAdmissions(ctx, p)
	out := map[string]phase.Admission{}
	for _, r := range rows {
		a := out[r.ID]
		a.Bought = int(r.Bought)
		if r.Entry != "" {
			if used := int(r.Used); len(a.Entries) == 0 || used < a.Used {
				a.Used = used
			}
			a.Entries = append(a.Entries, r.Entry)
		}
		out[r.ID] = a
	}
	return out, err
}

// DropOfPhase implements phase.Store.
func (s *Store) DropOfPhase(ctx context.Context, phaseID string) (int64, error) {
	return one(ctx, phaseID, s.queries(ctx).FindPhase)
}

// SaveSchedule implements phase.Store.
func (s *Store) SaveSchedule(ctx context.Context, plan phase.Schedule, change phase.Change) (out phase.Schedule, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := s.advance(ctx, plan.DropID, plan.Version); err != nil {
			return err
		}
		remaining := []string{}
		for _, p := range plan.Phases {
			remaining = append(remaining, p.ID)
		}
		if err := q.DeletePhases(ctx, db.DeletePhasesParams{DropID: plan.DropID, Remaining: remaining}); err != nil {
			return err
		}
		for _, p := range plan.Phases {
			if err := s.savePhase(ctx, plan.DropID, p); err != nil {
				return err
			}
		}
		if _, err := s.conn(ctx).Exec(ctx, "SET CONSTRAINTS phases_overlap, auction_terms IMMEDIATE"); err != nil {
			return err
		}
		out, err = s.note(ctx, plan.DropID, change)
		return err
	})
	return out, guarded(err)
}

func (s *Store) savePhase(ctx context.Context, dropID int64, p phase.Phase) error {
	q := s.queries(ctx)
	err := q.SavePhase(ctx, db.SavePhaseParams{
		ID: p.ID, DropID: dropID, Name: p.Name, Kind: p.Kind, StartsAt: p.StartsAt, EndsAt: postgres.NullTime(p.EndsAt), Cap: int32(p.Cap),
		PausedAt: postgres.NullTime(p.PausedAt),
	})
	if err != nil {
		return err
	}
	if err := q.ClearPhase(ctx, p.ID); err != nil {
		return err
	}
	for _, r := range p.Prices {
		row := db.SavePhasePriceParams{PhaseID: p.ID, ArtworkID: r.ArtworkID, Amount: r.Price.Amount, Currency: r.Price.Currency}
		if f := r.Fall; f != nil {
			row.Lowest, row.Step, row.IntervalSeconds = &f.Lowest, &f.Step, new(int32(f.Every/time.Second))
		}
		if err := q.SavePhasePrice(ctx, row); err != nil {
			return err
		}
	}
	for _, t := range p.Tokens {
		err := q.SavePhaseToken(ctx, db.SavePhaseTokenParams{PhaseID: p.ID, ChainID: t.ChainID, TokenFrom: t.From, TokenTo: t.To, Block: t.Block})
		if err != nil {
			return err
		}
	}
	return nil
}

// advance increments the version of a schedule.
func (s *Store) advance(ctx context.Context, dropID, version int64) (err error) {
	var changed int64
	if version == 0 {
		changed, err = s.queries(ctx).StartSchedule(ctx, dropID)
	} else {
		changed, err = s.queries(ctx).AdvanceSchedule(ctx, db.AdvanceScheduleParams{DropID: dropID, Version: version})
	}
	if err == nil && changed == 0 {
		err = order.ErrConflict
	}
	return err
}

// note records a change with the schedule afterwards, and publishes it.
func (s *Store) note(ctx context.Context, dropID int64, change phase.Change) (phase.Schedule, error) {
	out, err := s.Schedule(ctx, dropID)
	if err != nil {
		return out, err
	}
	after, err := json.Marshal(out)
	if err != nil {
		return out, fmt.Errorf("schedule of drop %d: %w", dropID, err)
	}
	err = s.queries(ctx).NotePhases(ctx, db.NotePhasesParams{
		DropID: dropID, Version: out.Version, Action: change.Action, PhaseID: null(change.PhaseID), DecidedBy: change.By, Note: change.Note, Schedule: after,
	})
	if err != nil {
		return out, err
	}
	return out, s.out.Publish(ctx, order.PhasesChanged{Schedule: out})
}

// PublishPhases publishes the phases of a drop whose last change an earlier release saved, which published no event. It returns the number of drops, 0 or 1.
func (s *Store) PublishPhases(ctx context.Context) (published int, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		published = 0
		dropID, err := s.queries(ctx).TakeUnpublishedPhases(ctx)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		schedule, err := s.Schedule(ctx, dropID)
		if err != nil {
			return err
		}
		published = 1
		return s.out.Publish(ctx, order.PhasesChanged{Schedule: schedule})
	})
	return published, err
}

// SaveMembers implements phase.Store.
func (s *Store) SaveMembers(ctx context.Context, phaseID string, members []phase.Member, change phase.Change) (out phase.Schedule, err error) {
	accounts, wallets := make([]string, 0, len(members)), make([]string, 0, len(members))
	for _, m := range members {
		accounts, wallets = append(accounts, m.AccountID), append(wallets, m.Wallet)
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		dropID, err := s.DropOfPhase(ctx, phaseID)
		if err != nil {
			return err
		}
		version, err := q.PhaseVersion(ctx, dropID)
		if err != nil {
			return err
		}
		if err := s.advance(ctx, dropID, version); err != nil {
			return err
		}
		if err := q.DeleteMembers(ctx, phaseID); err != nil {
			return err
		}
		if err := q.AddMembers(ctx, db.AddMembersParams{PhaseID: phaseID, Accounts: accounts, Wallets: wallets}); err != nil {
			return err
		}
		out, err = s.note(ctx, dropID, change)
		return err
	})
	return out, err
}

package read

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/batch"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// Phases shows staff what is stored about the phases of a drop besides the schedule.
type Phases struct{ Pool *pgxpool.Pool }

// Changes returns the last changes of a schedule, newest first.
func (s Phases) Changes(ctx context.Context, dropID int64) ([]*checkoutv1.PhaseChange, error) {
	rows, err := queries(ctx, s.Pool).PhaseHistory(ctx, dropID)
	return batch.Converted(rows, func(r db.PhaseHistoryRow) *checkoutv1.PhaseChange {
		return &checkoutv1.PhaseChange{
			Action: string(r.Action), PhaseId: text(r.PhaseID), DecidedBy: r.DecidedBy, Note: r.Note, Version: r.Version, At: timestamppb.New(r.At),
		}
	}), err
}

// Members returns the allow list of a phase. order.ErrNotFound.
func (s Phases) Members(ctx context.Context, phaseID string) (*checkoutv1.PhaseMembers, error) {
	if !whole.MatchString(phaseID) {
		return nil, order.ErrNotFound
	}
	q := queries(ctx, s.Pool)
	if _, err := q.FindPhase(ctx, phaseID); errors.Is(err, pgx.ErrNoRows) {
		return nil, order.ErrNotFound
	} else if err != nil {
		return nil, err
	}
	rows, err := q.PhaseMembers(ctx, phaseID)
	return &checkoutv1.PhaseMembers{Items: batch.Converted(rows, func(r db.PhaseMembersRow) *checkoutv1.PhaseMember {
		return &checkoutv1.PhaseMember{AccountId: r.AccountID, Wallet: r.Wallet}
	})}, err
}

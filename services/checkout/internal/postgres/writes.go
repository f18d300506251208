package postgres

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// writes collects statements and sends them in one round trip.
type writes struct {
	*db.Queries

	rec   postgres.Recorder
	exact map[int]string
}

func newWrites() *writes {
	w := &writes{exact: map[int]string{}}
	w.Queries = db.New(&w.rec)
	return w
}

// exactly makes send fail with order.ErrConflict unless the last statement changes one row.
func (w *writes) exactly(what string) { w.exact[w.rec.Len()-1] = what }

func (w *writes) send(ctx context.Context, conn postgres.Querier) (err error) {
	res := conn.SendBatch(ctx, &w.rec.Batch)
	defer func() {
		if e := res.Close(); err == nil {
			err = e
		}
	}()
	for i := range w.rec.Len() {
		tag, err := res.Exec()
		if err != nil {
			if postgres.IsCheck(err, "checkout_transitions") || postgres.IsCheck(err, "payment_transitions") ||
				postgres.IsCheck(err, "refund_transitions") || postgres.IsCheck(err, "auction_transitions") {
				return fmt.Errorf("%w: %w", purchase.ErrTransition, err)
			}
			return err
		}
		if what, ok := w.exact[i]; ok && tag.RowsAffected() != 1 {
			return fmt.Errorf("%s: %w", what, order.ErrConflict)
		}
	}
	return nil
}

package desk

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// book is a store of n movements. It counts what is recorded.
type book struct {
	Store

	n        int
	item     Movement
	recorded []order.Audit
}

func (b *book) Movements(_ context.Context, _ sale.Period, limit int) ([]Movement, error) {
	out := make([]Movement, min(b.n, limit))
	for i := range out {
		out[i] = b.item
	}
	return out, nil
}

func (b *book) Audit(_ context.Context, a order.Audit) error {
	b.recorded = append(b.recorded, a)
	return nil
}

func TestExportIsWholeAndBalanced(t *testing.T) {
	t.Parallel()
	balanced := Movement{Group: "sale:1", Amount: money.NewWei(100), Artist: money.NewWei(85), Fee: money.NewWei(15)}
	open := Movement{Group: "sale:2", Amount: money.NewWei(100), Artist: money.NewWei(85)}
	for name, c := range map[string]struct {
		book   *book
		period string
		err    error
		failed bool
	}{
		"the most":                       {book: &book{n: MaxMovements, item: balanced}, period: "2026-11"},
		"one too many":                   {book: &book{n: MaxMovements + 1, item: balanced}, period: "2026-11", err: ErrTooLong, failed: true},
		"an account that isn't exported": {book: &book{n: 1, item: open}, period: "2026-11", failed: true},
		"a day":                          {book: &book{n: 1, item: balanced}, period: "2026-11-27"},
		"tomorrow":                       {book: &book{}, period: "2026-11-28", err: ErrPeriod, failed: true},
		"no month":                       {book: &book{}, period: "2026-13", err: ErrPeriod, failed: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Service{Store: c.book, Clock: clock.NewFake(time.Date(2026, 11, 27, 23, 59, 0, 0, time.UTC)), Log: slog.New(slog.DiscardHandler)}
			got, err := s.Export(t.Context(), "ada", c.period)
			switch {
			case c.err != nil && !errors.Is(err, c.err), c.failed != (err != nil):
				t.Errorf("got %v, want %v", err, c.err)
			case c.failed && len(c.book.recorded) > 0:
				t.Errorf("recorded = %v, want nothing of a rejected export", c.book.recorded)
			case !c.failed && (len(got.Items) != c.book.n || len(c.book.recorded) != 1 || c.book.recorded[0].By != "ada" || c.book.recorded[0].Action != order.ActionExport):
				t.Errorf("got %d movements, recorded %v, want %d, recorded once as ada's export", len(got.Items), c.book.recorded, c.book.n)
			}
		})
	}
}

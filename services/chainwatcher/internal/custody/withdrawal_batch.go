package custody

import (
	"context"
	"maps"
	"slices"
)

// BatchReport is what has ended in a request since the last report.
type BatchReport struct {
	// Withdrawals are in their order.
	Withdrawals []Withdrawal
	// Size is how many withdrawals the request has.
	Size int
}

// ReportBatches emails owners, once, about the tokens of their requests that moved or failed.
func (s *Withdrawals) ReportBatches(ctx context.Context) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		reports, err := s.Store.Report(ctx)
		if err != nil {
			return err
		}
		for _, requestID := range slices.Sorted(maps.Keys(reports)) {
			if err := s.Events.BatchReported(ctx, reports[requestID]); err != nil {
				return err
			}
		}
		return nil
	})
}

package chain

import (
	"context"
	"maps"
	"slices"
)

// BatchStore stores approved requests, each with its withdrawals.
type BatchStore interface {
	// CreateBatch stores an approved request, or returns false if it is stored already. The caller stores its withdrawals in the same
	// transaction.
	CreateBatch(ctx context.Context, r ApprovedRequest) (bool, error)
	// Members returns the ids of a request's withdrawals in their order, none if there isn't one.
	Members(ctx context.Context, requestID string) ([]string, error)
	// OfRequests returns the withdrawals of requests, newest first, each request's in their order.
	OfRequests(ctx context.Context, requestIDs []string) ([]Withdrawal, error)
	// HasLive reports whether a token has a withdrawal that may still move it.
	HasLive(ctx context.Context, tokenID int64) (bool, error)
	// Report marks the withdrawals that have moved or failed, except while another of their request is being sent, and returns them by
	// request. Each is returned once.
	Report(ctx context.Context) (map[string]BatchReport, error)
}

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
		reports, err := s.Batches.Report(ctx)
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

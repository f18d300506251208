package read

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// ErrLog means that entries of the log were changed or removed.
var ErrLog = errors.New("the log was changed")

// VerifyDeskApprovals implements DeskService.
func (s *Reader) VerifyDeskApprovals(ctx context.Context, _ *approvalsv1.VerifyDeskApprovalsRequest) (*approvalsv1.VerifyDeskApprovalsResponse, error) {
	res, err := CheckLog(ctx, s.Pool)
	if err != nil {
		return nil, err
	}
	s.Log.InfoContext(ctx, "staff verified the log", "staff", rpc.Caller(ctx).Subject, "entries", res.GetEntries(), "broken", len(res.GetBroken()))
	return res, nil
}

// CheckLog computes the hash of every entry of the log again. A changed entry, and one after a removed or inserted entry of its request, doesn't
// match. The removal of the newest entries of a request, or of all entries, can't be detected here.
func CheckLog(ctx context.Context, pool *pgxpool.Pool) (*approvalsv1.VerifyDeskApprovalsResponse, error) {
	res := &approvalsv1.VerifyDeskApprovalsResponse{}
	// Both reads must see the same entries.
	err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		q := db.New(tx)
		count, err := q.CountEntries(ctx)
		if err != nil {
			return err
		}
		broken, err := q.BrokenEntries(ctx)
		if err != nil {
			return err
		}
		res.Entries, res.Requests = count.Entries, count.Requests
		for _, e := range broken {
			verb, _ := e.Event.Split()
			res.Broken = append(res.Broken, &approvalsv1.BrokenApprovalEntry{Seq: e.Seq, RequestId: e.RequestID, Event: string(verb), At: rpc.Timestamp(e.At)})
		}
		return nil
	})
	return res, err
}

// VerifyLog is CheckLog for people: it returns what it checked, or ErrLog with the entries that don't match.
func VerifyLog(ctx context.Context, pool *pgxpool.Pool) (checked string, err error) {
	res, err := CheckLog(ctx, pool)
	if err != nil {
		return "", err
	}
	if len(res.GetBroken()) == 0 {
		return fmt.Sprintf("%d entries of %d requests match their hashes", res.GetEntries(), res.GetRequests()), nil
	}
	err = fmt.Errorf("%w: %d of %d entries don't match their hashes", ErrLog, len(res.GetBroken()), res.GetEntries())
	for _, e := range res.GetBroken() {
		err = fmt.Errorf("%w\nentry %d, request %s, %s at %s", err, e.GetSeq(), e.GetRequestId(), e.GetEvent(), e.GetAt().AsTime().Format("2006-01-02T15:04:05Z07:00"))
	}
	return "", err
}

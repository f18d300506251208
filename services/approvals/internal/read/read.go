// Package read implements the RPCs that only read: lists and pages, from rows to messages. It has no rules. What became of approved withdrawals is
// from the chainwatcher.
package read

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// pageSize is the number of requests per page, as in all lists.
const pageSize = 27

// Reader implements DeskService, and the RPCs of the other services that lists use.
type Reader struct {
	Pool  *pgxpool.Pool
	Chain chainv1connect.WithdrawalServiceClient
	Clock clock.Clock
	Log   *slog.Logger
}

func (s *Reader) queries() *db.Queries { return db.New(s.Pool) }

func (s *Reader) now() time.Time { return s.Clock.Now() }

// RefusedEmails returns which emails, by their keys, were refused for good.
func (s *Reader) RefusedEmails(ctx context.Context, keys []string) ([]string, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return s.queries().ReadRefusedEmails(ctx, keys)
}

// offset returns how many requests are before a page, from 1.
func offset(page int32) int32 { return (page - 1) * pageSize }

// pages returns how many pages a list has.
func pages(total int64) int32 { return int32((total + pageSize - 1) / pageSize) }

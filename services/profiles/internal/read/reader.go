// Package read implements the RPCs that only read: from rows to messages, without rules.
package read

import (
	"context"
	"errors"
	"log/slog"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// Reader implements what ProfilesService, DeskService, EmailChangeService, EmailSettingsService, PayoutService, FavoritesService,
// RemindersService, PushService and CollectorsService read. Handlers of commands return its messages, too. It reads in the transaction of ctx
// if there is one. Its errors are public.
type Reader struct {
	Pool *pgxpool.Pool
	// Tokens returns the ids of the tokens that an account has in the vault and in linked wallets.
	Tokens func(ctx context.Context, accountID string) ([]int64, error)
	// AvatarPath is the public path of avatars; their names follow it.
	AvatarPath string
	// PushKey is the key that browsers subscribe with, empty if notifications are off.
	PushKey string
	Clock   clock.Clock
	Log     *slog.Logger
}

func (r *Reader) queries(ctx context.Context) *db.Queries { return db.New(postgres.Conn(ctx, r.Pool)) }

// notFound returns the public error of a missing row.
func notFound(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "Not found.", nil)
	}
	return err
}

// list returns the messages of rows.
func list[Row, Message any](rows []Row, convert func(Row) *Message) []*Message {
	out := make([]*Message, len(rows))
	for i, row := range rows {
		out[i] = convert(row)
	}
	return out
}

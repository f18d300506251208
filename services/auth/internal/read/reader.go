// Package read implements the RPCs that only read: from rows to messages, without rules.
package read

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/messages"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
)

// Reader implements what SessionService, PasskeyService and DeskService read. Handlers of commands return its messages, too. Its errors are
// public.
type Reader struct {
	Pool *pgxpool.Pool
	// Roles returns the roles of an identity.
	Roles func(issuer, subject string) []string
	Clock clock.Clock
	Log   *slog.Logger
}

func (r *Reader) queries(ctx context.Context) *db.Queries { return db.New(postgres.Conn(ctx, r.Pool)) }

// list returns the messages of rows.
func list[Row, Message any](rows []Row, convert func(Row) *Message) []*Message {
	out := make([]*Message, len(rows))
	for i, row := range rows {
		out[i] = convert(row)
	}
	return out
}

// sessions returns the active sessions of an account, the last used first. current is the caller's session.
func (r *Reader) sessions(ctx context.Context, accountID, current string) ([]*authv1.Session, error) {
	rows, err := r.queries(ctx).ReadSessions(ctx, db.ReadSessionsParams{AccountID: accountID, Now: r.Clock.Now()})
	return list(rows, func(s db.ReadSessionsRow) *authv1.Session {
		browser, system := messages.Device(s.UserAgent)
		return &authv1.Session{
			Id: s.ID, Current: s.ID == current, Browser: browser, System: system, Network: s.IP,
			CreatedAt: timestamppb.New(s.CreatedAt), UsedAt: timestamppb.New(s.UsedAt),
		}
	}), err
}

// ListSessions implements SessionService.
func (r *Reader) ListSessions(ctx context.Context, _ *authv1.ListSessionsRequest) (*authv1.ListSessionsResponse, error) {
	p := rpc.Caller(ctx)
	items, err := r.sessions(ctx, p.Subject, p.SessionID)
	return rpc.Private(ctx, &authv1.ListSessionsResponse{Items: items}), err
}

// ListPasskeys implements PasskeyService.
func (r *Reader) ListPasskeys(ctx context.Context, _ *authv1.ListPasskeysRequest) (*authv1.ListPasskeysResponse, error) {
	rows, err := r.queries(ctx).ReadPasskeys(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, err
	}
	res := &authv1.ListPasskeysResponse{}
	for _, p := range rows {
		res.RecoveryCodes = p.RecoveryCodes
		res.Items = append(res.Items, &authv1.Passkey{
			Id: p.ID, Name: p.Name, AddedAt: timestamppb.New(p.AddedAt), UsedAt: rpc.Timestamp(postgres.OrZero(p.UsedAt)),
		})
	}
	return rpc.Private(ctx, res), nil
}

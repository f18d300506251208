// Package events publishes events of accounts and sessions.
package events

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/account"
)

// Publisher implements account.Events with the outbox.
type Publisher struct{ pool *pgxpool.Pool }

// NewPublisher writes to the outbox of the service's database.
func NewPublisher(pool *pgxpool.Pool) *Publisher { return &Publisher{pool} }

// Publish implements account.Events.
func (p *Publisher) Publish(ctx context.Context, events ...account.Event) error {
	for _, e := range events {
		eventID, m, err := message(e)
		if err != nil {
			return err
		}
		if err := outbox.Add(ctx, postgres.Conn(ctx, p.pool), eventID, m); err != nil {
			return err
		}
	}
	return nil
}

func message(e account.Event) (string, proto.Message, error) {
	switch e := e.(type) {
	case account.AccountVerified:
		return fmt.Sprintf("account_verified:%s:%d", e.AccountID, e.Version), &authv1.AccountVerified{
			AccountId: e.AccountID, Email: e.Email, VerifiedAt: timestamppb.New(e.At), Version: e.Version,
		}, nil
	case account.CredentialsChanged:
		return fmt.Sprintf("credentials_changed:%s:%d", e.AccountID, e.Version), &authv1.CredentialsChanged{
			AccountId: e.AccountID, Email: e.Email, EmailVerified: e.EmailVerified, Wallets: e.Wallets, ChangedAt: timestamppb.New(e.At), Version: e.Version,
		}, nil
	case account.SessionsEnded:
		// A session ends once, so the id of the first one identifies the event.
		return "sessions_ended:" + e.SessionIDs[0], &authv1.SessionsEnded{
			AccountId: e.AccountID, SessionIds: e.SessionIDs, Reason: e.Reason, EndedAt: timestamppb.New(e.At),
		}, nil
	}
	return "", nil, fmt.Errorf("no message for %T", e)
}

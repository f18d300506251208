// Package events publishes the events of payout wallets and consumes the events of auth and approvals.
package events

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Publisher implements payout.Outbox, beside notices.Mails.
type Publisher struct{ pool *pgxpool.Pool }

// NewPublisher returns a publisher that writes to the service's database.
func NewPublisher(pool *pgxpool.Pool) *Publisher { return &Publisher{pool} }

// Publish implements payout.Outbox.
func (p *Publisher) Publish(ctx context.Context, events []payout.Event) error {
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

func message(e payout.Event) (string, proto.Message, error) {
	switch e := e.(type) {
	case payout.RequestedEvent:
		u := e.Update
		return "payout_wallet_update_requested:" + u.ID, &profilesv1.PayoutWalletUpdateRequested{
			UpdateId: u.ID, AccountId: u.AccountID, Email: u.Email, ArtistId: u.ArtistID, ArtistName: u.ArtistName,
			OldAddress: u.Previous, NewAddress: u.Address, RequestedAt: timestamppb.New(u.RequestedAt), NewName: u.Name,
			ArtistLinkedAt: rpc.Timestamp(u.LinkedSince), ArtistLinkEndsAt: rpc.Timestamp(u.LinkEnds),
		}, nil
	case payout.CancelledEvent:
		return "payout_wallet_update_cancelled:" + e.UpdateID, &profilesv1.PayoutWalletUpdateCancelled{UpdateId: e.UpdateID}, nil
	case payout.RefusedEvent:
		return "payout_wallet_update_refused:" + e.UpdateID, &profilesv1.PayoutWalletUpdateRefused{UpdateId: e.UpdateID}, nil
	case payout.ChangedEvent:
		w := e.Wallet
		return fmt.Sprintf("payout_wallet_changed:%d:%d", w.ArtistID, w.Version), &profilesv1.PayoutWalletChanged{
			ArtistId: w.ArtistID, Address: w.Address, Frozen: w.Frozen, Version: w.Version, UpdateId: e.UpdateID,
		}, nil
	}
	return "", nil, fmt.Errorf("no message for %T", e)
}

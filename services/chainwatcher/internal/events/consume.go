package events

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// DeliverGift is the job that queues the transfer of a gift to its wallet.
type DeliverGift struct {
	CheckoutID string `json:"checkoutId"`
}

// Kind implements river.JobArgs.
func (DeliverGift) Kind() string { return "deliver_gift" }

// Subscribe registers the handlers. They run in a transaction of pool and call no other service.
func Subscribe(c *bus.Consumer, pool *pgxpool.Pool, tokens *custody.Tokens, gifts *custody.Gifts, withdrawals *custody.Withdrawals, refunds *paying.Refunds) {
	bus.On(c, func(ctx context.Context, f *checkoutv1.OrderPaid) error {
		if f.GetCheckoutId() == "" || f.GetAccountId() == "" || f.GetTokenId() <= 0 || f.GetTokenId() != chain.TokenID(f.GetArtworkId(), f.GetEditionNumber()) {
			return bus.Poison(errors.New("an order without checkout, account or the right token"))
		}
		err := tokens.QueueMint(ctx, custody.Token{
			TokenID: f.GetTokenId(), ChainID: f.GetChainId(), AccountID: f.GetAccountId(), CheckoutID: f.GetCheckoutId(), ArtworkID: f.GetArtworkId(),
			EditionNumber: f.GetEditionNumber(), EditionSize: f.GetEditionSize(), Title: f.GetArtworkTitle(), Slug: f.GetArtworkSlug(),
			Artist: f.GetArtistName(), Year: f.GetArtworkYear(), Medium: f.GetArtworkMedium(), PaymentMethod: f.GetPaymentMethod(),
			PaidAt: f.GetPaidAt().AsTime(),
		})
		if gift := f.GetGift(); err == nil && gift != nil {
			err = gifts.Store.PutGift(ctx, custody.Gift{
				ID: f.GetCheckoutId(), From: gift.GetFrom(), Email: gift.GetEmail(), To: gift.GetTo(), ToName: gift.GetToName(), Message: gift.GetMessage(),
				ImageURL: gift.GetImageUrl(),
			})
		}
		return err
	})
	bus.On(c, func(ctx context.Context, f *checkoutv1.OrderCompleted) error {
		deliver, err := gifts.Completed(ctx, f.GetCheckoutId())
		if err != nil || !deliver {
			return err
		}
		return jobs.Add(ctx, postgres.Conn(ctx, pool), DeliverGift{CheckoutID: f.GetCheckoutId()})
	})
	bus.On(c, func(ctx context.Context, f *checkoutv1.OrderDisputed) error {
		return tokens.Store.Freeze(ctx, f.GetCheckoutId(), !f.GetResolved(), f.GetVersion())
	})
	bus.On(c, func(ctx context.Context, f *checkoutv1.OrderRefunded) error {
		if err := tokens.Store.Refunded(ctx, f.GetCheckoutId()); err != nil {
			return err
		}
		return gifts.Refunded(ctx, f.GetCheckoutId())
	})
	bus.On(c, func(ctx context.Context, f *checkoutv1.EtherRefundDue) error {
		r, err := Due(f)
		if err == nil {
			_, err = refunds.Take(ctx, r)
		}
		if errors.Is(err, paying.ErrRefund) {
			return bus.Poison(err)
		}
		return err
	})
	bus.On(c, func(ctx context.Context, e *authv1.CredentialsChanged) error {
		if e.GetAccountId() == "" || !e.GetChangedAt().IsValid() {
			return bus.Poison(errors.New("changed credentials without an account or a time"))
		}
		return withdrawals.CredentialsChanged(ctx, e.GetAccountId(), e.GetChangedAt().AsTime())
	})
	bus.On(c, func(ctx context.Context, e *approvalsv1.WithdrawalApproved) error {
		err := withdrawals.Approved(ctx, approved(e))
		if errors.Is(err, custody.ErrApproval) {
			return bus.Poison(err)
		}
		return err
	})
}

func approved(e *approvalsv1.WithdrawalApproved) custody.ApprovedRequest {
	r := custody.ApprovedRequest{
		ID: e.GetRequestId(), AccountID: e.GetAccountId(), Email: e.GetEmail(), ChainID: e.GetChainId(), To: e.GetTo(), ToName: e.GetToName(),
		RequestedAt: e.GetRequestedAt().AsTime(), ApprovedAt: e.GetApprovedAt().AsTime(),
	}
	for _, w := range e.GetWorks() {
		r.Works = append(r.Works, custody.ApprovedWork{
			WithdrawalID: w.GetWithdrawalId(), TokenID: w.GetTokenId(), Title: w.GetTitle(), Artist: w.GetArtist(), Position: int(w.GetPosition()),
		})
	}
	return r
}

// Due converts an event to the refund that is due, or returns paying.ErrRefund if it is invalid.
func Due(f *checkoutv1.EtherRefundDue) (paying.Refund, error) {
	number, err := uuid.Parse(f.GetRefundId())
	if err != nil {
		return paying.Refund{}, fmt.Errorf("%w: number %q", paying.ErrRefund, f.GetRefundId())
	}
	amount, err := money.ParseWei(f.GetAmount())
	if err != nil {
		return paying.Refund{}, fmt.Errorf("%w: amount %q", paying.ErrRefund, f.GetAmount())
	}
	return paying.Refund{
		ID: number.String(), ChainID: f.GetChainId(), CheckoutID: f.GetCheckoutId(), To: f.GetTo(), Amount: amount, DecidedAt: f.GetDecidedAt().AsTime(),
	}, nil
}

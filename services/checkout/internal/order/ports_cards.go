package order

import (
	"context"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Cards is the card provider. Every call can be repeated. ErrUnavailable means that the outcome is unknown.
type Cards interface {
	// Open creates the session, or returns the one that the same Session.ID created before. ErrCardRefused is final.
	Open(ctx context.Context, s purchase.Session, c Checkout) (purchase.Session, error)
	// Expire ends a session. ErrSessionComplete means that it took a payment, or is about to. ErrNotFound.
	Expire(ctx context.Context, providerID string) error
	// Session and Payment return the current state of a session or a payment intent. ErrNotFound. With refunds set, they
	// load the refunds even if the provider's refunded sum is zero, because a failed refund isn't in the sum.
	Session(ctx context.Context, providerID string) (CardState, error)
	Payment(ctx context.Context, paymentIntent string, refunds bool) (CardState, error)
}

// CardState is the provider's current view of a payment.
type CardState struct {
	// CheckoutID comes from the metadata that we set.
	CheckoutID string
	// SessionID is empty if the state was read by payment.
	SessionID       string
	SessionComplete bool
	SessionExpired  bool

	PaymentIntent string
	// Succeeded means that the money arrived; Processing waits for the bank; Declined can be tried again.
	Succeeded  bool
	Processing bool
	Declined   bool
	// Attempt identifies the declined attempt, so that a repeated report doesn't count as another decline. It may be empty.
	Attempt string
	// Received is the amount of a succeeded payment.
	Received money.Money
	Refunds  []CardRefund
	Dispute  purchase.CardDispute
	// DisputeID is the provider's id of the dispute.
	DisputeID string
	// Disputed is the disputed amount, which may be a part of the payment. Zero means that the provider doesn't report it;
	// the whole payment is then disputed.
	Disputed money.Money
}

// CardRefund is one refund at the provider.
type CardRefund struct {
	ProviderID string
	// RefundID is our id, empty for a refund that was made at the provider.
	RefundID string
	Status   purchase.RefundStatus
	Amount   money.Money
}

package signing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// ErrUnpaid means that the payment contract denies the payment of an order. Its token isn't minted. It is a chain.ErrReverted, so that it
// stays in the queue and holds up no other transaction.
var ErrUnpaid = fmt.Errorf("%w: the payment contract says that the order is not paid", chain.ErrReverted)

// ContractSays is what the payment contract says about the order of a confirmed payment.
type ContractSays string

// What the contract can say.
const (
	SaysPaid   ContractSays = "paid"
	SaysUnpaid ContractSays = "unpaid"
)

// compareBatch is the maximum number of payments that ComparePayments checks.
const compareBatch = 100

// ProofStore stores what the payment contract says about confirmed payments.
type ProofStore interface {
	// Credited returns the confirmed payment through the contract that paid an order, or chain.ErrNotFound: the order was paid in another way, or
	// on a chain that no longer exists.
	Credited(ctx context.Context, chainID uint32, checkoutID string) (chain.Payment, error)
	// Unproven returns confirmed payments that the contract hasn't confirmed, those that it denied last.
	Unproven(ctx context.Context, chainID uint32, limit int) ([]chain.Payment, error)
	SetContractSays(ctx context.Context, p chain.Payment, says ContractSays) error
}

// ComparePayments compares payments that we confirmed, and the payment contract not yet, with the contract, and stores the result.
func ComparePayments(ctx context.Context, s ProofStore, link chain.Link, log *slog.Logger) error {
	list, err := s.Unproven(ctx, link.Chain.ID, compareBatch)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := provePaid(ctx, s, link, p); errors.Is(err, ErrUnpaid) {
			log.ErrorContext(ctx, "the payment contract denies a confirmed payment", "chain", p.ChainID, "checkout", p.CheckoutID, "transaction", p.TxHash)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// provePaid compares a payment with the intent that paid its order according to the contract. Errors: ErrUnpaid, those of Contracts.
func provePaid(ctx context.Context, s ProofStore, link chain.Link, p chain.Payment) error {
	intent, err := link.Contracts.Paid(ctx, p.CheckoutID)
	if err != nil {
		return err
	}
	if intent == p.IntentHash {
		return s.SetContractSays(ctx, p, SaysPaid)
	}
	return errors.Join(s.SetContractSays(ctx, p, SaysUnpaid), fmt.Errorf("%w: order %s", ErrUnpaid, p.CheckoutID))
}

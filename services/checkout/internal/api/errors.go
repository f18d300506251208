package api

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// public converts the core's errors to public ones. It returns others unchanged: errors of the kit are already public, and
// unknown ones are masked at the edge.
func public(err error) error {
	if err == nil {
		return nil
	}
	if many, ok := errors.AsType[*hold.TooManyHoldsError](err); ok {
		holds := map[string]string{}
		for _, h := range many.Holds {
			holds[h.CheckoutID] = h.ArtworkSlug
		}
		return rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_TOO_MANY_HOLDS, messages.TooManyHolds, holds)
	}
	if unpaid, ok := errors.AsType[*hold.UnpaidHoldsError](err); ok {
		until := unpaid.Until.Add(time.Minute).Truncate(time.Minute)
		return rpc.Error(connect.CodeResourceExhausted, checkoutv1.Reason_REASON_TOO_MANY_UNPAID_HOLDS, fmt.Sprintf(messages.UnpaidHolds, until.Format("15:04 UTC on 2 January")), map[string]string{
			"until": until.Format(time.RFC3339), "retry_after": strconv.Itoa(max(1, int(time.Until(until).Seconds()))),
		})
	}
	if taken, ok := errors.AsType[*hold.EditionTakenError](err); ok {
		return rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_EDITION_TAKEN, fmt.Sprintf(messages.EditionTaken, taken.Edition, taken.Next), map[string]string{"next": strconv.Itoa(int(taken.Next))})
	}
	if err := publicPhase(err); err != nil {
		return err
	}
	for _, e := range []struct {
		is      error
		code    connect.Code
		reason  rpc.Reason
		message string
	}{
		{order.ErrNotFound, connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, messages.NoCheckout},
		{hold.ErrNoArtwork, connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, messages.NoArtwork},
		{order.ErrSessionGone, connect.CodeUnauthenticated, errorsv1.Reason_REASON_SESSION_GONE, messages.SessionGone},
		{hold.ErrEditionUnavailable, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_EDITION_UNAVAILABLE, messages.EditionUnavailable},
		{hold.ErrUnverifiedHolds, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_UNVERIFIED_HOLDS, messages.UnverifiedHolds},
		{hold.ErrOtherEditionHeld, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_OTHER_EDITION_HELD, messages.OtherEditionHeld},
		{hold.ErrProfileIncomplete, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PROFILE_INCOMPLETE, messages.ProfileIncomplete},
		{hold.ErrEmailUnverified, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_EMAIL_UNVERIFIED, messages.EmailUnverified},
		{hold.ErrNotForSale, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_NOT_FOR_SALE, messages.NotForSale},
		{hold.ErrSaleNotStarted, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_SALE_NOT_STARTED, messages.SaleNotStarted},
		{hold.ErrSalesClosed, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_SALES_CLOSED, messages.SalesClosed},
		{phase.ErrSaleEnded, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_SALE_ENDED, messages.SaleEnded},
		{hold.ErrPriceChanged, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PRICE_CHANGED, messages.PriceChanged},
		{hold.ErrAuctionEnded, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_AUCTION_ENDED, messages.AuctionEnded},
		{phase.ErrAuctionStarted, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_AUCTION_STARTED, messages.AuctionStarted},
		{phase.ErrPaused, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_PAUSED, messages.PhasePaused},
		{hold.ErrPhaseCapReached, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_CAP_REACHED, messages.PhaseCapReached},
		{hold.ErrPhaseEntryUsed, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_ENTRY_USED, messages.PhaseEntryUsed},
		{phase.ErrOverlap, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_OVERLAP, messages.PhaseOverlap},
		{phase.ErrSold, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_SOLD, messages.PhaseSold},
		{order.ErrHoldExpired, connect.CodeOutOfRange, checkoutv1.Reason_REASON_HOLD_EXPIRED, messages.HoldExpired},
		{order.ErrQuoteActive, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_QUOTE_ACTIVE, messages.QuoteActive},
		{order.ErrEtherSent, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_ETHER_SENT, messages.EtherSent},
		{order.ErrCardActive, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_CARD_ACTIVE, messages.CardActive},
		{order.ErrNotPayable, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_NOT_PAYABLE, messages.NotPayable},
		{order.ErrNotCancellable, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_NOT_CANCELLABLE, messages.NotCancellable},
		{documents.ErrNotPaid, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_NOT_PAID, messages.NotPaid},
		{documents.ErrNoCreditNote, connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, messages.NoCreditNote},
		{documents.ErrNotRefunded, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_NOT_REFUNDED, messages.NotRefunded},
		{order.ErrAlreadyDecided, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_ALREADY_DECIDED, messages.AlreadyDecided},
		{order.ErrActionNotPossible, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_ACTION_NOT_POSSIBLE, messages.ActionNotPossible},
		{refund.ErrRequested, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_REFUND_REQUESTED, messages.RefundRequested},
		{refund.ErrOwnDecision, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_OWN_DECISION, messages.OwnDecision},
		{refund.ErrRequestExpired, connect.CodeOutOfRange, checkoutv1.Reason_REASON_REFUND_REQUEST_EXPIRED, messages.RequestExpired},
		{refund.ErrLimit, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_REFUND_LIMIT_REACHED, messages.RefundLimit},
		{refund.ErrTokenMinting, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_TOKEN_MINTING, messages.TokenMinting},
		{refund.ErrTokenWithdrawing, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_TOKEN_WITHDRAWING, messages.TokenWithdrawing},
		{refund.ErrTokenGone, connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_TOKEN_LEFT_VAULT, messages.TokenGone},
		{order.ErrConflict, connect.CodeAborted, errorsv1.Reason_REASON_CONFLICT, messages.Conflict},
		{order.ErrCardRefused, connect.CodeUnavailable, checkoutv1.Reason_REASON_CARD_UNAVAILABLE, messages.CardUnavailable},
		{documents.ErrUnavailable, connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, messages.DocumentPreparing},
		{order.ErrUnavailable, connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, messages.Unavailable},
	} {
		if errors.Is(err, e.is) {
			if e.code == connect.CodeUnavailable {
				return rpc.Unavailable(e.reason, e.message, err)
			}
			return rpc.Error(e.code, e.reason, e.message, nil)
		}
	}
	for _, e := range []struct {
		is             error
		field, message string
	}{
		{order.ErrRefundAddress, "refundAddress", messages.BadRefundAddress},
		{order.ErrNoRefundAddress, "refundAddress", messages.NoRefundAddress},
		{order.ErrRefundAmount, "amount", messages.RefundAmount},
		{order.ErrNoRefundAmount, "amount", messages.NoRefundAmount},
	} {
		if errors.Is(err, e.is) {
			return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, e.message, map[string]string{e.field: e.message})
		}
	}
	return err
}

package api

import (
	"errors"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/papers"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// public is the one table from the core's errors to what callers see. Errors that are not in it pass: those of the kit have
// their public form already, and unknown ones are masked at the edge.
func public(err error) error {
	if err == nil {
		return nil
	}
	for _, e := range []struct {
		is      error
		code    connect.Code
		reason  string
		message string
	}{
		{order.ErrNotFound, connect.CodeNotFound, "not_found", "There is no such checkout."},
		{order.ErrNoArtwork, connect.CodeNotFound, "not_found", "There is no such artwork."},
		{order.ErrSessionGone, connect.CodeUnauthenticated, "session_gone", "Your session has ended. Log in again."},
		{order.ErrEditionUnavailable, connect.CodeFailedPrecondition, "edition_unavailable", "No edition is free right now."},
		{order.ErrTooManyHolds, connect.CodeFailedPrecondition, "too_many_holds", "You hold as many editions as you may. Pay for one or cancel it first."},
		{order.ErrProfileIncomplete, connect.CodeFailedPrecondition, "profile_incomplete", "Complete your profile first."},
		{order.ErrEmailUnverified, connect.CodeFailedPrecondition, "email_unverified", "Verify your email address first."},
		{order.ErrNotForSale, connect.CodeFailedPrecondition, "not_for_sale", "This artwork is not for sale."},
		{order.ErrSaleNotStarted, connect.CodeFailedPrecondition, "sale_not_started", "The sale has not started yet."},
		{order.ErrSaleEnded, connect.CodeFailedPrecondition, "sale_ended", "The sale has ended."},
		{order.ErrHoldExpired, connect.CodeOutOfRange, "hold_expired", "The time to pay is over. Start again."},
		{order.ErrQuoteActive, connect.CodeFailedPrecondition, "quote_active", "A payment in ether is prepared. Pay with ether, or let the hold end and order again."},
		{order.ErrCardActive, connect.CodeFailedPrecondition, "card_active", "A card payment is running. Try again in a moment."},
		{order.ErrNotPayable, connect.CodeFailedPrecondition, "not_payable", "This checkout cannot be paid in its present state."},
		{order.ErrNotCancellable, connect.CodeFailedPrecondition, "not_cancellable", "This checkout cannot be cancelled any more."},
		{order.ErrNotPaid, connect.CodeFailedPrecondition, "not_paid", "There is no receipt or invoice before the payment is final."},
		{papers.ErrNotRefunded, connect.CodeFailedPrecondition, "not_refunded", "Nothing of this order was refunded."},
		{order.ErrAlreadyDecided, connect.CodeFailedPrecondition, "already_decided", "This was decided before."},
		{order.ErrActionNotPossible, connect.CodeFailedPrecondition, "action_not_possible", "The money or the edition does not allow this."},
		{order.ErrConflict, connect.CodeAborted, "conflict", "Something else changed this checkout at the same time. Try again."},
		{sale.ErrNoArtist, connect.CodePermissionDenied, "forbidden", "This account isn't linked to an artist."},
		{sale.ErrAmbiguous, connect.CodeFailedPrecondition, "artist_ambiguous", "We can't tell which artist this account belongs to. Contact us so that we can correct the link."},
		{sale.ErrUnavailable, connect.CodeUnavailable, "unavailable", "This isn't available right now. Try again in a moment."},
		{order.ErrCardRefused, connect.CodeUnavailable, "card_unavailable", "Card payments are not available right now. Try again or pay with ether."},
		{order.ErrUnavailable, connect.CodeUnavailable, "unavailable", "This is not available right now. Nothing was charged. Try again in a moment."},
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
		{order.ErrRefundAddress, "refundAddress", "This is not an address, or a letter of it is mistyped."},
		{order.ErrNoRefundAddress, "refundAddress", "The payment names no address for a refund. Give one."},
		{order.ErrRefundAmount, "amount", "This is more than is left of the payment."},
	} {
		if errors.Is(err, e.is) {
			return rpc.Error(connect.CodeInvalidArgument, "invalid", e.message, map[string]string{e.field: e.message})
		}
	}
	return err
}

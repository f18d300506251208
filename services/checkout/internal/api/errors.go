package api

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/checkout/internal/desk"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// public converts the core's errors to public ones. It returns others unchanged: errors of the kit are already public, and
// unknown ones are masked at the edge.
func public(err error) error {
	if err == nil {
		return nil
	}
	if many, ok := errors.AsType[*order.TooManyHoldsError](err); ok {
		holds := map[string]string{}
		for _, h := range many.Holds {
			holds[h.CheckoutID] = h.ArtworkSlug
		}
		return rpc.Error(connect.CodeFailedPrecondition, "too_many_holds", messages.TooManyHolds, holds)
	}
	if unpaid, ok := errors.AsType[*order.UnpaidHoldsError](err); ok {
		until := unpaid.Until.Add(time.Minute).Truncate(time.Minute)
		return rpc.Error(connect.CodeResourceExhausted, "too_many_unpaid_holds", fmt.Sprintf(messages.UnpaidHolds, until.Format("15:04 UTC on 2 January")), map[string]string{
			"until": until.Format(time.RFC3339), "retry_after": strconv.Itoa(max(1, int(time.Until(until).Seconds()))),
		})
	}
	if taken, ok := errors.AsType[*order.EditionTakenError](err); ok {
		return rpc.Error(connect.CodeFailedPrecondition, "edition_taken", fmt.Sprintf(messages.EditionTaken, taken.Edition, taken.Next), map[string]string{"next": strconv.Itoa(int(taken.Next))})
	}
	if err := publicPhase(err); err != nil {
		return err
	}
	for _, e := range []struct {
		is      error
		code    connect.Code
		reason  string
		message string
	}{
		{order.ErrNotFound, connect.CodeNotFound, "not_found", messages.NoCheckout},
		{order.ErrNoArtwork, connect.CodeNotFound, "not_found", messages.NoArtwork},
		{order.ErrSessionGone, connect.CodeUnauthenticated, "session_gone", messages.SessionGone},
		{order.ErrEditionUnavailable, connect.CodeFailedPrecondition, "edition_unavailable", messages.EditionUnavailable},
		{order.ErrUnverifiedHolds, connect.CodeFailedPrecondition, "unverified_holds", messages.UnverifiedHolds},
		{order.ErrOtherEditionHeld, connect.CodeFailedPrecondition, "other_edition_held", messages.OtherEditionHeld},
		{order.ErrProfileIncomplete, connect.CodeFailedPrecondition, "profile_incomplete", messages.ProfileIncomplete},
		{order.ErrEmailUnverified, connect.CodeFailedPrecondition, "email_unverified", messages.EmailUnverified},
		{order.ErrNotForSale, connect.CodeFailedPrecondition, "not_for_sale", messages.NotForSale},
		{order.ErrSaleNotStarted, connect.CodeFailedPrecondition, "sale_not_started", messages.SaleNotStarted},
		{order.ErrSalesClosed, connect.CodeFailedPrecondition, "sales_closed", messages.SalesClosed},
		{order.ErrSaleEnded, connect.CodeFailedPrecondition, "sale_ended", messages.SaleEnded},
		{order.ErrPriceChanged, connect.CodeFailedPrecondition, "price_changed", messages.PriceChanged},
		{order.ErrAuctionEnded, connect.CodeFailedPrecondition, "auction_ended", messages.AuctionEnded},
		{order.ErrAuctionStarted, connect.CodeFailedPrecondition, "auction_started", messages.AuctionStarted},
		{order.ErrPhasePaused, connect.CodeFailedPrecondition, "phase_paused", messages.PhasePaused},
		{order.ErrPhaseCapReached, connect.CodeFailedPrecondition, "phase_cap_reached", messages.PhaseCapReached},
		{order.ErrPhaseEntryUsed, connect.CodeFailedPrecondition, "phase_entry_used", messages.PhaseEntryUsed},
		{order.ErrPhaseOverlap, connect.CodeFailedPrecondition, "phase_overlap", messages.PhaseOverlap},
		{order.ErrPhaseSold, connect.CodeFailedPrecondition, "phase_sold", messages.PhaseSold},
		{order.ErrHoldExpired, connect.CodeOutOfRange, "hold_expired", messages.HoldExpired},
		{order.ErrQuoteActive, connect.CodeFailedPrecondition, "quote_active", messages.QuoteActive},
		{order.ErrEtherSent, connect.CodeFailedPrecondition, "ether_sent", messages.EtherSent},
		{order.ErrCardActive, connect.CodeFailedPrecondition, "card_active", messages.CardActive},
		{order.ErrNotPayable, connect.CodeFailedPrecondition, "not_payable", messages.NotPayable},
		{order.ErrNotCancellable, connect.CodeFailedPrecondition, "not_cancellable", messages.NotCancellable},
		{order.ErrNotPaid, connect.CodeFailedPrecondition, "not_paid", messages.NotPaid},
		{documents.ErrNoCreditNote, connect.CodeNotFound, "not_found", messages.NoCreditNote},
		{documents.ErrNotRefunded, connect.CodeFailedPrecondition, "not_refunded", messages.NotRefunded},
		{order.ErrAlreadyDecided, connect.CodeFailedPrecondition, "already_decided", messages.AlreadyDecided},
		{order.ErrActionNotPossible, connect.CodeFailedPrecondition, "action_not_possible", messages.ActionNotPossible},
		{order.ErrRefundRequested, connect.CodeFailedPrecondition, "refund_requested", messages.RefundRequested},
		{order.ErrOwnDecision, connect.CodeFailedPrecondition, "own_decision", messages.OwnDecision},
		{order.ErrRequestExpired, connect.CodeOutOfRange, "refund_request_expired", messages.RequestExpired},
		{order.ErrRefundLimit, connect.CodeFailedPrecondition, "refund_limit_reached", messages.RefundLimit},
		{order.ErrTokenMinting, connect.CodeFailedPrecondition, "token_minting", messages.TokenMinting},
		{order.ErrTokenWithdrawing, connect.CodeFailedPrecondition, "token_withdrawing", messages.TokenWithdrawing},
		{order.ErrTokenGone, connect.CodeFailedPrecondition, "token_left_vault", messages.TokenGone},
		{order.ErrConflict, connect.CodeAborted, "conflict", messages.Conflict},
		{order.ErrCardRefused, connect.CodeUnavailable, "card_unavailable", messages.CardUnavailable},
		{order.ErrUnavailable, connect.CodeUnavailable, "unavailable", messages.Unavailable},
		{sale.ErrNoArtist, connect.CodePermissionDenied, "forbidden", "This account isn't linked to an artist."},
		{sale.ErrAmbiguous, connect.CodeFailedPrecondition, "artist_ambiguous", "We can't tell which artist this account belongs to. Contact us so that we can correct the link."}, // words: ok
		{sale.ErrTooLong, connect.CodeFailedPrecondition, "statement_too_long", messages.StatementTooLong},
		{desk.ErrTooLong, connect.CodeFailedPrecondition, "export_too_long", messages.ExportTooLong},
		{sale.ErrUnavailable, connect.CodeUnavailable, "unavailable", "This isn't available right now. Try again in a moment."},
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
		{sale.ErrPeriod, "file", messages.NoPeriod},
		{desk.ErrPeriod, "period", messages.NoExportPeriod},
		{order.ErrRefundAddress, "refundAddress", messages.BadRefundAddress},
		{order.ErrNoRefundAddress, "refundAddress", messages.NoRefundAddress},
		{order.ErrRefundAmount, "amount", messages.RefundAmount},
		{order.ErrNoRefundAmount, "amount", messages.NoRefundAmount},
	} {
		if errors.Is(err, e.is) {
			return rpc.Error(connect.CodeInvalidArgument, "invalid", e.message, map[string]string{e.field: e.message})
		}
	}
	return err
}

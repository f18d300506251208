package api

import (
	"errors"
	"strconv"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// public maps the core's errors to public ones. The server masks all others.
func public(err error) error {
	var often *approval.TooManyError
	var refused *approval.RefusedError
	switch {
	case errors.As(err, &refused):
		return refusal(refused)
	case errors.Is(err, approval.ErrNothing):
		return rpc.Error(connect.CodeFailedPrecondition, approvalsv1.Reason_REASON_NOTHING_TO_WITHDRAW, "None of these works can be withdrawn right now.", nil)
	case errors.Is(err, approval.ErrEnded):
		return rpc.Error(connect.CodeFailedPrecondition, approvalsv1.Reason_REASON_ALREADY_SENT, "The withdrawal cannot be cancelled any more.", nil)
	case errors.As(err, &often):
		return rpc.Error(connect.CodeResourceExhausted, approvalsv1.Reason_REASON_RESEND_LIMIT, "You sent a new link a moment ago. You can send the next one in "+messages.Wait(often.RetryAfter)+".",
			map[string]string{"retry_after": strconv.Itoa(int((often.RetryAfter + time.Second - 1) / time.Second))})
	case errors.Is(err, approval.ErrNoEmail):
		return rpc.Error(connect.CodeFailedPrecondition, approvalsv1.Reason_REASON_NO_EMAIL, "You approve this request with your wallet, so there is no link to send.", nil)
	case errors.Is(err, approval.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "This link isn't valid. Open it again from the newest email.", nil)
	case errors.Is(err, approval.ErrForbidden):
		return rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, "This request is for someone else. Log in with the account that received the email.", nil)
	case errors.Is(err, approval.ErrSamePerson):
		return rpc.Error(connect.CodePermissionDenied, approvalsv1.Reason_REASON_SECOND_PERSON_NEEDED, "A second person has to decide this. You requested or approved it already.", nil)
	case errors.Is(err, approval.ErrOwnDecision):
		return rpc.Error(connect.CodeFailedPrecondition, approvalsv1.Reason_REASON_OWN_DECISION, "This goes to a wallet of yours. Someone else must decide.", nil)
	case errors.Is(err, approval.ErrUnavailable):
		return rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, "We can't check this right now. Try again in a moment.", err)
	case errors.Is(err, approval.ErrDecided):
		return rpc.Error(connect.CodeFailedPrecondition, approvalsv1.Reason_REASON_ALREADY_DECIDED, "This request is already decided.", nil)
	case errors.Is(err, approval.ErrExpired):
		return rpc.Error(connect.CodeOutOfRange, approvalsv1.Reason_REASON_APPROVAL_EXPIRED, "This link has expired. Nothing was changed. You can request it again.", nil)
	case errors.Is(err, approval.ErrSignature):
		return rpc.Error(connect.CodeInvalidArgument, approvalsv1.Reason_REASON_SIGNATURE_INVALID, "This signature isn't by a wallet of your account.", map[string]string{"signature": "sign with a wallet linked to this account"})
	case errors.Is(err, approval.ErrChainDown):
		return rpc.Unavailable(approvalsv1.Reason_REASON_CHAIN_UNAVAILABLE, "We can't check your wallet's signature right now. Try again in a moment.", err)
	default:
		return err
	}
}

// refusal returns the error about a token that can't be withdrawn now.
func refusal(err *approval.RefusedError) error {
	for reason, message := range map[approvalsv1.Reason]string{
		approvalsv1.Reason_REASON_WITHDRAWAL_PENDING: "A withdrawal of this token is under way.",
		approvalsv1.Reason_REASON_NOT_IN_VAULT:       "The token is not in the vault, or its minting is not final yet.",
		approvalsv1.Reason_REASON_TOKEN_FROZEN:       "The token is held back while its payment is disputed or refunded.",
		approvalsv1.Reason_REASON_GIFT_WAITING:       "This edition is a gift that waits for its recipient. Take the gift back on its order page first.",
	} {
		if rpc.Word(reason) == err.Reason {
			return rpc.Error(connect.CodeFailedPrecondition, reason, message, nil)
		}
	}
	return err
}

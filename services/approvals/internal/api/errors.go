package api

import (
	"errors"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// public is the one switch from the core's errors to what a caller sees. What it does not know is masked by the server.
func public(err error) error {
	switch {
	case errors.Is(err, approval.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, "not_found", "There is no such request. Check that the whole link was opened.", nil)
	case errors.Is(err, approval.ErrForbidden):
		return rpc.Error(connect.CodePermissionDenied, "forbidden", "This link asks somebody else. Log in with the account that the mail was sent to.", nil)
	case errors.Is(err, approval.ErrSamePerson):
		return rpc.Error(connect.CodePermissionDenied, "second_person_needed", "A second person must decide this: not the one who asked or approved already.", nil)
	case errors.Is(err, approval.ErrDecided):
		return rpc.Error(connect.CodeFailedPrecondition, "already_decided", "This request is already decided.", nil)
	case errors.Is(err, approval.ErrExpired):
		return rpc.Error(connect.CodeOutOfRange, "approval_expired", "This link has expired. Nothing was changed. The request can be made again.", nil)
	case errors.Is(err, approval.ErrSignature):
		return rpc.Error(connect.CodeInvalidArgument, "signature_invalid", "The signature is not by a wallet of this account.", map[string]string{"signature": "sign with a wallet linked to this account"})
	case errors.Is(err, approval.ErrSessionGone):
		return rpc.Error(connect.CodeUnauthenticated, "session_gone", "Your session has ended. Log in again.", nil)
	case errors.Is(err, approval.ErrUnavailable):
		return rpc.Unavailable("unavailable", "Signing in cannot be checked right now. Try again in a moment.", err)
	default:
		return err
	}
}

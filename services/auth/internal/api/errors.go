package api

import (
	"errors"
	"math"
	"strconv"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// public converts errors of the core into public ones. Other errors are masked.
func public(err error) error {
	var soon *session.TooSoonError
	var message *session.MessageError
	var nonce *session.NonceError
	invalid := func(field, text string) error {
		return rpc.Error(connect.CodeInvalidArgument, "siwe_invalid", text, map[string]string{field: text})
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &soon):
		seconds := int(math.Ceil(soon.Wait.Seconds()))
		return rpc.Error(connect.CodeResourceExhausted, "too_many_mails", "We sent this email a moment ago.",
			map[string]string{"retry_after": strconv.Itoa(max(seconds, 1))})
	case errors.As(err, &nonce):
		// The gateway also sends it as the header DPoP-Nonce.
		return rpc.Error(connect.CodeUnauthenticated, "use_dpop_nonce", nonce.Error(), map[string]string{"dpop_nonce": nonce.Nonce})
	case errors.As(err, &message):
		return invalid("message", message.Reason)
	case errors.Is(err, session.ErrSignature):
		return invalid("signature", session.ErrSignature.Error())
	case errors.Is(err, session.ErrGone), errors.Is(err, session.ErrReused):
		return rpc.Error(connect.CodeUnauthenticated, "session_gone", "The session has ended. Log in again.", nil)
	case errors.Is(err, session.ErrBlocked):
		return rpc.Error(connect.CodePermissionDenied, "account_blocked", "This account is blocked. Contact us if you think that’s a mistake.", nil)
	case errors.Is(err, session.ErrOwnAccount):
		return rpc.Error(connect.CodeFailedPrecondition, "own_account", "You can’t block your own account.", nil)
	case errors.Is(err, session.ErrProof):
		return rpc.Error(connect.CodeUnauthenticated, "invalid_dpop_proof", session.ErrProof.Error(), nil)
	case errors.Is(err, session.ErrStale):
		return rpc.Error(connect.CodePermissionDenied, "recent_login_required", "Please confirm it's you: log in again in this browser, then repeat this.", nil)
	case errors.Is(err, session.ErrNoKey):
		return rpc.Error(connect.CodePermissionDenied, "no_session_key",
			"This browser has no key for your session, so you can't change how you log in here. Use another browser.", nil)
	case errors.Is(err, session.ErrNoIdentity):
		return rpc.Error(connect.CodePermissionDenied, "no_identity_user", session.ErrNoIdentity.Error(), nil)
	case errors.Is(err, session.ErrVerified):
		return rpc.Error(connect.CodeFailedPrecondition, "already_verified", session.ErrVerified.Error(), nil)
	case errors.Is(err, session.ErrWalletTaken):
		return rpc.Error(connect.CodeAlreadyExists, "wallet_taken", session.ErrWalletTaken.Error(), nil)
	case errors.Is(err, session.ErrLastWay):
		return rpc.Error(connect.CodeFailedPrecondition, "last_way_in", session.ErrLastWay.Error(), nil)
	case errors.Is(err, session.ErrUnconfirmed):
		return rpc.Error(connect.CodePermissionDenied, "passkey_required", "Please confirm it's you with your passkey, then repeat this.", nil)
	case errors.Is(err, session.ErrPasskey):
		return rpc.Error(connect.CodeInvalidArgument, "passkey_invalid", session.ErrPasskey.Error(), nil)
	case errors.Is(err, session.ErrNoPasskey):
		return rpc.Error(connect.CodeFailedPrecondition, "no_passkey", session.ErrNoPasskey.Error(), nil)
	case errors.Is(err, session.ErrTooMany):
		return rpc.Error(connect.CodeFailedPrecondition, "too_many_passkeys", session.ErrTooMany.Error(), nil)
	case errors.Is(err, session.ErrCode):
		return rpc.Error(connect.CodeInvalidArgument, "code_invalid", session.ErrCode.Error(), map[string]string{"code": session.ErrCode.Error()})
	case errors.Is(err, session.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, "not_found", "Not found.", nil)
	case errors.Is(err, session.ErrProviderDown):
		return rpc.Unavailable("provider_unavailable", session.ErrProviderDown.Error(), err)
	case errors.Is(err, session.ErrChainDown):
		return rpc.Unavailable("chain_unavailable", session.ErrChainDown.Error(), err)
	}
	return err
}

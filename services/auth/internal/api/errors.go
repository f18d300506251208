package api

import (
	"errors"
	"math"
	"strconv"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/passkey"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/staff"
	"github.com/vitrine/vitrine/services/auth/internal/wallet"
)

// public converts errors of the core into public ones. Other errors are masked.
func public(err error) error {
	var soon *account.TooSoonError
	var message *wallet.MessageError
	var nonce *session.NonceError
	invalid := func(field, text string) error {
		return rpc.Error(connect.CodeInvalidArgument, authv1.Reason_REASON_SIWE_INVALID, text, map[string]string{field: text})
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &soon):
		seconds := int(math.Ceil(soon.Wait.Seconds()))
		return rpc.Error(connect.CodeResourceExhausted, authv1.Reason_REASON_TOO_MANY_MAILS, "We sent this email a moment ago.",
			map[string]string{"retry_after": strconv.Itoa(max(seconds, 1))})
	case errors.As(err, &nonce):
		// The gateway also sends it as the header DPoP-Nonce.
		return rpc.Error(connect.CodeUnauthenticated, authv1.Reason_REASON_USE_DPOP_NONCE, nonce.Error(), map[string]string{"dpop_nonce": nonce.Nonce})
	case errors.As(err, &message):
		return invalid("message", message.Reason)
	case errors.Is(err, wallet.ErrSignature):
		return invalid("signature", wallet.ErrSignature.Error())
	case errors.Is(err, account.ErrGone), errors.Is(err, session.ErrReused):
		return rpc.Error(connect.CodeUnauthenticated, errorsv1.Reason_REASON_SESSION_GONE, "The session has ended. Log in again.", nil)
	case errors.Is(err, account.ErrBlocked):
		return rpc.Error(connect.CodePermissionDenied, authv1.Reason_REASON_ACCOUNT_BLOCKED, "This account is blocked. Contact us if you think that’s a mistake.", nil)
	case errors.Is(err, staff.ErrOwnAccount):
		return rpc.Error(connect.CodeFailedPrecondition, authv1.Reason_REASON_OWN_ACCOUNT, "You can’t block your own account.", nil)
	case errors.Is(err, session.ErrProof):
		return rpc.Error(connect.CodeUnauthenticated, authv1.Reason_REASON_INVALID_DPOP_PROOF, session.ErrProof.Error(), nil)
	case errors.Is(err, session.ErrStale):
		return rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_RECENT_LOGIN_REQUIRED, "Please confirm it's you: log in again in this browser, then repeat this.", nil)
	case errors.Is(err, session.ErrNoKey):
		return rpc.Error(connect.CodePermissionDenied, authv1.Reason_REASON_NO_SESSION_KEY,
			"This browser has no key for your session, so you can't change how you log in here. Use another browser.", nil)
	case errors.Is(err, account.ErrNoIdentity):
		return rpc.Error(connect.CodePermissionDenied, authv1.Reason_REASON_NO_IDENTITY_USER, account.ErrNoIdentity.Error(), nil)
	case errors.Is(err, account.ErrVerified):
		return rpc.Error(connect.CodeFailedPrecondition, authv1.Reason_REASON_ALREADY_VERIFIED, account.ErrVerified.Error(), nil)
	case errors.Is(err, wallet.ErrTaken):
		return rpc.Error(connect.CodeAlreadyExists, authv1.Reason_REASON_WALLET_TAKEN, wallet.ErrTaken.Error(), nil)
	case errors.Is(err, wallet.ErrLastWay):
		return rpc.Error(connect.CodeFailedPrecondition, authv1.Reason_REASON_LAST_WAY_IN, wallet.ErrLastWay.Error(), nil)
	case errors.Is(err, passkey.ErrUnconfirmed):
		return rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_PASSKEY_REQUIRED, "Please confirm it's you with your passkey, then repeat this.", nil)
	case errors.Is(err, passkey.ErrInvalid):
		return rpc.Error(connect.CodeInvalidArgument, authv1.Reason_REASON_PASSKEY_INVALID, passkey.ErrInvalid.Error(), nil)
	case errors.Is(err, passkey.ErrNone):
		return rpc.Error(connect.CodeFailedPrecondition, authv1.Reason_REASON_NO_PASSKEY, passkey.ErrNone.Error(), nil)
	case errors.Is(err, passkey.ErrTooMany):
		return rpc.Error(connect.CodeFailedPrecondition, authv1.Reason_REASON_TOO_MANY_PASSKEYS, passkey.ErrTooMany.Error(), nil)
	case errors.Is(err, passkey.ErrCode):
		return rpc.Error(connect.CodeInvalidArgument, authv1.Reason_REASON_CODE_INVALID, passkey.ErrCode.Error(), map[string]string{"code": passkey.ErrCode.Error()})
	case errors.Is(err, account.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "Not found.", nil)
	case errors.Is(err, account.ErrProviderDown):
		return rpc.Unavailable(authv1.Reason_REASON_PROVIDER_UNAVAILABLE, account.ErrProviderDown.Error(), err)
	case errors.Is(err, wallet.ErrChainDown):
		return rpc.Unavailable(authv1.Reason_REASON_CHAIN_UNAVAILABLE, wallet.ErrChainDown.Error(), err)
	}
	return err
}

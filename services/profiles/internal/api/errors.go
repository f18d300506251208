package api

import (
	"errors"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// errOwnAddress says what to do about payout.ErrOwnAddress.
var errOwnAddress = errors.New("this address belongs to the gallery: give the address of your own wallet")

// public turns the cores' errors into public ones; what is not named here is masked.
func public(err error) error {
	var invalid *profile.InvalidError
	field := func(name string, err error) error {
		return rpc.Error(connect.CodeInvalidArgument, "invalid", err.Error(), map[string]string{name: err.Error()})
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &invalid):
		return rpc.Error(connect.CodeInvalidArgument, "invalid", invalid.Error(), invalid.Fields)
	case errors.Is(err, profile.ErrPicture):
		return rpc.Error(connect.CodeInvalidArgument, "invalid_picture", err.Error(), map[string]string{"uri": err.Error()})
	case errors.Is(err, payout.ErrAddress):
		return field("address", payout.ErrAddress)
	case errors.Is(err, payout.ErrOwnAddress):
		return field("address", errOwnAddress)
	case errors.Is(err, payout.ErrSameAddress):
		return field("address", payout.ErrSameAddress)
	case errors.Is(err, profile.ErrNotFound), errors.Is(err, payout.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, "not_found", "There is no such thing.", nil)
	case errors.Is(err, payout.ErrState):
		return rpc.Error(connect.CodeFailedPrecondition, "already_decided", payout.ErrState.Error(), nil)
	case errors.Is(err, payout.ErrAlertExpired):
		return rpc.Error(connect.CodeOutOfRange, "alert_expired", "This link has expired. Contact us if you still want to stop the change.", nil)
	case errors.Is(err, payout.ErrAmbiguous):
		return rpc.Error(connect.CodeFailedPrecondition, "artist_ambiguous", "We can't tell which artist this account belongs to. Contact us so that we can correct the link.", nil)
	case errors.Is(err, payout.ErrNoArtist):
		return rpc.Error(connect.CodePermissionDenied, "forbidden", payout.ErrNoArtist.Error(), nil)
	case errors.Is(err, payout.ErrNoContact):
		return rpc.Error(connect.CodeFailedPrecondition, "profile_incomplete", payout.ErrNoContact.Error(), nil)
	case errors.Is(err, payout.ErrUnverified):
		return rpc.Error(connect.CodeFailedPrecondition, "email_unverified", payout.ErrUnverified.Error(), nil)
	case errors.Is(err, profile.ErrAccountsDown), errors.Is(err, payout.ErrDown):
		return rpc.Unavailable("unavailable", "Temporarily unavailable.", err)
	}
	return err
}

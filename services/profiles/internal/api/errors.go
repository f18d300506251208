package api

import (
	"errors"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/account"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// errOwnAddress is the public message of payout.ErrOwnAddress.
var errOwnAddress = errors.New("this address belongs to the gallery; enter the address of your wallet")

// otherArtist is the public message of payout.ErrOtherArtist.
const otherArtist = "Another artist uses this wallet. Enter a different one, so that your balance and statements stay separate."

// public converts errors of the cores into public ones. Other errors are masked.
func public(err error) error {
	var invalid *profile.InvalidError
	var page *collector.InvalidError
	field := func(name string, err error) error {
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, err.Error(), map[string]string{name: err.Error()})
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &invalid):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, invalid.Error(), invalid.Fields)
	case errors.As(err, &page):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, page.Error(), page.Fields)
	case errors.Is(err, collector.ErrNameTaken):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_COLLECTOR_NAME_TAKEN, "This name is taken. Choose another one.", nil)
	case errors.Is(err, reminder.ErrTooMany):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_TOO_MANY_REMINDERS, "You can have up to 100 reminders. Remove some before you add more.", nil)
	case errors.Is(err, reminder.ErrOpen):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_DROP_OPEN, "This drop has already opened.", nil)
	case errors.Is(err, reminder.ErrAvailable):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_EDITION_AVAILABLE, "An edition is available now.", nil)
	case errors.Is(err, reminder.ErrOff):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_EMAILS_OFF, "You switched these emails off. Switch them on in your profile first.", nil)
	case errors.Is(err, reminder.ErrNoEmail):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_NO_EMAIL, "Add an email address to your profile first.", nil)
	case errors.Is(err, reminder.ErrUnverified):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_EMAIL_UNVERIFIED, "Verify your email address first.", nil)
	case errors.Is(err, push.ErrOff):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_PUSH_OFF, "The gallery doesn't send notifications.", nil)
	case errors.Is(err, push.ErrInvalid):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "Nothing can be sent to this subscription. Subscribe again.",
			map[string]string{"endpoint": "an https address of a push service, subscribed with the gallery's present key"})
	case errors.Is(err, profile.ErrPicture):
		return rpc.Error(connect.CodeInvalidArgument, profilesv1.Reason_REASON_INVALID_PICTURE, err.Error(), map[string]string{"uri": err.Error()})
	case errors.Is(err, payout.ErrAddress):
		return field("address", payout.ErrAddress)
	case errors.Is(err, payout.ErrOwnAddress):
		return field("address", errOwnAddress)
	case errors.Is(err, payout.ErrOtherArtist):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, otherArtist, map[string]string{"address": otherArtist})
	case errors.Is(err, payout.ErrNameUnconfirmed):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "Send the address that the name points to, and the name beside it.",
			map[string]string{"address": "send the address that the name points to as address, and the name as name"})
	case errors.Is(err, payout.ErrName):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "This isn't a valid name. Check its spelling, or use the address instead.",
			map[string]string{"name": "not a valid ENS name (ENSIP-15)"})
	case errors.Is(err, payout.ErrNameNotFound):
		return rpc.Error(connect.CodeInvalidArgument, profilesv1.Reason_REASON_NAME_NOT_FOUND, "This name doesn't point to an Ethereum address. Check its spelling, or use the address instead.", nil)
	case errors.Is(err, payout.ErrNameChanged):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_NAME_CHANGED, "This name points to another address now. Check the new address before you continue.", nil)
	case errors.Is(err, payout.ErrNamesUnsupported):
		return rpc.Error(connect.CodeInvalidArgument, profilesv1.Reason_REASON_NAME_SERVICE_UNSUPPORTED, "Name service not configured or unsupported. Use the address instead: 0x and 40 characters.", nil)
	case errors.Is(err, payout.ErrNamesDown):
		return rpc.Unavailable(profilesv1.Reason_REASON_NAME_SERVICE_UNAVAILABLE, "Names can't be looked up right now. Try again in a moment, or use the address instead.", err)
	case errors.Is(err, payout.ErrSameAddress):
		return field("address", payout.ErrSameAddress)
	case errors.Is(err, profile.ErrNotFound), errors.Is(err, payout.ErrNotFound), errors.Is(err, reminder.ErrNotFound),
		errors.Is(err, emailchange.ErrNotFound), errors.Is(err, emailsetting.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "Not found.", nil)
	case errors.Is(err, payout.ErrState):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_ALREADY_DECIDED, payout.ErrState.Error(), nil)
	case errors.Is(err, emailchange.ErrEnded):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_ALREADY_DECIDED, "This change of email has ended.", nil)
	case errors.Is(err, emailchange.ErrTooMany):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_TOO_MANY_EMAIL_CHANGES, "You can request five email changes a day. Try again tomorrow.", nil)
	case errors.Is(err, payout.ErrAlertExpired):
		return rpc.Error(connect.CodeOutOfRange, profilesv1.Reason_REASON_ALERT_EXPIRED, "This link has expired. Contact us if you still want to stop the change.", nil)
	case errors.Is(err, payout.ErrAmbiguous):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_ARTIST_AMBIGUOUS, "This account is linked to more than one artist. Contact us to correct it.", nil)
	case errors.Is(err, payout.ErrNoArtist):
		return rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, payout.ErrNoArtist.Error(), nil)
	case errors.Is(err, payout.ErrNoContact):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_PROFILE_INCOMPLETE, payout.ErrNoContact.Error(), nil)
	case errors.Is(err, payout.ErrUnverified):
		return rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_EMAIL_UNVERIFIED, payout.ErrUnverified.Error(), nil)
	case errors.Is(err, account.ErrDown), errors.Is(err, account.ErrNotFound), errors.Is(err, profile.ErrPicturesDown), errors.Is(err, payout.ErrDown),
		errors.Is(err, reminder.ErrDown):
		return rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, "Temporarily unavailable.", err)
	}
	return err
}

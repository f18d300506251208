package api

import (
	"errors"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
)

// public converts the core's errors to those that callers see. The server masks unknown ones.
func public(err error) error {
	switch {
	case errors.Is(err, paying.ErrNoArtist):
		return rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, "This account isn't linked to an artist.", nil)
	case errors.Is(err, paying.ErrArtistAmbiguous):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_ARTIST_AMBIGUOUS, "We can't tell which artist this account belongs to. Contact us so that we can correct the link.", nil) // words: ok
	case errors.Is(err, paying.ErrNotOffered):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_PAYOUTS_NOT_OFFERED, "Withdraw with your own wallet: we don't send payouts.", nil)
	case errors.Is(err, paying.ErrPayoutsFrozen):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_PAYOUTS_FROZEN, "Your payouts are on hold. Request your payout wallet again to lift the hold.", nil)
	case errors.Is(err, paying.ErrPayoutPending):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_PAYOUT_PENDING, "A payout to this wallet is already on its way.", nil)
	case errors.Is(err, paying.ErrBelowMinimum):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_PAYOUT_BELOW_MINIMUM, "The balance is too small for us to send. You can withdraw it with your own wallet.", nil)
	case errors.Is(err, paying.ErrTooSoon):
		return rpc.Error(connect.CodeResourceExhausted, chainv1.Reason_REASON_PAYOUT_TOO_SOON, "Your last payout was too recent. Try again later, or withdraw with your own wallet.", map[string]string{"retry_after": "3600"})
	case errors.Is(err, chain.ErrNotFound):
		return read.NotFound()
	case errors.Is(err, quotes.ErrNotFinal):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.InternalReason_INTERNAL_REASON_BLOCK_NOT_FINAL, "The block isn't final yet.", nil)
	case errors.Is(err, chain.ErrUnknownChain):
		return read.UnknownChain()
	case errors.Is(err, chain.ErrNoChain):
		return read.ChainUnavailable(err)
	case errors.Is(err, chain.ErrHalted):
		return rpc.Unavailable(chainv1.Reason_REASON_CHAIN_HALTED, "We've paused ether payments and transfers while we check the network. Your tokens are safe. You can pay by card.", err)
	case errors.Is(err, chain.ErrNoPrice):
		return rpc.Unavailable(chainv1.Reason_REASON_PRICE_UNAVAILABLE, "There is no trustworthy ether price right now. Try again in a moment, or pay by card.", err)
	case errors.Is(err, chain.ErrCurrency):
		return rpc.Error(connect.CodeInvalidArgument, chainv1.Reason_REASON_CURRENCY_UNSUPPORTED, "Ether payments are not priced in this currency.", nil)
	case errors.Is(err, quotes.ErrTooLate):
		return rpc.Error(connect.CodeOutOfRange, chainv1.Reason_REASON_HOLD_EXPIRED, "The hold has ended. Start again to get a new price.", nil)
	case errors.Is(err, chain.ErrAddress):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "This is not an address, or a character of it is wrong.",
			map[string]string{"to": "not an Ethereum address; check every character"})
	case errors.Is(err, custody.ErrNameUnconfirmed):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "Send the address that the name points to, and the name beside it.",
			map[string]string{"to": "send the address that the name points to as to, and the name as name"})
	case errors.Is(err, chain.ErrName):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "This isn't a valid name. Check its spelling, or use the address instead.",
			map[string]string{"name": "not a valid ENS name (ENSIP-15)"})
	case errors.Is(err, chain.ErrNameNotFound):
		return rpc.Error(connect.CodeInvalidArgument, chainv1.Reason_REASON_NAME_NOT_FOUND, "This name doesn't point to an Ethereum address. Check its spelling, or use the address instead.", nil)
	case errors.Is(err, custody.ErrNameChanged):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_NAME_CHANGED, "This name points to another address now. Check the new address before you continue.", nil)
	case errors.Is(err, chain.ErrNamesUnsupported):
		return rpc.Error(connect.CodeInvalidArgument, chainv1.Reason_REASON_NAME_SERVICE_UNSUPPORTED, "Name service not configured or unsupported. Use the address instead: 0x and 40 characters.", nil)
	case errors.Is(err, chain.ErrNamesDown):
		return rpc.Unavailable(chainv1.Reason_REASON_NAME_SERVICE_UNAVAILABLE, "Names can't be looked up right now. Try again in a moment, or use the address instead.", err)
	case errors.Is(err, chain.ErrTarget):
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "This address cannot receive the token.",
			map[string]string{"to": "a wallet, or a contract that accepts tokens (ERC-721), is needed"})
	case errors.Is(err, custody.ErrNetworks):
		return rpc.Error(connect.CodeInvalidArgument, chainv1.Reason_REASON_SEVERAL_NETWORKS, "These works are on different networks. Withdraw those of one network at a time.", nil)
	case errors.Is(err, custody.ErrPending):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_WITHDRAWAL_PENDING, "A withdrawal of this token is under way.", nil)
	case errors.Is(err, custody.ErrNotInVault):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_NOT_IN_VAULT, "The token is not in the vault, or its minting is not final yet.", nil)
	case errors.Is(err, custody.ErrFrozen):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_TOKEN_FROZEN, "The token is held back while its payment is disputed or refunded.", nil)
	case errors.Is(err, custody.ErrGiftWaiting):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_GIFT_WAITING, "This edition is a gift that waits for its recipient. Take the gift back on its order page first.", nil)
	case errors.Is(err, custody.ErrGiftNotReady):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_GIFT_NOT_READY, "We send the gift as soon as your order is completed.", nil)
	case errors.Is(err, custody.ErrGiftEnded):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_GIFT_ENDED, "This gift was accepted or taken back.", nil)
	case errors.Is(err, custody.ErrGiftEmails):
		return rpc.Error(connect.CodeResourceExhausted, chainv1.Reason_REASON_GIFT_EMAIL_LIMIT, "We've sent five emails for this gift and won't send more. Contact us if none arrived.", nil)
	case errors.Is(err, custody.ErrGiftHeld):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_GIFT_ON_HOLD, "This gift is on hold for now. Try again in a few days. If it stays on hold, the person who gives it can contact us.", nil)
	case errors.Is(err, custody.ErrGiftAddressWaits):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_GIFT_ADDRESS_WAITS, "This gift was sent to a new address and can't be accepted yet. Try again later.", nil)
	case errors.Is(err, custody.ErrOwnGift):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_OWN_GIFT, "This is your own gift. To keep it, take it back on its order page.", nil)
	case errors.Is(err, custody.ErrEmailUnverified):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_EMAIL_UNVERIFIED, "Verify your email address first.", nil)
	case errors.Is(err, custody.ErrOwnDecision):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_OWN_DECISION, "This withdrawal is yours, or goes to a wallet of yours. Someone else must decide.", nil)
	case errors.Is(err, custody.ErrReviewed):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_ALREADY_DECIDED, "This was already decided, or the withdrawal has ended.", nil)
	case errors.Is(err, custody.ErrSent):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_ALREADY_SENT, "The withdrawal cannot be cancelled any more.", nil)
	case errors.Is(err, chain.ErrTemporary), errors.Is(err, chain.ErrNotYet):
		return read.ChainUnavailable(err)
	case errors.Is(err, custody.ErrNotMinted):
		return rpc.Error(connect.CodeFailedPrecondition, chainv1.Reason_REASON_NOT_MINTED, "The certificate is ready once the token is minted for good.", nil)
	case errors.Is(err, chain.ErrUnavailable):
		return read.Unavailable(err)
	default:
		return err
	}
}

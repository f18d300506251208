package messages

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Detail tells staff what happened and what to check. Fields that the page shows next to it, such as amounts, the transaction or
// the order, are not repeated.
func Detail(r purchase.Review) string {
	text := cause(r.Cause)
	switch {
	case text == "":
		return r.Detail
	case r.Cause.Kind == purchase.CauseRefused && r.Detail != "":
		// Keep the description of what happened, and only the latest failure.
		happened, _, _ := strings.Cut(r.Detail, "\n")
		return happened + "\n" + text
	}
	return text
}

func cause(c purchase.Cause) string {
	to := cmp.Or(c.Subject, "the gallery's wallet")
	switch c.Kind {
	case purchase.CauseCardAmount:
		return "The card provider charged another amount than we requested. Check the payment there before you decide."
	case purchase.CauseEtherAmount:
		return "The payment contract should refuse any amount but the quoted one, and accepted this. Check the transaction and the contract it used."
	case purchase.CauseCurrency:
		return "The card was charged in another currency than the price. Check the payment at the card provider before you decide."
	case purchase.CauseOtherChain:
		return fmt.Sprintf("The price was quoted on chain %d. Check the transaction and the contract it used.", c.ChainID)
	case purchase.CauseQuoteEnded:
		return fmt.Sprintf("The quoted price ended at %s, and the payment was mined at %s. Decide whether the price still stands.", clockTime(c.Ended), clockTime(c.Mined))
	case purchase.CauseHoldEndedFree:
		return "The hold had ended when the payment arrived. The edition is still available."
	case purchase.CauseHoldEnded:
		return fmt.Sprintf("The hold ended at %s, and edition %d is no longer available: this payment can't buy it.", clockTime(c.Ended), c.Edition)
	case purchase.CauseNoRefundAddress:
		return "The order was already paid, and the buyer didn't give an address for refunds. Ask the buyer for one." // words: ok
	case purchase.CauseNoSettledAddress:
		return "Everyone pays the auction's last price, and the buyer didn't give an address for refunds. Ask the buyer for one." // words: ok
	case purchase.CauseSecondPayment:
		return "Another payment of the same order arrived first. It's being refunded or needs a decision, too. Decide them together."
	case purchase.CauseNoQuote:
		return "The payment doesn't match any price we quoted for this order. Check the transaction and the contract it used."
	case purchase.CauseReorg:
		return "The network reversed a block that counted as final, so the money may be gone. Check the transaction and the chainwatcher's log before you hand over the work."
	case purchase.CauseNeverQuoted:
		return "The payment contract accepted it for an order we never quoted. Check the transaction: another shop may use the same contract."
	case purchase.CauseAlreadyPaid:
		return "The order was already paid. Check the transaction."
	case purchase.CauseToken:
		return fmt.Sprintf("A token was sent to %s. We don't accept it as payment and can't return it automatically: send it back by hand, then close the case.", to)
	case purchase.CauseDirectTransfer:
		return fmt.Sprintf("It was sent to %s without an order. Ask the payer what it was for.", to) // words: ok
	case purchase.CauseUnknownOrder:
		where := "by its transaction"
		if c.Method == purchase.Card {
			where = "at the card provider"
		}
		return fmt.Sprintf("It was paid for the order %s, which doesn't exist here. Look the payment up %s: the order may belong to another shop, or be missing after a restore.", c.Subject, where)
	case purchase.CauseRefused:
		return refusal(c.Method, c.Subject)
	}
	return ""
}

// refusals has the texts for the chainwatcher's codes for refunds that were not sent.
var refusals = map[string]string{
	"recipient_reverts": "The address refuses payments. Ask the buyer for another one.", // words: ok
	"limit_exceeded":    "It exceeds the daily refund limit. Try again tomorrow, or ask an operator to raise the limit.",
	"unsupported_chain": "The payment's network is no longer configured. Ask an operator to check the chainwatcher's settings.",
}

// refusal returns the detail of a failed refund.
func refusal(m purchase.Method, code string) string {
	switch words, ok := refusals[code]; {
	case ok:
		return words
	case code != "":
		return fmt.Sprintf("The refund was refused (%s). Check the chainwatcher's log, then try again.", code)
	case m == purchase.Card:
		return "The card provider couldn't refund it; its page for the payment says why. Try again, or pay it back another way and close the case."
	}
	return "The refund didn't go through. Try again."
}

func clockTime(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04 UTC") }

package purchase

import "time"

// Cause says why a review was opened. Deps.Detail has its text for staff, which a change stores as the review's Detail.
type Cause struct {
	Kind   CauseKind
	Method Method
	// Subject is the id of the missing order, the wallet that received the money, or the code of a failed refund.
	Subject string
	ChainID uint32
	Edition int32
	// Ended is when the quote or the hold had ended; Mined is the payment's block time.
	Ended, Mined time.Time
}

// CauseKind is the kind of a cause.
type CauseKind string

// The kinds of causes.
const (
	CauseCardAmount      CauseKind = "card_amount"
	CauseEtherAmount     CauseKind = "ether_amount"
	CauseCurrency        CauseKind = "currency"
	CauseOtherChain      CauseKind = "other_chain"
	CauseQuoteEnded      CauseKind = "quote_ended"
	CauseHoldEnded       CauseKind = "hold_ended"
	CauseHoldEndedFree   CauseKind = "hold_ended_edition_free"
	CauseNoRefundAddress CauseKind = "no_refund_address"
	CauseSecondPayment   CauseKind = "second_payment"
	// CauseNoSettledAddress is for the difference to an auction's last price.
	CauseNoSettledAddress CauseKind = "no_settled_address"
	CauseNoQuote          CauseKind = "no_quote"
	CauseReorg            CauseKind = "reorg"
	CauseNeverQuoted      CauseKind = "never_quoted"
	CauseAlreadyPaid      CauseKind = "already_paid"
	CauseToken            CauseKind = "token"
	CauseDirectTransfer   CauseKind = "direct_transfer"
	CauseUnknownOrder     CauseKind = "unknown_order"
	// CauseRefused is added to the detail of money without an order, and replaces an earlier refusal.
	CauseRefused CauseKind = "refund_refused"
)

package messages

// Errors of exports. ExportTooLong takes the maximum number of movements.
const (
	ExportTooLong  = "This period has more than %d movements. Export the month day by day."
	NoExportPeriod = "This month or day doesn't exist or hasn't begun yet. Choose an earlier one."
)

// MovementKinds are the kinds of movements for people. A sale is a payment that bought an edition; a receipt is a payment that is refunded, or that
// staff decide about. A refund was returned if the buyer's bank, or the provider, sent it back to us.
var MovementKinds = map[string]string{
	"sale": "Sale", "receipt": "Payment without a sale", "refund": "Refund", "refund_returned": "Refund returned",
}

// NoMovements is the row of an export without movements.
const NoMovements = "No money moved in this period."

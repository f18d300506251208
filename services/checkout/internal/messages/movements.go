package messages

import (
	"fmt"

	"github.com/vitrine/vitrine/services/checkout/internal/desk"
)

// Errors of exports.
var (
	ExportTooLong  = fmt.Sprintf("This period has more than %d movements. Export the month day by day.", desk.MaxMovements)
	NoExportPeriod = "This month or day doesn't exist or hasn't begun yet. Choose an earlier one."
)

// MovementKinds are the kinds of movements for people.
var MovementKinds = map[desk.MovementKind]string{
	desk.MovementSale: "Sale", desk.MovementReceipt: "Payment without a sale", desk.MovementRefund: "Refund", desk.MovementReturned: "Refund returned",
}

// NoMovements is the row of an export without movements.
const NoMovements = "No money moved in this period."

// Command approvals runs the approvals service.
package main

import (
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/approvals"
)

func main() {
	kit.Main("approvals", approvals.Default(), approvals.Open,
		kit.Migrate(approvals.Migrate),
		kit.Command[approvals.Config]{Name: "export", Help: "write all that is held of a person: export <account id> [<name>…]", Run: approvals.Export, DatabaseOnly: true},
		kit.Command[approvals.Config]{Name: "forget", Help: "remove the personal data of an account: forget [--check] <account id> [<name>…]", Run: approvals.Forget, DatabaseOnly: true},
		kit.Command[approvals.Config]{Name: "verify-log", Help: "check the hashes of the log and name entries that were changed or removed", Run: approvals.VerifyLog, DatabaseOnly: true},
	)
}

// Command approvals serves decisions by emailed link.
package main

import (
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/approvals"
)

func main() {
	kit.Main("approvals", approvals.Default(), approvals.Open,
		kit.Command[approvals.Config]{Name: "migrate", Help: "bring the database to the newest version", Run: approvals.Migrate},
	)
}

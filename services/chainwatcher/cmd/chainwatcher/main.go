// Command chainwatcher follows chains, signs quotes, mints and moves tokens.
package main

import (
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

func main() {
	kit.Main("chainwatcher", chainwatcher.Default(), chainwatcher.Open,
		kit.Migrate(chainwatcher.Migrate),
		kit.Command[chainwatcher.Config]{Name: "deploy", Help: "put the contracts on the chains that have none", Run: chainwatcher.Deploy, WithoutMail: true},
		kit.Command[chainwatcher.Config]{Name: "release", Help: "sign again on a halted chain: release <chain id> <who decides> <why>", Run: chainwatcher.Release, DatabaseOnly: true},
		kit.Command[chainwatcher.Config]{Name: "ownership", Help: "write who holds each token, and signed claims, for an export of the gallery", Run: chainwatcher.Ownership},
		kit.Command[chainwatcher.Config]{Name: "vault", Help: "report what the vault still holds for collectors, by account", Run: chainwatcher.Vault},
		kit.Command[chainwatcher.Config]{Name: "wind-down", Help: "ask each of these collectors once by email to withdraw: wind-down [--mail] <date, such as 2027-03-31>", Run: chainwatcher.WindDown},
		kit.Command[chainwatcher.Config]{Name: "export", Help: "write all that is held of a person: export <account id> [<name>…]", Run: chainwatcher.Export, DatabaseOnly: true},
		kit.Command[chainwatcher.Config]{Name: "forget", Help: "remove the personal data of an account: forget [--check] [--give-up-tokens] <account id> [<name>…]", Run: chainwatcher.Forget, DatabaseOnly: true},
	)
}

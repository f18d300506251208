// Command auth runs the auth service.
package main

import (
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/auth"
)

func main() {
	kit.Main("auth", auth.Default(), auth.Open,
		kit.Migrate(auth.Migrate),
		kit.Command[auth.Config]{Name: "rotate-key", Help: "add a signing key; it signs once verifiers know it", Run: auth.RotateKey},
		kit.Command[auth.Config]{Name: "export", Help: "write all that is held of a person: export <account id> [<name>…]", Run: auth.Export, DatabaseOnly: true},
		kit.Command[auth.Config]{Name: "forget", Help: "remove the personal data of an account: forget [--check] <account id> [<name>…]", Run: auth.Forget, DatabaseOnly: true},
	)
}

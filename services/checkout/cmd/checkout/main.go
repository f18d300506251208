// Command checkout runs the checkout service.
package main

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/checkout"
)

func main() {
	kit.Main("checkout", checkout.Default(), checkout.Open,
		kit.Migrate(func(ctx context.Context, cfg checkout.Config, log *slog.Logger, _ []string) error {
			return checkout.Migrate(ctx, cfg, log)
		}),
		kit.Command[checkout.Config]{Name: "export", Help: "write all that is held of a person: export <account id> [<name>…]", Run: checkout.Export, DatabaseOnly: true},
		kit.Command[checkout.Config]{Name: "rehearse", Help: "print who could buy what when in a drop with phases, and change nothing: rehearse <drop id> [<RFC 3339 time>]", Run: checkout.Rehearse, DatabaseOnly: true},
		kit.Command[checkout.Config]{Name: "forget", Help: "remove the personal data of an account: forget [--check] <account id> [<name>…]", Run: checkout.Forget, DatabaseOnly: true},
	)
}

// Command approvals serves decisions by emailed link.
package main

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/approvals"
)

func main() {
	kit.Main("approvals", approvals.Default(), approvals.Open, kit.Command[approvals.Config]{
		Name: "migrate", Help: "bring the database up to date",
		Run: func(ctx context.Context, cfg approvals.Config, log *slog.Logger, _ []string) error {
			return approvals.Migrate(ctx, cfg, log)
		},
	})
}

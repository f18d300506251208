// Command chainwatcher follows chains, signs quotes, mints and moves tokens.
package main

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/services/chainwatcher"
)

func main() {
	kit.Main("chainwatcher", chainwatcher.Default(), chainwatcher.Open,
		kit.Command[chainwatcher.Config]{
			Name: "migrate", Help: "bring the database up to date",
			Run: func(ctx context.Context, cfg chainwatcher.Config, log *slog.Logger, _ []string) error {
				return chainwatcher.Migrate(ctx, cfg, log)
			},
		},
		kit.Command[chainwatcher.Config]{
			Name: "deploy", Help: "put the contracts on the chains that have none",
			Run: func(ctx context.Context, cfg chainwatcher.Config, log *slog.Logger, _ []string) error {
				return chainwatcher.Deploy(ctx, cfg, log)
			},
		})
}

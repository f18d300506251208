package chainwatcher

import (
	"context"
	"log/slog"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

// Export writes all stored data about a person to standard output, as JSON: export <account id> [<name>…].
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget removes what identifies a person and prints how many rows changed: forget [--check] [--give-up-tokens] <account id> [<name>…]. With
// --check it changes nothing and reports what it would do. It returns an error if something has to end first. With --give-up-tokens,
// tokens in the vault don't block it.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	given := func(arg string) bool { return arg == "--give-up-tokens" }
	giveUp := slices.ContainsFunc(args, given)
	args = slices.DeleteFunc(slices.Clone(args), given)
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "[--give-up-tokens] ", args, func(ctx context.Context, pool *pgxpool.Pool, who personal.Person, check bool) (string, error) {
		return postgres.Forget(ctx, pool, who, giveUp, check)
	})
}

// personalServer implements PersonalService, which auth calls. It never forfeits tokens in the vault.
type personalServer struct{ *Service }

func (s personalServer) Export(ctx context.Context, req *personalv1.ExportRequest) (*personalv1.ExportResponse, error) {
	found, err := postgres.Export(ctx, s.Pool, personal.Person{AccountID: req.GetWho(), Names: req.GetAddresses()})
	return &personalv1.ExportResponse{Data: []byte(found)}, err
}

func (s personalServer) Forget(ctx context.Context, req *personalv1.ForgetRequest) (*personalv1.ForgetResponse, error) {
	_, err := postgres.Forget(ctx, s.Pool, personal.Person{AccountID: req.GetAccountId(), Names: req.GetAddresses()}, false, req.GetCheck())
	reasons, err := personal.Reasons(err)
	return &personalv1.ForgetResponse{Reasons: reasons}, err
}

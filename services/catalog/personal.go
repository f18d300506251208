package catalog

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// Export writes the stored data of a person, except for published content, to standard output as JSON: export <account id> [<name>…].
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, func(ctx context.Context, pool *pgxpool.Pool, who personal.Person) (string, error) {
		if err := checkMigrated(ctx, pool); err != nil {
			return "", err
		}
		return postgres.Export(ctx, pool, who)
	})
}

// Forget removes an account and its names from artists, curators and staff's changes, and writes the number of rows:
// forget [--check] <account id> [<name>…]. With --check it only reports what it would do. If the content folder names the account, it returns an
// error.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "", args,
		func(ctx context.Context, pool *pgxpool.Pool, who personal.Person, check bool) (string, error) {
			if err := checkMigrated(ctx, pool); err != nil {
				return "", err
			}
			return postgres.Forget(ctx, pool, who, check)
		})
}

// personalServer implements PersonalService, which auth calls. It does the same as the commands.
type personalServer struct{ *Service }

func (s personalServer) Export(ctx context.Context, req *personalv1.ExportRequest) (*personalv1.ExportResponse, error) {
	found, err := postgres.Export(ctx, s.Pool, personal.Person{AccountID: req.GetWho(), Names: req.GetAddresses()})
	return &personalv1.ExportResponse{Data: []byte(found)}, err
}

func (s personalServer) Forget(ctx context.Context, req *personalv1.ForgetRequest) (*personalv1.ForgetResponse, error) {
	_, err := postgres.Forget(ctx, s.Pool, personal.Person{AccountID: req.GetAccountId(), Names: req.GetAddresses()}, req.GetCheck())
	reasons, err := personal.Reasons(err)
	return &personalv1.ForgetResponse{Reasons: reasons}, err
}

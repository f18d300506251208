package approvals

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit/personal"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres"
)

// Export writes all data about a person to standard output, as JSON: export <account id> [<name>…].
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget removes what identifies a person and writes the numbers of changed rows: forget [--check] <account id> [<name>…]. With --check it
// changes nothing. It is an error if something must end first.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "", args, postgres.Forget)
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

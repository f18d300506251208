package profiles

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/personal"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/avatar"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// Export writes all data about a person to standard output, as JSON: export <account id> [<name>…].
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget removes what identifies a person, and their avatar, and writes the numbers of changed rows: forget [--check] <account id> [<name>…].
// With --check it changes nothing. It is an error if something must end first.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "", args, func(ctx context.Context, pool *pgxpool.Pool, who personal.Person, check bool) (string, error) {
		media, err := cfg.openMedia(ctx)
		if err != nil {
			return "", err
		}
		defer func() { _ = media.Close() }()
		return postgres.Forget(ctx, pool, who, check, removeAvatar(ctx, media))
	})
}

// removeAvatar returns a function that deletes the avatar with a name from media.
func removeAvatar(ctx context.Context, media *blob.Store) func(name string) error {
	avatars := avatar.New(media, nil)
	return func(name string) error { return avatars.Remove(ctx, profile.Avatar{Name: name}) }
}

// personalServer implements PersonalService, which auth calls. It does the same as the commands.
type personalServer struct{ *Service }

func (s personalServer) Export(ctx context.Context, req *personalv1.ExportRequest) (*personalv1.ExportResponse, error) {
	found, err := postgres.Export(ctx, s.Pool, personal.Person{AccountID: req.GetWho(), Names: req.GetAddresses()})
	return &personalv1.ExportResponse{Data: []byte(found)}, err
}

func (s personalServer) Forget(ctx context.Context, req *personalv1.ForgetRequest) (*personalv1.ForgetResponse, error) {
	_, err := postgres.Forget(ctx, s.Pool, personal.Person{AccountID: req.GetAccountId(), Names: req.GetAddresses()}, req.GetCheck(), removeAvatar(ctx, s.Media))
	reasons, err := personal.Reasons(err)
	return &personalv1.ForgetResponse{Reasons: reasons}, err
}

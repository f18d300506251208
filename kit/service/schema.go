package service

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/postgres"
)

// schema watches whether a later release has migrated the database, which this one continues to use.
type schema struct {
	pool       postgres.Querier
	migrations fs.FS
	log        *slog.Logger
	// newer is the last postgres.ErrNewer, or nil.
	newer atomic.Pointer[error]
}

// check logs a change once.
func (s *schema) check(ctx context.Context) error {
	err := postgres.CheckKnown(ctx, s.pool, s.migrations)
	switch {
	case err == nil:
		s.newer.Store(nil)
	case !errors.Is(err, postgres.ErrNewer):
		return err
	default:
		if last := s.newer.Swap(&err); last == nil || (*last).Error() != err.Error() {
			s.log.WarnContext(ctx, "a later release has migrated the database", "reason", err)
		}
	}
	return nil
}

func (s *schema) run(ctx context.Context) error {
	return kit.Every(ctx, time.Minute, s.log, "cannot read the versions of the database", s.check)
}

func (s *schema) problems(context.Context) []string {
	if err := s.newer.Load(); err != nil {
		return []string{(*err).Error()}
	}
	return nil
}

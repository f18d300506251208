package catalog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
)

// collectionTimeout limits one attempt of an import on the desk. Its files have a few hundred thousand rows at most.
const collectionTimeout = 30 * time.Minute

// expireImports is the periodic job that removes files of imports that weren't started.
type expireImports struct{}

// Kind implements river.JobArgs.
func (expireImports) Kind() string { return "collection_imports_expiry" }

// handleImports adds the jobs that run imports of the desk.
func (s *Service) handleImports(queue *jobs.Queue) {
	jobs.Handle(queue, jobs.Options{Timeout: collectionTimeout}, func(ctx context.Context, job *river.Job[bulk.ImportCollection]) error {
		return s.importCollection(ctx, job.Args.ID)
	})
	jobs.Every(queue, expireEvery, expireImports{}, func(ctx context.Context) error {
		return s.store.ExpireCollections(ctx, s.Clock.Now().Add(-bulk.FilesKept))
	})
}

// importCollection runs an import that staff started on the desk.
func (s *Service) importCollection(ctx context.Context, id string) error {
	i, err := s.store.CollectionImport(ctx, id)
	if errors.Is(err, artwork.ErrNotFound) || err == nil && i.State != bulk.Running {
		return nil
	}
	if err == nil {
		err = s.importFiles(ctx, i)
	}
	_, mostly := errors.AsType[artwork.MostlyRemovedError](err)
	problems, read := errors.AsType[bulk.ProblemsError](err)
	switch {
	case err == nil:
		return nil
	case mostly:
		return s.store.FailCollection(ctx, id, "Most entries of the collection would be unpublished. Check the files again.", s.Clock.Now())
	case read:
		return s.store.FailCollection(ctx, id, "The files have "+problems.Count()+". Check them again.", s.Clock.Now())
	case errors.Is(err, artwork.ErrInvalid):
		return s.store.FailCollection(ctx, id, err.Error(), s.Clock.Now())
	}
	return errors.Join(fmt.Errorf("import of the collection %s: %w", i.Source, err), s.store.ReportCollection(context.WithoutCancel(ctx), id, 0, true))
}

// importFiles imports the files of an import as import-csv does.
func (s *Service) importFiles(ctx context.Context, i bulk.Import) error {
	files, err := s.store.CollectionFiles(ctx, i.ID)
	if err != nil {
		return err
	}
	base, err := s.store.SourceBase(ctx, i.Source)
	if err != nil {
		return err
	}
	c, err := bulk.Read(i.Of(ctx, files, base, s.Config.Currency))
	if err != nil {
		return err
	}
	began, now := time.Now(), s.Clock.Now()
	changes, err := s.store.ImportCollection(ctx, i, c, now)
	if err != nil {
		return err
	}
	afterBulk(ctx, s.store, c, changes, time.Since(began), s.Log)
	return nil
}

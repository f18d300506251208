package postgres

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// bulkSlice is the number of staged works that one statement writes, so that progress can be reported.
const bulkSlice = 10_000

// Progress is called with the number of finished works of a stage.
type Progress func(stage string, works int)

// ImportBulk makes the entries of a source equal to a large collection, in one transaction: works are copied into a
// staging table and written from there in a few statements.
func (s *Store) ImportBulk(ctx context.Context, c artwork.Bulk, now time.Time, report Progress) (artwork.Changes, error) {
	return s.importSource(ctx, c.Source, c.IDBase, c.IDLast, c.Digest, now, func(ctx context.Context, out *artwork.Changes) error {
		return s.writeBulk(ctx, c, report, out)
	})
}

// errPreviewed rolls a preview back.
var errPreviewed = errors.New("previewed")

// PreviewBulk returns what ImportBulk would do, and returns its errors. It changes nothing: the works are staged in a transaction that is rolled back,
// and rows of artworks are only read, so that sales don't wait.
func (s *Store) PreviewBulk(ctx context.Context, c artwork.Bulk) (artwork.Preview, error) {
	var out artwork.Preview
	err := postgres.InTx(postgres.WithStatementTimeout(ctx, imports), s.pool, func(ctx context.Context) error {
		out = artwork.Preview{Artists: len(c.Artists)}
		same, err := s.begin(ctx, c.Source, c.IDBase, c.IDLast, c.Digest)
		if err != nil {
			return err
		}
		out.Unchanged = same
		ids, err := s.stage(ctx, c, func(string, int) {})
		if err != nil {
			return err
		}
		artists := make([]int64, len(c.Artists))
		for i, a := range c.Artists {
			artists[i] = a.ID
		}
		known, err := s.queries(ctx).CountArtists(ctx, artists)
		if err != nil {
			return err
		}
		works, err := s.queries(ctx).CountStaged(ctx)
		if err != nil {
			return err
		}
		out.NewArtists, out.Works, out.NewWorks, out.ChangedWorks = len(artists)-known, works.Works, works.New, works.Changed
		if out.Removed, err = s.checkRemovals(ctx, c, ids, artists); err != nil {
			return err
		}
		return errPreviewed
	})
	if errors.Is(err, errPreviewed) {
		err = nil
	}
	return out, err
}

func (s *Store) writeBulk(ctx context.Context, c artwork.Bulk, report Progress, out *artwork.Changes) error {
	q := s.queries(ctx)
	artists := make([]int64, len(c.Artists))
	kept := artwork.Collection{Source: c.Source, Entries: artwork.Entries{Artists: slices.Clone(c.Artists)}}
	if err := s.keepEdits(ctx, &kept); err != nil { // files have no accounts, so links that staff made stay
		return err
	}
	for i, a := range kept.Artists {
		artists[i] = a.ID
		rows, err := q.PutArtist(ctx, artistParams(c.Source, a))
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
	}
	report("artists", len(c.Artists))
	ids, err := s.stage(ctx, c, report)
	if err != nil {
		return err
	}
	if err := q.AnalyzeStaged(ctx); err != nil {
		return err
	}
	slices.Sort(ids)
	if _, err := s.checkRemovals(ctx, c, ids, artists); err != nil {
		return err
	}
	for from := 0; from < len(ids); from += bulkSlice {
		to := min(from+bulkSlice, len(ids))
		rows, err := q.PutStaged(ctx, db.PutStagedParams{Source: c.Source, FirstID: ids[from], LastID: ids[to-1]})
		if err := count(&out.Written, rows, err); err != nil {
			return err
		}
		report("written", to)
	}
	rows, err := q.UnpublishBulkArtworks(ctx, db.UnpublishBulkArtworksParams{Source: c.Source, Kept: notNil(ids)})
	if err := count(&out.Removed, rows, err); err != nil {
		return err
	}
	rows, err = q.UnpublishBulkArtists(ctx, db.UnpublishBulkArtistsParams{Source: c.Source, Kept: artists})
	if err := count(&out.Removed, rows, err); err != nil {
		return err
	}
	rows, err = q.PublishArtistsOfArtworks(ctx, db.PublishArtistsOfArtworksParams{Source: c.Source, Kept: artists})
	if err := count(&out.Written, rows, err); err != nil {
		return err
	}
	if err := q.RestoreCounts(ctx, c.Source); err != nil {
		return err
	}
	report("listings", len(ids))
	return nil
}

// checkRemovals counts the source's published entries that are missing in the files. It returns MostlyRemovedError if they are more than half, because
// then the files probably are the wrong ones, or incomplete.
func (s *Store) checkRemovals(ctx context.Context, c artwork.Bulk, artworks, artists []int64) (removed int, err error) {
	n, err := s.queries(ctx).CountRemovals(ctx, db.CountRemovalsParams{Source: c.Source, Artworks: notNil(artworks), Artists: notNil(artists)})
	if err == nil && n.Removed*2 > n.Published && !c.AllowRemovals {
		err = artwork.MostlyRemovedError{Source: c.Source, Removed: n.Removed, Published: n.Published}
	}
	return n.Removed, err
}

// stage copies the works into the staging table, with their categories, and returns their ids.
func (s *Store) stage(ctx context.Context, c artwork.Bulk, report Progress) ([]int64, error) {
	if err := s.queries(ctx).StageArtworks(ctx); err != nil {
		return nil, err
	}
	next, stop := iter.Pull2(c.Artworks)
	defer stop()
	var ids []int64
	categories := map[string]bool{}
	_, err := s.conn(ctx).CopyFrom(ctx, pgx.Identifier{"staged"}, []string{
		"id", "slug", "title", "title_key", "artist_id", "category", "year", "medium", "description",
		"edition_size", "withheld", "price", "currency", "published_at", "source_url", "dated", "year_last",
	}, pgx.CopyFromFunc(func() ([]any, error) {
		w, err, ok := next()
		if !ok || err != nil {
			return nil, err
		}
		ids = append(ids, w.ID)
		categories[w.Category] = true
		if len(ids)%bulkSlice == 0 {
			report("copied", len(ids))
		}
		var price, currency any
		if w.Price != nil {
			price, currency = w.Price.Amount, w.Price.Currency
		}
		picture := ""
		if len(w.Media) > 0 {
			picture = w.Media[0].SourceURL
		}
		return []any{
			w.ID, w.Slug, w.Title, artwork.SortKey(w.Title), w.Artist.ID, w.Category, notZero(w.Year), w.Medium, w.Description,
			w.Editions.Size, w.Editions.Withheld, price, currency, w.PublishedAt, picture, w.Dated, notZero(w.YearLast),
		}, nil
	}))
	if err != nil {
		return nil, err
	}
	for slug := range categories {
		if err := s.queries(ctx).PutBulkCategory(ctx, db.PutBulkCategoryParams{Slug: slug, Name: categoryName(c.Categories[slug], slug)}); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// notZero returns nil for an unknown year.
func notZero(year int) *int {
	if year == 0 {
		return nil
	}
	return &year
}

// categoryName returns a category's name as pages show it: "on paper, print" becomes "On paper, print". Without a name it is made of the slug.
func categoryName(name, slug string) string {
	name = cmp.Or(name, strings.ReplaceAll(slug, "-", " "))
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToTitle(first)) + name[size:]
}

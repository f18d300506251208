package postgres_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// wrongRanges counts the ranges of the listing that have another number of works than are public between their beginning and the next one's.
const wrongRanges = `WITH r AS (
	SELECT *, lead(from_at) OVER listing AS to_at, lead(from_id) OVER listing AS to_id FROM listing_ranges WINDOW listing AS (ORDER BY from_at DESC, from_id)
)
SELECT count(*) FROM r WHERE works <> (
	SELECT count(*) FROM artworks w
	WHERE w.published AND (w.published_at < r.from_at OR w.published_at = r.from_at AND w.id >= r.from_id)
		AND (r.to_at IS NULL OR w.published_at > r.to_at OR w.published_at = r.to_at AND w.id < r.to_id)
)`

// TestPublishingChangesOneRange: after one work was unpublished, published again and moved to another category and back, all counts are right, and one range
// was written where it became public or ended to be.
func TestPublishingChangesOneRange(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	const works = 2500
	if _, err := s.ImportBulk(t.Context(), generated(works), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	var other string
	if err := pool.QueryRow(t.Context(), "SELECT min(slug) FROM categories c WHERE EXISTS (SELECT FROM artworks WHERE category <> c.slug)").Scan(&other); err != nil {
		t.Fatal(err)
	}
	var own string
	steps := []struct {
		name      string
		fn        func(*artwork.ArtworkText)
		published bool
		written   int
	}{
		{"unpublished", func(a *artwork.ArtworkText) { own, a.Published = a.Category, false }, false, 1},
		{"moved as a draft", func(a *artwork.ArtworkText) { a.Category = other }, false, 0},
		{"published", func(a *artwork.ArtworkText) { a.Published = true }, true, 1},
		{"moved back", func(a *artwork.ArtworkText) { a.Category = own }, true, 0},
	}
	for _, place := range []int{0, 999, 1000, 1001, 2499} { // the first and last works of ranges, too
		var id int64
		if err := pool.QueryRow(t.Context(), "SELECT id FROM artworks WHERE published ORDER BY published_at DESC, id OFFSET $1 LIMIT 1", place).Scan(&id); err != nil {
			t.Fatal(err)
		}
		for _, step := range steps {
			var before string
			if err := pool.QueryRow(t.Context(), "SELECT max(xmin::text::bigint)::text FROM listing_ranges").Scan(&before); err != nil {
				t.Fatal(err)
			}
			err := s.UpdateArtwork(t.Context(), id, artwork.Change{Account: "staff", Action: "edit", At: now}, func(a *artwork.ArtworkText) error {
				step.fn(a)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			var wrong, ranges, written, listed, ofArtist, ofCategory int
			err = pool.QueryRow(t.Context(), `SELECT (`+wrongRanges+`),
				(SELECT count(*) FROM listing_ranges), (SELECT count(*) FROM listing_ranges WHERE xmin::text::bigint > $1::bigint),
				(SELECT count(*) FROM listed JOIN artworks w ON w.id = artwork_id AND w.published),
				(SELECT count(*) FROM artists a WHERE works <> (SELECT count(*) FROM artworks w WHERE w.artist_id = a.id AND w.published)),
				(SELECT count(*) FROM categories c WHERE works <> (SELECT count(*) FROM artworks w WHERE w.category = c.slug AND w.published))`, before).
				Scan(&wrong, &ranges, &written, &listed, &ofArtist, &ofCategory)
			if err != nil {
				t.Fatal(err)
			}
			want := works
			if !step.published {
				want--
			}
			if wrong != 0 || ranges != 3 || written != step.written || listed != want || ofArtist != 0 || ofCategory != 0 {
				t.Errorf("work %d, %s: %d of %d ranges wrong, %d written, %d works listed, %d artists and %d categories with a wrong number of works, "+
					"want none wrong of 3, %d written and %d listed", place, step.name, wrong, ranges, written, listed, ofArtist, ofCategory, step.written, want)
			}
		}
	}
}

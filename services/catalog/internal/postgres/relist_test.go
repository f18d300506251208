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

// TestPublishingChangesOneRange: after one work was unpublished and published again, all counts are right, and one range was written.
func TestPublishingChangesOneRange(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	const works = 2500
	if _, err := s.ImportBulk(t.Context(), generated(works), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	for _, place := range []int{0, 999, 1000, 1001, 2499} { // the first and last works of ranges, too
		var id int64
		if err := pool.QueryRow(t.Context(), "SELECT id FROM artworks WHERE published ORDER BY published_at DESC, id OFFSET $1 LIMIT 1", place).Scan(&id); err != nil {
			t.Fatal(err)
		}
		for _, published := range []bool{false, true} {
			var before string
			if err := pool.QueryRow(t.Context(), "SELECT max(xmin::text::bigint)::text FROM listing_ranges").Scan(&before); err != nil {
				t.Fatal(err)
			}
			err := s.UpdateArtwork(t.Context(), id, artwork.Change{Account: "staff", Action: "publish", At: now}, func(a *artwork.ArtworkText) error {
				a.Published = published
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
			if !published {
				want--
			}
			if wrong != 0 || ranges != 3 || written != 1 || listed != want || ofArtist != 0 || ofCategory != 0 {
				t.Errorf("work %d, published %t: %d of %d ranges wrong, %d written, %d works listed, %d artists and %d categories with a wrong number of works, "+
					"want none wrong of 3, 1 written and %d listed", place, published, wrong, ranges, written, listed, ofArtist, ofCategory, want)
			}
		}
	}
}

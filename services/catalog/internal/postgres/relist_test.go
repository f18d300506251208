package postgres_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestPublishingRenumbersNewerWorksOnly: after one work was unpublished and published again, the listing is in order, and only places of newer
// works were written.
func TestPublishingRenumbersNewerWorksOnly(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	const works, at = 300, 280 // the work has this place
	if _, err := s.ImportBulk(t.Context(), generated(works), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	var id int64
	if err := pool.QueryRow(t.Context(), "SELECT artwork_id FROM listing WHERE place = $1", at).Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, published := range []bool{false, true} {
		var before string
		if err := pool.QueryRow(t.Context(), "SELECT max(xmin::text::bigint)::text FROM listing").Scan(&before); err != nil {
			t.Fatal(err)
		}
		err := s.UpdateArtwork(t.Context(), id, artwork.Change{Account: "staff", Action: "publish", At: now}, func(a *artwork.ArtworkText) error {
			a.Published = published
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var wrong, written, total, ofArtist, ofCategory int
		err = pool.QueryRow(t.Context(), `SELECT
			(SELECT count(*) FROM listing l FULL JOIN (SELECT row_number() OVER (ORDER BY published_at, id DESC) AS place, id FROM artworks WHERE published) w
			 ON w.place = l.place WHERE w.id IS DISTINCT FROM l.artwork_id),
			(SELECT count(*) FROM listing WHERE xmin::text::bigint > $1::bigint), (SELECT count(*) FROM listing),
			(SELECT count(*) FROM artists a WHERE works <> (SELECT count(*) FROM artworks w WHERE w.artist_id = a.id AND w.published)),
			(SELECT count(*) FROM categories c WHERE works <> (SELECT count(*) FROM artworks w WHERE w.category = c.slug AND w.published))`, before).
			Scan(&wrong, &written, &total, &ofArtist, &ofCategory)
		if err != nil {
			t.Fatal(err)
		}
		want := works
		if !published {
			want--
		}
		if wrong != 0 || total != want || written > works-at+1 || ofArtist != 0 || ofCategory != 0 {
			t.Errorf("published %t: %d wrong places of %d, %d written, %d artists and %d categories with a wrong number of works, want none of %d and at most %d written",
				published, wrong, total, written, ofArtist, ofCategory, want, works-at+1)
		}
	}
}

// TestPublishingRepairsTheListing: a process of the release before unpublished a work without changing the listing. The next change by staff
// rebuilds it.
func TestPublishingRepairsTheListing(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(300), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), "UPDATE artworks SET published = false WHERE id = (SELECT artwork_id FROM listing WHERE place = 10)"); err != nil {
		t.Fatal(err)
	}
	var id int64
	if err := pool.QueryRow(t.Context(), "SELECT artwork_id FROM listing WHERE place = 200").Scan(&id); err != nil {
		t.Fatal(err)
	}
	err := s.UpdateArtwork(t.Context(), id, artwork.Change{Account: "staff", Action: "unpublish", At: now}, func(a *artwork.ArtworkText) error {
		a.Published = false
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var listed, wrong int
	err = pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM listing), (SELECT count(*) FROM listing l JOIN artworks w ON w.id = l.artwork_id WHERE NOT w.published)`).
		Scan(&listed, &wrong)
	if err != nil || listed != 298 || wrong != 0 {
		t.Errorf("listed works = %d, %d of them unpublished, %v, want 298 and none", listed, wrong, err)
	}
}

package read

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// othersSQL selects the newest works of the artist of a work.
const othersSQL = `SELECT %s
FROM artworks w
WHERE w.artist_id = (SELECT s.artist_id FROM artworks s WHERE s.id = $1)
  AND w.published AND w.visible_from <= $2 AND w.id <> $3
ORDER BY w.published_at DESC, w.id
LIMIT $4`

// Artwork returns an artwork with its whole artist and, if others isn't nil, more artworks of the same artist: one round trip, unless frequencies
// are requested.
func (r *Reader) Artwork(ctx context.Context, id int64, others *search.Others, frequency bool, now time.Time) (*gen.Artwork, error) {
	var rec postgres.Recorder
	p := db.ArtworkParams{ID: id, Now: now}
	_, _ = db.New(&rec).Artwork(ctx, p)
	fields := search.Fields{Media: true}
	if others != nil {
		rec.Queue(fmt.Sprintf(othersSQL, columns(fields)), id, now, others.Except, others.First)
	}
	res := r.Pool.SendBatch(ctx, &rec.Batch)
	defer func() { _ = res.Close() }()
	row, err := db.New(postgres.Results{BatchResults: res}).Artwork(ctx, p)
	if err != nil {
		return nil, found(err)
	}
	work, err := r.detail(&row, now)
	if err != nil {
		return nil, err
	}
	if others != nil {
		rows, err := res.Query()
		if err != nil {
			return nil, err
		}
		work.Artist.Others = others
		if work.Artist.OtherWorks, err = r.scan(rows, fields, now); err != nil {
			return nil, err
		}
	}
	if !frequency {
		return work, nil
	}
	if err := res.Close(); err != nil {
		return nil, err
	}
	return work, r.addFrequencies(ctx, []*gen.Artwork{work}, now)
}

func (r *Reader) detail(row *db.ArtworkRow, now time.Time) (*gen.Artwork, error) {
	work, err := r.work(&card{
		id: row.ID, artistID: row.ArtistID, slug: row.Slug, title: row.Title, artistName: row.ArtistName, artistSlug: row.ArtistSlug, category: row.Category,
		medium: row.Medium, description: row.Description, year: row.Year, dated: row.Dated, price: row.Price, drop: row.DropID, currency: row.Currency, chainID: row.ChainID,
		editions:    artwork.Editions{Size: row.EditionSize, Withheld: row.Withheld, Held: row.Held, Sold: row.Sold},
		publishedAt: row.PublishedAt, starts: row.SaleStartsAt, ends: row.SaleEndsAt, media: row.Media, attributes: row.Attributes, curators: row.CuratorIds,
	}, whole, now)
	if err != nil {
		return nil, err
	}
	work.Artist, err = artist(&db.ArtistsByIDRow{
		ID: row.ArtistID, Slug: row.ArtistSlug, Name: row.ArtistName, SortName: row.SortName, Bio: row.Bio, Born: row.Born, Died: row.Died, Place: row.Place,
		Website: row.Website, Portrait: row.Portrait, Works: row.Works,
	})
	return work, err
}

// whole are all fields of an artwork's row.
var whole = search.Fields{Description: true, Media: true, Parameters: true, Attributes: true, Curators: true}

// AnyArtwork returns an artwork, published or not, with the requested fields that need other queries.
func (r *Reader) AnyArtwork(ctx context.Context, id int64, f search.Fields, now time.Time) (*gen.Artwork, error) {
	works, err := r.anyWorks(ctx, f, now, "w.id = $1", id)
	if err == nil && len(works) == 0 {
		err = artwork.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return works[0], nil
}

// ArtworksOfDrop returns all artworks of a drop, published or not, in its order.
func (r *Reader) ArtworksOfDrop(ctx context.Context, id int64, f search.Fields, now time.Time) ([]*gen.Artwork, error) {
	return r.anyWorks(ctx, f, now, "w.drop_id = $1 ORDER BY "+fmt.Sprintf(hungSQL, "$1"), id)
}

func (r *Reader) anyWorks(ctx context.Context, f search.Fields, now time.Time, condition string, id int64) ([]*gen.Artwork, error) {
	all := whole
	all.Artist, all.Frequency, all.Stills = f.Artist, f.Frequency, true
	works, err := r.works(ctx, r.Pool, all, now, "SELECT "+columns(all)+" FROM artworks w WHERE "+condition, id)
	return r.enriched(ctx, works, err, all, now)
}

// ArtistOriginal returns the path of the original of an artist's artwork.
func (r *Reader) ArtistOriginal(ctx context.Context, artistID, id int64) (string, error) {
	place, err := r.queries().ArtistOriginal(ctx, db.ArtistOriginalParams{ArtistID: artistID, ID: id})
	return place, found(err)
}

// EditionFilms returns the films of editions, by the ids of their tokens.
func (r *Reader) EditionFilms(ctx context.Context, tokenIDs []int64, now time.Time) (map[int64]gen.EditionFilm, error) {
	rows, err := r.queries().EditionFilms(ctx, db.EditionFilmsParams{TokenIds: tokenIDs, Now: now})
	films := make(map[int64]gen.EditionFilm, len(rows))
	for _, f := range rows {
		films[f.TokenID] = gen.EditionFilm{
			TokenID: idOf(f.TokenID), URL: f.URL, Width: f.Width, Height: f.Height, Bytes: f.Bytes, Duration: float64(f.Milliseconds) / 1000,
		}
	}
	return films, err
}

// inOrder returns the messages of ids that exist.
func inOrder[T any](found map[int64]*T, ids []int64) []*T {
	out := []*T{}
	for _, id := range ids {
		if v, ok := found[id]; ok {
			out = append(out, v)
		}
	}
	return out
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
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

// Artwork implements graph.Works. The work, its artist and the artist's other works are one round trip.
func (s *Store) Artwork(ctx context.Context, id int64, others *search.Others, now time.Time) (artwork.Artwork, error) {
	var rec postgres.Recorder
	p := db.ArtworkParams{ID: id, Now: now}
	_, _ = db.New(&rec).Artwork(ctx, p)
	fields := search.Fields{Media: true}
	if others != nil {
		rec.Queue(fmt.Sprintf(othersSQL, columns(fields)), id, now, others.Except, others.First)
	}
	res := s.pool.SendBatch(ctx, &rec.Batch)
	defer func() { _ = res.Close() }()

	r, err := db.New(postgres.Results{BatchResults: res}).Artwork(ctx, p)
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.Artwork{}, artwork.ErrNotFound
	}
	if err != nil {
		return artwork.Artwork{}, err
	}
	portrait, err := one(r.Portrait)
	if err != nil {
		return artwork.Artwork{}, err
	}
	c := card{year: r.Year, price: r.Price, currency: r.Currency, drop: r.DropID, starts: r.SaleStartsAt, ends: r.SaleEndsAt, media: r.Media, attributes: r.Attributes}
	c.w = artwork.Artwork{
		ID: r.ID, Slug: r.Slug, Title: r.Title, Category: r.Category, Medium: r.Medium, ChainID: r.ChainID, PublishedAt: r.PublishedAt,
		Description: r.Description, CuratorIDs: r.CuratorIds,
		Editions: artwork.Editions{Size: r.EditionSize, Withheld: r.Withheld, Held: r.Held, Sold: r.Sold},
		Artist: artwork.Artist{
			ID: r.ArtistID, Slug: r.ArtistSlug, Name: r.ArtistName, SortName: r.SortName, Bio: r.Bio, Born: r.Born, Died: r.Died, Place: r.Place,
			Website: r.Website, Portrait: portrait, Works: r.Works,
		},
	}
	work, err := c.artwork(search.Fields{Media: true, Parameters: true, Attributes: true})
	if err != nil {
		return work, err
	}
	if others == nil {
		return work, nil
	}
	rows, err := res.Query()
	if err != nil {
		return work, err
	}
	work.Artist.Others, err = scanWorks(rows, fields)
	return work, err
}

// Frequencies implements graph.Works.
func (s *Store) Frequencies(ctx context.Context, works []*artwork.Artwork, now time.Time) error {
	ids := make([]int64, len(works))
	for i, w := range works {
		ids[i] = w.ID
	}
	rows, err := s.read().Frequencies(ctx, db.FrequenciesParams{Ids: ids, Now: now})
	if err != nil {
		return err
	}
	counts := map[db.FrequenciesRow]int{}
	for _, r := range rows {
		counts[db.FrequenciesRow{ID: r.ID, Name: r.Name, Value: r.Value}] = int(r.Works)
	}
	for _, w := range works {
		for i, a := range w.Attributes {
			w.Attributes[i].Frequency = counts[db.FrequenciesRow{ID: w.ID, Name: a.Name, Value: a.Value}]
		}
	}
	return nil
}

// Offer implements api.Works.
func (s *Store) Offer(ctx context.Context, id int64, now time.Time, unpublished bool) (artwork.Offer, error) {
	r, err := s.read().Offer(ctx, db.OfferParams{ID: id, Now: now, Unpublished: unpublished})
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.Offer{}, artwork.ErrNotFound
	}
	if err != nil {
		return artwork.Offer{}, err
	}
	return offer(r)
}

// Stock implements api.Releases.
func (s *Store) Stock(ctx context.Context, ids []int64, now time.Time) ([]artwork.Artwork, error) {
	rows, err := s.read().Stock(ctx, db.StockParams{Ids: ids, Now: now})
	return converted(rows, err, func(r db.StockRow) (artwork.Artwork, error) {
		w := artwork.Artwork{
			ID: r.ID, Slug: r.Slug, Title: r.Title, Artist: artwork.Artist{Name: r.ArtistName}, Price: price(r.Price, r.Currency),
			Editions: artwork.Editions{Size: r.EditionSize, Withheld: r.Withheld, Held: r.Held, Sold: r.Sold},
			Sale:     window(r.SaleStartsAt, r.SaleEndsAt),
		}
		var err error
		w.Media, err = readMedia(w.ID, r.Media)
		return w, err
	})
}

// Original implements api.Works.
func (s *Store) Original(ctx context.Context, id int64) (string, error) {
	place, err := s.read().Original(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", artwork.ErrNotFound
	}
	return place, err
}

// ArtistOriginal implements graph.Originals.
func (s *Store) ArtistOriginal(ctx context.Context, artistID, id int64) (string, error) {
	place, err := s.read().ArtistOriginal(ctx, db.ArtistOriginalParams{ArtistID: artistID, ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", artwork.ErrNotFound
	}
	return place, err
}

// EditionSource implements media.Works.
func (s *Store) EditionSource(ctx context.Context, id int64, now time.Time) (w artwork.Artwork, public bool, err error) {
	row, err := s.read().EditionSource(ctx, db.EditionSourceParams{ID: id, Now: now})
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.Artwork{}, false, artwork.ErrNotFound
	}
	if err != nil {
		return artwork.Artwork{}, false, err
	}
	w = artwork.Artwork{ID: id, Editions: artwork.Editions{Size: row.EditionSize}}
	w.Media, err = readMedia(id, row.Media)
	return w, row.Public, err
}

// ArtistOfAccount implements api.Works.
func (s *Store) ArtistOfAccount(ctx context.Context, accountID, email string) (artwork.Linked, error) {
	found, err := s.read().ArtistsOfAccount(ctx, db.ArtistsOfAccountParams{AccountID: accountID, Email: email})
	switch {
	case err != nil:
		return artwork.Linked{}, err
	case len(found) == 0:
		return artwork.Linked{}, artwork.ErrNotFound
	case len(found) > 1:
		return artwork.Linked{}, fmt.Errorf("%w: %s (%d) and %s (%d)", artwork.ErrAmbiguous, found[0].Name, found[0].ID, found[1].Name, found[1].ID)
	}
	a := artwork.Linked{Artist: artwork.Artist{ID: found[0].ID, Name: found[0].Name}, Since: utc(found[0].LinkedAt), Ends: utc(found[0].EndsAt)}
	switch {
	case accountID == "" || strings.EqualFold(found[0].AccountID, accountID):
		return a, nil
	case found[0].AccountID != "":
		return a, fmt.Errorf("%w: %s (%d)", artwork.ErrTaken, a.Name, a.ID)
	}
	err = s.read().BindAccount(ctx, db.BindAccountParams{ID: a.ID, AccountID: accountID})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23505" {
		return a, fmt.Errorf("%w: %s (%d) and another one", artwork.ErrAmbiguous, a.Name, a.ID)
	}
	return a, err
}

// AccountOfArtist implements api.Works.
func (s *Store) AccountOfArtist(ctx context.Context, id int64) (artwork.Link, error) {
	r, err := s.read().AccountOfArtist(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.Link{}, artwork.ErrNotFound
	}
	l := artwork.LinkTo(r.Name, r.Account, r.AccountID)
	if r.Next != "" {
		l.Next, l.NextAt = new(artwork.LinkTo(r.Name, r.Next, "")), utc(r.EffectiveAt)
	}
	return l, err
}

// utc returns the time of a nullable column in UTC: the zero time for NULL.
func utc(t *time.Time) time.Time { return postgres.OrZero(t).UTC() }

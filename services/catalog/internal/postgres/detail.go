package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Artwork implements graph.Works. The work, its artist and the artist's other works are one round trip.
func (s *Store) Artwork(ctx context.Context, id int64, others *artwork.Others, now time.Time) (artwork.Artwork, error) {
	var b pgx.Batch
	b.Queue(artworkSQL, id, now)
	fields := artwork.Fields{Media: true}
	if others != nil {
		b.Queue(fmt.Sprintf(artworkOthersSQL, columns(fields)), id, now, others.Except, others.First)
	}
	res := s.pool.SendBatch(ctx, &b)
	defer func() { _ = res.Close() }()

	var c card
	var portrait []byte
	a := &c.w.Artist
	var year int32
	var price, drop int64
	var currency string
	w := &c.w
	err := res.QueryRow().Scan(&w.ID, &w.Slug, &w.Title, &a.ID, &a.Name, &a.Slug, &w.Category, &year, &w.Medium,
		&w.Editions.Size, &w.Editions.Withheld, &w.Editions.Held, &w.Editions.Sold, &price, &currency, &w.ChainID, &w.PublishedAt,
		&drop, &c.starts, &c.ends, &c.source, &w.Description, &c.media, &c.attributes, &w.CuratorIDs,
		&a.SortName, &a.Bio, &a.Born, &a.Died, &a.Place, &a.Website, &portrait, &a.Works)
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.Artwork{}, artwork.ErrNotFound
	}
	if err != nil {
		return artwork.Artwork{}, err
	}
	c.year, c.drop = &year, &drop
	if price > 0 {
		c.price, c.currency = &price, &currency
	}
	work, err := c.artwork(artwork.Fields{Media: true, Attributes: true})
	if err != nil {
		return work, err
	}
	if work.Artist.Portrait, err = one(portrait); err != nil {
		return work, err
	}
	if others == nil {
		return work, nil
	}
	rows, err := res.Query()
	if err != nil {
		return work, err
	}
	found := *others
	if found.Works, err = scanWorks(rows, fields); err != nil {
		return work, err
	}
	work.Artist.Others = &found
	return work, nil
}

// Frequencies implements graph.Works.
func (s *Store) Frequencies(ctx context.Context, works []*artwork.Artwork, now time.Time) error {
	ids := make([]int64, len(works))
	for i, w := range works {
		ids[i] = w.ID
	}
	rows, err := s.pool.Query(ctx, frequenciesSQL, ids, now)
	if err != nil {
		return err
	}
	defer rows.Close()
	type trait struct {
		id          int64
		name, value string
	}
	counts := map[trait]int{}
	for rows.Next() {
		var t trait
		var n int
		if err := rows.Scan(&t.id, &t.name, &t.value, &n); err != nil {
			return err
		}
		counts[t] = n
	}
	for _, w := range works {
		for i, a := range w.Attributes {
			w.Attributes[i].Frequency = counts[trait{w.ID, a.Name, a.Value}]
		}
	}
	return rows.Err()
}

// Offer implements api.Works.
func (s *Store) Offer(ctx context.Context, id int64, now time.Time) (artwork.Offer, error) {
	o, err := scanOffer(s.pool.QueryRow(ctx, offerSQL, id, now))
	if errors.Is(err, pgx.ErrNoRows) {
		return o, artwork.ErrNotFound
	}
	return o, err
}

// Original implements api.Works.
func (s *Store) Original(ctx context.Context, id int64, now time.Time) (string, error) {
	var place string
	err := s.pool.QueryRow(ctx, originalSQL, id, now).Scan(&place)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", artwork.ErrNotFound
	}
	return place, err
}

// ArtistOfAccount implements api.Works.
func (s *Store) ArtistOfAccount(ctx context.Context, accountID, email string) (artwork.Artist, error) {
	rows, err := s.pool.Query(ctx, accountSQL, accountID, email)
	if err != nil {
		return artwork.Artist{}, err
	}
	type link struct {
		ID      int64
		Name    string
		Account string
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[link])
	switch {
	case err != nil:
		return artwork.Artist{}, err
	case len(found) == 0:
		return artwork.Artist{}, artwork.ErrNotFound
	case len(found) > 1:
		return artwork.Artist{}, fmt.Errorf("%w: %s (%d) and %s (%d)", artwork.ErrAmbiguous, found[0].Name, found[0].ID, found[1].Name, found[1].ID)
	}
	a := artwork.Artist{ID: found[0].ID, Name: found[0].Name}
	switch {
	case accountID == "" || strings.EqualFold(found[0].Account, accountID):
		return a, nil
	case found[0].Account != "":
		return a, fmt.Errorf("%w: %s (%d)", artwork.ErrTaken, a.Name, a.ID)
	}
	_, err = s.pool.Exec(ctx, bindAccountSQL, a.ID, accountID)
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23505" {
		return a, fmt.Errorf("%w: %s (%d) and another one", artwork.ErrAmbiguous, a.Name, a.ID)
	}
	return a, err
}

// AccountOfArtist implements api.Works.
func (s *Store) AccountOfArtist(ctx context.Context, id int64) (artwork.Link, error) {
	var l artwork.Link
	var account string
	err := s.pool.QueryRow(ctx, accountOfArtistSQL, id).Scan(&l.Name, &account, &l.AccountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, artwork.ErrNotFound
	}
	if strings.Contains(account, "@") {
		l.Email = account
	}
	return l, err
}

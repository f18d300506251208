package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/token"
)

// RequestFilm implements events.Films.
func (s *Store) RequestFilm(ctx context.Context, tokenID int64, now time.Time) error {
	artworkID, number := token.Edition(tokenID)
	added, err := s.queries(ctx).RequestEditionFilm(ctx, db.RequestEditionFilmParams{TokenID: tokenID, ArtworkID: artworkID, Number: number, RequestedAt: now})
	if err != nil || added == 0 {
		return err
	}
	// The picture is drawn before the buyer downloads the certificate, which waits only a few seconds for it.
	return jobs.Add(ctx, s.conn(ctx), artwork.DrawEdition{ArtworkID: artworkID, Number: number, Awaited: true}, artwork.FilmEdition{ArtworkID: artworkID, Number: number})
}

// NeedsFilm implements media.Films.
func (s *Store) NeedsFilm(ctx context.Context, artworkID int64, number int, live artwork.Media) (bool, error) {
	return s.queries(ctx).LacksEditionFilm(ctx, db.LacksEditionFilmParams{TokenID: token.ID(artworkID, number), Page: live.Page, Recipe: live.Recipe})
}

// SetFilm implements media.Films.
func (s *Store) SetFilm(ctx context.Context, artworkID int64, number int, live artwork.Media, film *artwork.EditionFilm) error {
	p := db.SetEditionFilmParams{TokenID: token.ID(artworkID, number), Page: &live.Page, Recipe: live.Recipe}
	if film != nil {
		p.URL, p.Width, p.Height, p.Bytes, p.Milliseconds = &film.URL, &film.Width, &film.Height, &film.Bytes, &film.Milliseconds
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		rows, err := s.queries(ctx).SetEditionFilm(ctx, p)
		if err != nil || rows == 0 {
			return err
		}
		return s.move(ctx)
	})
}

// FailFilm implements media.Films.
func (s *Store) FailFilm(ctx context.Context, artworkID int64, number int, now time.Time) error {
	return s.queries(ctx).FailEditionFilm(ctx, db.FailEditionFilmParams{TokenID: token.ID(artworkID, number), FailedAt: &now})
}

// EditionsWithoutFilm implements media.Films.
func (s *Store) EditionsWithoutFilm(ctx context.Context, failedBefore, now time.Time, limit int32) ([]artwork.FilmEdition, error) {
	rows, err := s.queries(ctx).LackingEditionFilms(ctx, db.LackingEditionFilmsParams{Now: now, FailedBefore: &failedBefore, Limit: limit})
	out := make([]artwork.FilmEdition, len(rows))
	for i, r := range rows {
		out[i] = artwork.FilmEdition{ArtworkID: r.ArtworkID, Number: r.Number}
	}
	return out, err
}

// Package postgres stores profiles and payout wallets.
package postgres

import (
	"context"
	"embed"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// Migrations are the service's SQL migrations.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Profiles implements profile.Store.
type Profiles struct{ pool *pgxpool.Pool }

// NewProfiles returns a store on a migrated database.
func NewProfiles(pool *pgxpool.Pool) *Profiles { return &Profiles{pool} }

// queries returns the queries, in the transaction of ctx if there is one.
func queries(ctx context.Context, pool *pgxpool.Pool) *db.Queries {
	return db.New(postgres.Conn(ctx, pool))
}

// Create implements profile.Store.
func (s *Profiles) Create(ctx context.Context, p profile.Profile) error {
	return queries(ctx, s.pool).CreateProfile(ctx, db.CreateProfileParams{
		ID: p.ID, OwnerID: p.OwnerID, Name: p.Name, Email: p.Email, FirstName: p.FirstName, LastName: p.LastName, CreatedAt: p.CreatedAt,
	})
}

// ByOwner implements profile.Store.
func (s *Profiles) ByOwner(ctx context.Context, ownerID string) (profile.Profile, error) {
	if uuid.Validate(ownerID) != nil {
		return profile.Profile{}, profile.ErrNotFound
	}
	return profileOf(queries(ctx, s.pool).ProfileByOwner(ctx, ownerID))
}

// Update implements profile.Store.
func (s *Profiles) Update(ctx context.Context, ownerID, profileID string, change func(context.Context, *profile.Profile) error) error {
	if uuid.Validate(ownerID) != nil || uuid.Validate(profileID) != nil {
		return profile.ErrNotFound
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		p, err := profileOf(q.LockProfile(ctx, db.LockProfileParams{OwnerID: ownerID, ID: profileID}))
		if err != nil {
			return err
		}
		if err := change(ctx, &p); err != nil {
			return err
		}
		return q.UpdateProfile(ctx, db.UpdateProfileParams{
			ID: p.ID, Name: p.Name, Email: p.Email, FirstName: p.FirstName, LastName: p.LastName, EmailVersion: p.EmailVersion,
			Avatar: p.Avatar.Name, AvatarWidth: p.Avatar.Width, AvatarHeight: p.Avatar.Height,
		})
	})
}

// ProfileEmail implements account.Directory.
func (s *Profiles) ProfileEmail(ctx context.Context, accountID string) (string, error) {
	p, err := s.ByOwner(ctx, accountID)
	if errors.Is(err, profile.ErrNotFound) {
		return "", nil
	}
	return p.Email, err
}

// profileOf converts the result of a query.
func profileOf(row db.Profile, err error) (profile.Profile, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		err = profile.ErrNotFound
	}
	if err != nil {
		return profile.Profile{}, err
	}
	return profile.Profile{
		ID: row.ID, OwnerID: row.OwnerID, Name: row.Name, Email: row.Email, FirstName: row.FirstName, LastName: row.LastName,
		EmailVersion: row.EmailVersion, Avatar: profile.Avatar{Name: row.Avatar, Width: row.AvatarWidth, Height: row.AvatarHeight},
		CreatedAt: row.CreatedAt.UTC(),
	}, nil
}

// Package postgres keeps profiles and payout wallets.
package postgres

import (
	"context"
	"embed"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// Migrations are the service's.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Profiles implements profile.Store.
type Profiles struct{ pool *pgxpool.Pool }

// NewProfiles uses a migrated database.
func NewProfiles(pool *pgxpool.Pool) *Profiles { return &Profiles{pool} }

// Create implements profile.Store.
func (s *Profiles) Create(ctx context.Context, p profile.Profile) (profile.Profile, error) {
	_, err := postgres.Conn(ctx, s.pool).Exec(ctx, createProfileSQL, p.ID, p.OwnerID, p.Name, p.Email, p.FirstName, p.LastName, p.CreatedAt)
	if err != nil {
		return profile.Profile{}, err
	}
	return s.ByOwner(ctx, p.OwnerID)
}

// ByOwner implements profile.Store.
func (s *Profiles) ByOwner(ctx context.Context, ownerID string) (profile.Profile, error) {
	if uuid.Validate(ownerID) != nil {
		return profile.Profile{}, profile.ErrNotFound
	}
	return scanProfile(postgres.Conn(ctx, s.pool).QueryRow(ctx, profileByOwnerSQL, ownerID))
}

// Update implements profile.Store.
func (s *Profiles) Update(ctx context.Context, ownerID, profileID string, change func(*profile.Profile) error) (p profile.Profile, err error) {
	if uuid.Validate(ownerID) != nil || uuid.Validate(profileID) != nil {
		return profile.Profile{}, profile.ErrNotFound
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, s.pool)
		if p, err = scanProfile(q.QueryRow(ctx, lockProfileSQL, ownerID, profileID)); err != nil {
			return err
		}
		if err := change(&p); err != nil {
			return err
		}
		_, err := q.Exec(ctx, updateProfileSQL, p.ID, p.Name, p.Email, p.FirstName, p.LastName, p.Avatar.Name, p.Avatar.Width, p.Avatar.Height, p.EmailVersion)
		return err
	})
	if err != nil {
		return profile.Profile{}, err
	}
	return p, nil
}

// Contact implements payout.Contacts.
func (s *Profiles) Contact(ctx context.Context, accountID string) (string, error) {
	p, err := s.ByOwner(ctx, accountID)
	if errors.Is(err, profile.ErrNotFound) {
		return "", nil
	}
	return p.Email, err
}

func scanProfile(row pgx.Row) (p profile.Profile, err error) {
	err = row.Scan(&p.ID, &p.OwnerID, &p.Name, &p.Email, &p.FirstName, &p.LastName, &p.Avatar.Name, &p.Avatar.Width, &p.Avatar.Height, &p.CreatedAt, &p.EmailVersion)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, profile.ErrNotFound
	}
	p.CreatedAt = p.CreatedAt.UTC()
	return p, err
}

// Package postgres stores profiles and payout wallets.
package postgres

import (
	"context"
	"embed"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
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
func (s *Profiles) Create(ctx context.Context, p profile.Profile) (profile.Profile, error) {
	err := queries(ctx, s.pool).CreateProfile(ctx, db.CreateProfileParams{
		ID: p.ID, OwnerID: p.OwnerID, Name: p.Name, Email: p.Email, FirstName: p.FirstName, LastName: p.LastName, CreatedAt: p.CreatedAt,
	})
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
	return profileOf(queries(ctx, s.pool).ProfileByOwner(ctx, ownerID))
}

// Find implements profile.Store.
func (s *Profiles) Find(ctx context.Context, search string, ownerIDs []string, limit int) ([]profile.Profile, error) {
	if ownerIDs == nil {
		ownerIDs = []string{}
	}
	p := db.FindProfilesParams{OwnerIds: ownerIDs, Limit: int32(limit)}
	if search != "" {
		p.Prefix, p.PrefixEnd = pgtype.Text{String: search, Valid: true}, pgtype.Text{String: search + "\U0010FFFF", Valid: true}
	}
	rows, err := queries(ctx, s.pool).FindProfiles(ctx, p)
	if err != nil {
		return nil, err
	}
	out := make([]profile.Profile, len(rows))
	for i, row := range rows {
		if out[i], err = profileOf(row, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Update implements profile.Store.
func (s *Profiles) Update(ctx context.Context, ownerID, profileID string, change func(context.Context, *profile.Profile) error) (p profile.Profile, err error) {
	if uuid.Validate(ownerID) != nil || uuid.Validate(profileID) != nil {
		return profile.Profile{}, profile.ErrNotFound
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		if p, err = profileOf(q.LockProfile(ctx, db.LockProfileParams{OwnerID: ownerID, ID: profileID})); err != nil {
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

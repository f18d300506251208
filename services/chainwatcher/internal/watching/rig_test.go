package watching_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
)

type rig struct{ *chaintest.Rig }

func setup(t testing.TB) *rig {
	t.Helper()
	return &rig{chaintest.Setup(t)}
}

// follow starts a chain in a database that may hold others.
func follow(t testing.TB, db *pgxpool.Pool, chainID uint32, depth uint64) *rig {
	t.Helper()
	return &rig{chaintest.Follow(t, db, chainID, depth)}
}

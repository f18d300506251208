package testkit

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
)

// serviceUser is the user of a running service. It doesn't own the tables.
const serviceUser = "vitrine_service"

// MigrateForService migrates a database as its owner, and grants the user of AsService what a running service may do. Call it in the
// migrate function of Postgres: then it runs once per process, because copies of a database keep its privileges.
func MigrateForService(ctx context.Context, database string, files fs.FS) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	// Users belong to the server, which may serve several test processes.
	if _, err := conn.Exec(ctx, fmt.Sprintf(`DO $$ BEGIN CREATE ROLE %s LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`, serviceUser)); err != nil {
		return err
	}
	service, err := as(database, serviceUser)
	if err != nil {
		return err
	}
	return postgres.MigrateAs(ctx, serviceUser, database, service, files, slog.New(slog.DiscardHandler))
}

// AsService returns the address of a database that MigrateForService migrated, for the user of the service.
func AsService(t testing.TB, database string) string {
	t.Helper()
	service, err := as(database, serviceUser)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func as(database, user string) (string, error) {
	u, err := url.Parse(database)
	if err != nil {
		return "", err
	}
	u.User = url.User(user)
	return u.String(), nil
}

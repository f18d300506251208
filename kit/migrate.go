package kit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
)

// Migrate returns the command migrate. It needs only MIGRATE_DATABASE_URL, or DATABASE_URL if one user owns the tables and runs the service, so
// that a job that migrates has none of the service's other secrets.
func Migrate[C stored](run func(ctx context.Context, cfg C, log *slog.Logger, args []string) error) Command[C] {
	return Command[C]{Name: "migrate", Help: "bring the database to the newest version", Run: run, load: loadOwner[C]}
}

func (d Database) owner() string { return d.MigrateDatabaseURL }

// loadOwner reads the environment and requires only the address of the database.
func loadOwner[C stored](cfg *C) error {
	err := errors.Join(parse(cfg, ""), unknown(Settings(*cfg), variables()))
	db := Database{DatabaseURL: (*cfg).database(), MigrateDatabaseURL: (*cfg).owner()}
	if db == (Database{}) {
		err = errors.Join(err, errors.New("MIGRATE_DATABASE_URL is required"))
	}
	if err = errors.Join(err, errors.Join(checkKinds(reflect.ValueOf(&db).Elem())...)); err != nil {
		return fmt.Errorf("settings: %w", flatten(err))
	}
	return nil
}

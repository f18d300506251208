package postgres

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// LastFormerCommit is the last commit with the migrations that each 0001 replaces.
const LastFormerCommit = "0f9ef8297bbe1b3b160ba4a6c0607401492e932e"

// ErrNotAdopted means that a database with former migrations isn't at their last version, or that its schema isn't the one that 0001 creates.
// Nothing was changed.
var ErrNotAdopted = errors.New("the database can't be adopted")

// scratch is the schema in which adopt applies 0001 to compare it. It is never committed.
const scratch = "vitrine_scratch"

//go:embed schema.sql
var describeSchema string

// formerVersion is the directive in a 0001 that names the last of the migrations that it replaces.
var formerVersion = regexp.MustCompile(`(?m)^-- \+adopt (\d+)$`)

// chain has the statements about the versions of one chain of migrations.
type chain struct{ owner, table, version, record string }

var (
	kits = chain{
		owner: "kit", table: "public.kit_migrations",
		version: "SELECT coalesce(max(version_id), 0) FROM public.kit_migrations WHERE is_applied",
		record: `CREATE TABLE public.kit_versions (LIKE public.kit_migrations INCLUDING ALL);
			INSERT INTO public.kit_versions (version_id, is_applied) VALUES (0, true), (1, true)`,
	}
	services = chain{
		owner: "service", table: "public.service_migrations",
		version: "SELECT coalesce(max(version_id), 0) FROM public.service_migrations WHERE is_applied",
		record: `CREATE TABLE public.service_versions (LIKE public.service_migrations INCLUDING ALL);
			INSERT INTO public.service_versions (version_id, is_applied) VALUES (0, true), (1, true)`,
	}
)

// adopt makes a database of the former migrations one of today's: it records version 1, after it has compared the schema with the one that kit's and
// the service's 0001 create. It does nothing for other databases. Former versions stay in kit_migrations and service_migrations, so that
// the former release can still start.
func adopt(ctx context.Context, db *sql.DB, fsys fs.FS) error {
	var former, adopted bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass('public.kit_migrations') IS NOT NULL, to_regclass('public.kit_versions') IS NOT NULL`).
		Scan(&former, &adopted); err != nil {
		return err
	}
	if !former || adopted {
		return nil
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	first, err := atLastVersion(ctx, tx, kits, base)
	if err != nil {
		return err
	}
	statements, chains := []string{first}, []chain{kits}
	if fsys != nil {
		if first, err = atLastVersion(ctx, tx, services, fsys); err != nil {
			return err
		}
		statements, chains = append(statements, first), append(chains, services)
	}
	differences, err := compare(ctx, tx, statements)
	if err != nil {
		return err
	}
	if len(differences) > 0 {
		return fmt.Errorf("%w: it differs from the schema that the migrations 0001 create. Undo these differences, then migrate again:\n%s",
			ErrNotAdopted, strings.Join(differences, "\n"))
	}
	for _, c := range chains {
		if _, err := tx.ExecContext(ctx, c.record); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// atLastVersion returns the statements of 0001 of a chain. It returns ErrNotAdopted if the database isn't at the last version that 0001
// replaces.
func atLastVersion(ctx context.Context, tx *sql.Tx, c chain, fsys fs.FS) (string, error) {
	files, err := fs.Glob(fsys, "migrations/0001_*.sql")
	if err != nil {
		return "", err
	}
	if len(files) != 1 {
		return "", fmt.Errorf("%d migrations 0001 of the %s, want 1", len(files), c.owner)
	}
	text, err := fs.ReadFile(fsys, files[0])
	if err != nil {
		return "", err
	}
	directive := formerVersion.FindSubmatch(text)
	if directive == nil {
		return "", fmt.Errorf("%w: %s replaces no former migrations", ErrNotAdopted, files[0])
	}
	last, err := strconv.Atoi(string(directive[1]))
	if err != nil {
		return "", err
	}
	var exists bool
	var have int
	if err := tx.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, c.table).Scan(&exists); err != nil {
		return "", err
	}
	if exists {
		if err := tx.QueryRowContext(ctx, c.version).Scan(&have); err != nil {
			return "", err
		}
	}
	if have != last {
		return "", fmt.Errorf("%w: it is at version %d of the former migrations of the %s, and their last version is %d. Run the command migrate of a build "+
			"of commit %s first, then migrate again", ErrNotAdopted, have, c.owner, last, LastFormerCommit)
	}
	return string(text), nil
}

// compare returns the differences between the schema public and the one that the statements create. It applies them in a schema that it rolls
// back, so the user needs the right to create schemas.
func compare(ctx context.Context, tx *sql.Tx, statements []string) ([]string, error) {
	for _, statement := range slices.Concat([]string{
		"SAVEPOINT comparison", "CREATE SCHEMA " + scratch, "SET LOCAL search_path = " + scratch + ", public", // extensions are in public
	}, statements, []string{"SET LOCAL search_path = pg_catalog"}) { // definitions then name the schema of everything
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("schema to compare with: %w", err)
		}
	}
	want, err := describe(ctx, tx, scratch)
	if err != nil {
		return nil, err
	}
	have, err := describe(ctx, tx, "public")
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, "ROLLBACK TO SAVEPOINT comparison"); err != nil {
		return nil, err
	}
	objects := maps.Clone(want)
	maps.Copy(objects, have)
	var differences []string
	for _, object := range slices.Sorted(maps.Keys(objects)) {
		if have[object] != want[object] {
			differences = append(differences, fmt.Sprintf("- %s\n  is:     %s\n  should: %s", object,
				cmp.Or(strings.Join(strings.Fields(have[object]), " "), "missing"), cmp.Or(strings.Join(strings.Fields(want[object]), " "), "not exist")))
		}
	}
	return differences, nil
}

// describe returns the definition of each object of a schema, as if the schema were public.
func describe(ctx context.Context, tx *sql.Tx, schema string) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, describeSchema, schema)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	objects := map[string]string{}
	for rows.Next() {
		var object, definition string
		if err := rows.Scan(&object, &definition); err != nil {
			return nil, err
		}
		objects[object] = strings.ReplaceAll(definition, schema+".", "public.")
	}
	return objects, rows.Err()
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// restoring is the point in time that a restore targets.
type restoring int

// The points in time: the end of the archive, one before a mistake that nobody bought after, and one that people paid orders after.
const (
	toTheEnd restoring = iota
	beforeMistake
	beforeOrders
)

// restored is the fault whose backups are restored to a point in time.
func restored(to restoring) fault {
	return func(r *rig, ctx context.Context, figures map[string]any) error { return r.restored(ctx, to, figures) }
}

// restored takes a base backup of the database server while people buy, and archives its WAL. Then it destroys the server's data and the
// broker's store, and restores them as docs/operating/backups.md says.
func (r *rig) restored(ctx context.Context, to restoring, figures map[string]any) error {
	b := backups{rig: r, archive: filepath.Join(r.data, "archive"), base: filepath.Join(r.data, "base")}
	if err := b.prepare(ctx); err != nil {
		return err
	}
	if err := r.recovered(ctx, map[string]any{}); err != nil {
		return err
	}
	began := time.Now()
	if err := b.take(ctx); err != nil {
		return fmt.Errorf("base backup: %w", err)
	}
	figures["baseBackupSeconds"] = round(time.Since(began))
	if !wait(ctx, 20*time.Second) {
		return ctx.Err()
	}
	if to == beforeOrders {
		if err := b.sell(ctx); err != nil {
			return err
		}
	}

	for _, name := range services {
		r.hold(name, true)
		defer r.hold(name, false)
		r.kill(name)
	}
	before, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts`)
	if err != nil {
		return err
	}
	var gone lost
	switch to {
	case toTheEnd:
	case beforeMistake:
		err = b.dropTables(ctx)
	case beforeOrders:
		gone, err = b.noteLost(ctx)
	}
	if err != nil {
		return err
	}
	if err := b.archived(ctx); err != nil {
		return err
	}

	crashed := time.Now()
	r.pg.Crash()
	r.broker.Kill()
	if err := errors.Join(os.RemoveAll(b.data), os.RemoveAll(r.brokerStore())); err != nil {
		return err
	}
	if err := b.restore(ctx); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if err := r.startBroker(); err != nil {
		return err
	}
	if err := gone.keepProvider(ctx, b); err != nil {
		return fmt.Errorf("the card provider's records: %w", err)
	}
	after, err := r.count(ctx, "checkout", `SELECT count(*) FROM checkouts`)
	if err != nil {
		return err
	}
	figures["ordersBefore"], figures["ordersLost"] = before, before-after
	if want := before - gone.orders; after != want {
		return fmt.Errorf("%d orders before the loss, %d after the restore, want %d", before, after, want)
	}
	for _, name := range services {
		r.hold(name, false)
	}
	if err := r.takesOrders(ctx, 2*time.Minute); err != nil {
		return err
	}
	figures["restoreSeconds"] = round(time.Since(crashed))
	if err := gone.found(ctx, r, figures); err != nil {
		return err
	}
	return r.converged(ctx, figures)
}

// backups are a base backup and the archive of the WAL since then.
type backups struct {
	*rig

	data, archive, base string
	// until is the time to restore to, empty for the end of the archive.
	until string
	// known are the orders at that time, and paid the paid ones, for a restore that loses other orders.
	known, paid []string
}

// dropTables is an operator's mistake: it drops checkout's tables, and the archive contains that, too.
func (b *backups) dropTables(ctx context.Context) error {
	pool := b.pools["checkout"]
	if err := pool.QueryRow(ctx, `SELECT clock_timestamp()::text`).Scan(&b.until); err != nil {
		return err
	}
	if !wait(ctx, time.Second) {
		return ctx.Err()
	}
	// Triggers prevent emptying the tables, but not that their owner drops them.
	_, err := pool.Exec(ctx, `DROP SCHEMA public CASCADE`)
	return err
}

// prepare switches the archive on, which needs a restart of the server.
func (b *backups) prepare(ctx context.Context) error {
	for _, dir := range []string{b.archive, b.base} {
		if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755), os.Chmod(dir, 0o777)); err != nil { // Postgres runs as another user
			return err
		}
	}
	pool := b.pools["checkout"]
	if err := pool.QueryRow(ctx, `SHOW data_directory`).Scan(&b.data); err != nil {
		return err
	}
	for _, setting := range []string{
		// Rename it, so that a file in the archive is always complete.
		`archive_mode = on`, `archive_timeout = '60s'`, fmt.Sprintf(`archive_command = 'test ! -f %[1]s/%%f && cp %%p %[1]s/.%%f && mv %[1]s/.%%f %[1]s/%%f'`, b.archive),
	} {
		if _, err := pool.Exec(ctx, `ALTER SYSTEM SET `+setting); err != nil {
			return err
		}
	}
	if err := b.pg.Stop(); err != nil {
		return err
	}
	return b.startPostgres()
}

// take copies the server's files between pg_backup_start and pg_backup_stop (PostgreSQL, "Making a Base Backup Using the Low Level API").
func (b *backups) take(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, b.pg.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, `SELECT pg_backup_start('drill', fast => true)`); err != nil {
		return err
	}
	// Files change and disappear in the meantime; the WAL repairs the copy.
	copied := shell(ctx, "sh", "-c", `tar -C "$1" --exclude=./postmaster.pid --exclude='./pg_wal/*' --warning=no-file-changed --ignore-failed-read -cf - . | tar -C "$2" -xpf -`,
		"sh", b.data, b.base)
	var label string
	if err := conn.QueryRow(ctx, `SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)`).Scan(&label); err != nil {
		return err
	}
	return errors.Join(copied, os.WriteFile(filepath.Join(b.base, "backup_label"), []byte(label), 0o644))
}

// archived waits until the archive has everything.
func (b *backups) archived(ctx context.Context) error {
	var last string
	if err := b.pools["checkout"].QueryRow(ctx, `SELECT pg_walfile_name(pg_switch_wal())`).Scan(&last); err != nil {
		return err
	}
	return until(ctx, time.Minute, "the archive", func() bool {
		_, err := os.Stat(filepath.Join(b.archive, last))
		return err == nil
	})
}

// restore starts the server on the base backup and lets it replay the archive.
func (b *backups) restore(ctx context.Context) error {
	if err := shell(ctx, "cp", "-a", b.base, b.data); err != nil {
		return err
	}
	conf, err := os.OpenFile(filepath.Join(b.data, "postgresql.auto.conf"), os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(conf, "restore_command = 'cp %s/%%f %%p'\nrecovery_target_action = 'promote'\n", b.archive)
	if b.until != "" && err == nil {
		_, err = fmt.Fprintf(conf, "recovery_target_time = '%s'\n", b.until)
	}
	if err := errors.Join(err, conf.Close(), os.WriteFile(filepath.Join(b.data, "recovery.signal"), nil, 0o644)); err != nil {
		return err
	}
	// The test made these two; the server syncs and removes them.
	if err := shell(ctx, "sh", "-c", `cd "$1" && chown --reference=PG_VERSION backup_label recovery.signal`, "sh", b.data); err != nil {
		return err
	}
	if err := b.startPostgres(); err != nil {
		return err
	}
	return until(ctx, 2*time.Minute, "the end of the recovery", func() bool {
		n, err := b.count(ctx, "cards", `SELECT pg_is_in_recovery()::int`)
		return err == nil && n == 0
	})
}

package postgres

import (
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsConflict reports a serialization failure or a deadlock: retrying may work.
func IsConflict(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// temporary lists server errors that don't depend on the statement.
var temporary = []string{
	"25P03", // idle_in_transaction_session_timeout
	"25006", // read_only_sql_transaction: a standby, or the former primary after a failover
	"40001", // serialization_failure
	"40P01", // deadlock_detected
	"55P03", // lock_not_available: lock_timeout
	"57014", // query_canceled: statement_timeout
	"57P01", // admin_shutdown
	"57P02", // crash_shutdown
	"57P03", // cannot_connect_now: it starts, stops or recovers
	"57P05", // idle_session_timeout
	"58030", // io_error
}

// IsTemporary reports that the database is unreachable, full or out of connections, or that a conflict
// or a timeout ended the statement, so that the same call may work later. It includes a commit whose reply was
// lost, so the outcome of a write is unknown, and only idempotent calls may be retried.
func IsTemporary(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		class := pg.Code[:min(2, len(pg.Code))]
		// 08 connection exception, 53 insufficient resources: connections, memory, disk.
		return class == "08" || class == "53" || slices.Contains(temporary, pg.Code)
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
}

// IsNotMigrated reports that a table or a column does not exist: migrations have not run.
func IsNotMigrated(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "42P01" || pg.Code == "42703")
}

// IsUnique reports a violated unique constraint; with a name, only that one.
func IsUnique(err error, constraint ...string) bool { return violates(err, "23505", constraint) }

// IsCheck reports a violated check constraint; with a name, only that one.
func IsCheck(err error, constraint ...string) bool { return violates(err, "23514", constraint) }

func violates(err error, code string, names []string) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != code {
		return false
	}
	if slices.Contains(names, pg.ConstraintName) {
		return true
	}
	return len(names) == 0
}

package graph

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestAnUnavailableDatabaseIsNotReported: clients may retry, and no error is reported.
func TestAnUnavailableDatabaseIsNotReported(t *testing.T) {
	t.Parallel()
	present := presenter(slog.New(slog.DiscardHandler))
	for sqlState, code := range map[string]string{
		"57P03": codeUnavailable, // it starts
		"53300": codeUnavailable, // too many connections
		"57014": codeUnavailable, // a statement's time is over
		"42P01": codeInternal,    // no such table
	} {
		t.Run(sqlState, func(t *testing.T) {
			got := present(t.Context(), fmt.Errorf("works: %w", &pgconn.PgError{Code: sqlState, Message: "hush"}))
			if got.Extensions["code"] != code || got.Extensions["logCode"] == "" || got.Message == "" || got.Err != nil {
				t.Errorf("SQL state %s: error = %+v, want a code and a log code without the cause", sqlState, got)
			}
		})
	}
}

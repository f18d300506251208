package postgres

import (
	"context"
	"strings"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"

	"github.com/vitrine/vitrine/kit/tracing"
)

// traced also records statements, without parameters, if traces are exported.
func traced(limits timeouts) pgx.QueryTracer {
	if !tracing.Enabled() {
		return limits
	}
	return multitracer.New(limits, statements{otelpgx.NewTracer(
		otelpgx.WithTracerProvider(tracing.Provider()), otelpgx.WithSpanNameFunc(statement), otelpgx.WithDisableConnectionDetailsInAttributes())})
}

// statements leaves out the preparation of a statement, which would repeat the statement's span.
type statements struct{ *otelpgx.Tracer }

// TracePrepareStart implements pgx.PrepareTracer.
func (statements) TracePrepareStart(ctx context.Context, _ *pgx.Conn, _ pgx.TracePrepareStartData) context.Context {
	return ctx
}

// TracePrepareEnd implements pgx.PrepareTracer.
func (statements) TracePrepareEnd(context.Context, *pgx.Conn, pgx.TracePrepareEndData) {}

// statement returns the name of a statement: from sqlc's comment, or its first word.
func statement(sql string) string {
	words := strings.Fields(sql)
	switch {
	case len(words) > 2 && words[0] == "--" && words[1] == "name:":
		return words[2]
	case len(words) > 0:
		return strings.ToUpper(words[0])
	default:
		return "statement"
	}
}

// Package outbox writes events in the same transaction as the state change they report, and publishes them after
// the commit.
package outbox

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/tracing"
)

// Add writes an event with q, which must be the transaction that writes the state (postgres.Conn
// inside postgres.InTx). Adding the same id again changes nothing, so use a deterministic id for a
// step that may be repeated. With an empty id, Add creates one. The row stores the trace and the request id of ctx.
func Add(ctx context.Context, q postgres.Querier, eventID string, event proto.Message) error {
	payload, err := proto.MarshalOptions{Deterministic: true}.Marshal(event)
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	if eventID == "" {
		eventID = id.New()
	}
	headers := map[string]string{bus.KindHeader: string(event.ProtoReflect().Descriptor().FullName())}
	tracing.Inject(ctx, headers)
	_, err = q.Exec(ctx, `
		INSERT INTO outbox (id, subject, payload, headers) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO NOTHING`, eventID, bus.SubjectOf(event), payload, headers)
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

const (
	batch   = 100
	part    = 1000
	poll    = time.Second
	maxWait = 10 * time.Second
	swept   = time.Hour
	// inspectEvery limits how long it takes to notice a stream that was emptied
	// while the connection stayed open.
	inspectEvery = 15 * time.Second
)

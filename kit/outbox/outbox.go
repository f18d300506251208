// Package outbox writes facts in the transaction of the state they tell about,
// and publishes them after the commit.
package outbox

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
)

// Add writes a fact with q, which has to be the transaction that writes the
// state (postgres.Conn inside of postgres.InTx). The id names the fact: adding
// the same id again changes nothing, so that a deterministic id makes a repeated
// step harmless. "" takes a new one.
func Add(ctx context.Context, q postgres.Querier, factID string, fact proto.Message) error {
	payload, err := proto.MarshalOptions{Deterministic: true}.Marshal(fact)
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	if factID == "" {
		factID = id.New()
	}
	headers := map[string]string{bus.KindHeader: string(fact.ProtoReflect().Descriptor().FullName())}
	_, err = q.Exec(ctx, `
		INSERT INTO outbox (id, subject, payload, headers) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO NOTHING`, factID, bus.SubjectOf(fact), payload, headers)
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
	// inspectEvery bounds how long a stream that was emptied under a living
	// connection goes unnoticed.
	inspectEvery = 15 * time.Second
)

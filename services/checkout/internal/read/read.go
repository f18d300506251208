// Package read serves what is only shown: lists, histories, counts and statements. It goes from rows to messages, without rules and without
// the core's types in between.
package read

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// queries returns the queries, in the transaction of ctx if there is one.
func queries(ctx context.Context, pool *pgxpool.Pool) *db.Queries {
	return db.New(postgres.Conn(ctx, pool))
}

func amount(n int64, currency string) *checkoutv1.Money {
	return &checkoutv1.Money{Amount: n, Currency: currency}
}

// paid returns an amount as cards have it, or as ether has it.
func paid(method purchase.Method, n int64, currency string, wei money.Wei) (*checkoutv1.Money, string) {
	if method == purchase.Card {
		return amount(n, currency), ""
	}
	return nil, wei.String()
}

// at returns the time of a nullable column.
func at(t *time.Time) *timestamppb.Timestamp { return rpc.Timestamp(postgres.OrZero(t)) }

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// optional returns nil for the zero value.
func optional[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

package limit

import (
	"context"
	"net/http"
)

// Settle synchronizes the counts now.
func (l *Limiter) Settle(ctx context.Context) error { return l.settle(ctx) }

// Client returns the address of a request's caller.
func (l *Limiter) Client(r *http.Request) string { return l.client(r) }

// Network shortens an address to its network.
var Network = network

// Package redis counts requests for all replicas of the gateway in Redis.
package redis

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/redis/go-redis/v9"

	"github.com/vitrine/vitrine/gateway/internal/limit"
)

// Counts implements [limit.Shared].
type Counts struct {
	client  *redis.Client
	limiter *redis_rate.Limiter
}

// Open returns the counts of a server, by an address like redis://host:6379/0. It connects on first use.
func Open(address string) (limit.Shared, error) {
	options, err := redis.ParseURL(address)
	if unreadable, ok := errors.AsType[*url.Error](err); ok {
		return nil, unreadable.Err // without the address, which has a password
	}
	if err != nil {
		return nil, err
	}
	// A slow Redis must not slow requests down; without it, each replica limits alone.
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout, options.MaxRetries = 200*time.Millisecond, 100*time.Millisecond, 100*time.Millisecond, -1
	client := redis.NewClient(options)
	return &Counts{client, redis_rate.NewLimiter(client)}, nil
}

// Allow implements [limit.Shared].
func (c *Counts) Allow(ctx context.Context, key string, perMinute, n int) (limit.Count, error) {
	res, err := c.limiter.AllowN(ctx, key, redis_rate.PerMinute(perMinute), n)
	if err != nil {
		return limit.Count{}, err
	}
	return limit.Count{Allowed: res.Allowed > 0, Remaining: res.Remaining, ResetAfter: res.ResetAfter, RetryAfter: res.RetryAfter}, nil
}

// Ping implements [limit.Shared].
func (c *Counts) Ping(ctx context.Context) error { return c.client.Ping(ctx).Err() }

// Close implements [limit.Shared]. It may be called twice.
func (c *Counts) Close() error {
	if err := c.client.Close(); !errors.Is(err, redis.ErrClosed) {
		return err
	}
	return nil
}

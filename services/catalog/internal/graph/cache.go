package graph

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/maypok86/otter/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
)

// maxAge is the maximum time that a response is cached. During an upgrade a catalog of an older release may change content without changing
// the version; such a change becomes visible after this time.
const maxAge = 30 * time.Second

// responses caches the bodies of anonymous queries in memory. A body is valid for one state of the content: a version, which each change
// increases in the database, until the next scheduled time, when a work or post appears or a drop starts or ends. The version is read for
// every request, so a response is never older than the content was when the request arrived.
type responses struct {
	content Versions
	bodies  *otter.Cache[responseKey, []byte]
	mu      sync.Mutex
	state   state
}

// state is a state of the content.
type state struct {
	number      int64 // counts the states that this process has seen
	version     int64
	from, until time.Time // a zero until means no end
}

func (s state) is(version int64, now time.Time) bool {
	return s.number > 0 && s.version == version && !now.Before(s.from) && (s.until.IsZero() || now.Before(s.until))
}

type responseKey struct {
	state   int64
	request [sha256.Size]byte // operation and variables
}

// newResponses returns a cache of at most the given number of bytes, or nil, which caches nothing.
func newResponses(content Versions, bytes int) *responses {
	if bytes == 0 {
		return nil
	}
	return &responses{content: content, bodies: otter.Must(&otter.Options[responseKey, []byte]{
		MaximumWeight:    uint64(bytes),
		Weigher:          func(_ responseKey, body []byte) uint32 { return uint32(len(body) + sha256.Size + 100) },
		ExpiryCalculator: otter.ExpiryWriting[responseKey, []byte](maxAge),
	})}
}

// key returns the key of a response. It returns false if the response isn't cached, because its operation is unknown or isn't a query, or
// the state of the content can't be read.
func (c *responses) key(ctx context.Context, oc *graphql.OperationContext, now time.Time) (responseKey, bool) {
	operation, ok := oc.Stats.GetExtension(operationKey).([sha256.Size]byte)
	if c == nil || !ok || oc.Operation.Operation != ast.Query {
		return responseKey{}, false
	}
	variables, err := json.Marshal(oc.Variables) // with defaults, sorted by name
	if err != nil {
		return responseKey{}, false
	}
	number, err := c.current(ctx, now)
	if err != nil {
		return responseKey{}, false
	}
	return responseKey{number, sha256.Sum256(append(operation[:], variables...))}, true
}

// current returns the number of the current state of the content.
func (c *responses) current(ctx context.Context, now time.Time) (int64, error) {
	version, err := c.content.Version(ctx)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	known := c.state
	c.mu.Unlock()
	if known.is(version, now) {
		return known.number, nil
	}
	until, err := c.content.NextScheduled(ctx, now)
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.state.is(version, now) {
		c.state = state{number: c.state.number + 1, version: version, from: now, until: until}
		c.bodies.InvalidateAll()
	}
	return c.state.number, nil
}

// fingerprint returns the hash of an operation. It doesn't depend on whitespace.
func fingerprint(oc *graphql.OperationContext) [sha256.Size]byte {
	var text strings.Builder
	formatter.NewFormatter(&text, formatter.WithCompacted()).FormatQueryDocument(oc.Doc)
	return sha256.Sum256([]byte(oc.OperationName + "\x00" + text.String()))
}

type singleUseKey struct{}

// singleUse marks the current response as one that must not be cached.
func singleUse(ctx context.Context) {
	if mark, ok := ctx.Value(singleUseKey{}).(*atomic.Bool); ok {
		mark.Store(true)
	}
}

package graph

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"strings"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/vitrine/vitrine/services/catalog/internal/cache"
)

// maxAge is the maximum time that a response is cached. During an upgrade a catalog of an older release may change content without changing
// the version; such a change becomes visible after this time.
const maxAge = 30 * time.Second

// responses remembers the bodies of anonymous queries for one state of the content.
type responses struct {
	content cache.Versions
	cache   *cache.Cache
	on      bool
}

// responseKey identifies a response in a state of the content.
type responseKey struct {
	cache.Key

	state cache.State
}

// key returns the key of a response. It returns false if the response isn't remembered, because its operation is unknown or isn't a query, or
// the state of the content can't be read. It reads the version of the content, so a response is never older than the content was then.
func (c responses) key(ctx context.Context, oc *graphql.OperationContext, now time.Time) (responseKey, bool) {
	operation, ok := oc.Stats.GetExtension(operationKey).([sha256.Size]byte)
	if !c.on || !ok || oc.Operation.Operation != ast.Query {
		return responseKey{}, false
	}
	variables, err := json.Marshal(oc.Variables) // with defaults, sorted by name
	if err != nil {
		return responseKey{}, false
	}
	state, err := c.cache.Enter(ctx, c.content, now)
	if err != nil {
		return responseKey{}, false
	}
	request := sha256.Sum256(append(operation[:], variables...))
	return responseKey{state.Of(string(request[:])), state}, true
}

func (c responses) get(k responseKey) ([]byte, bool) { return cache.Get[[]byte](c.cache, k.Key) }

func (c responses) put(k responseKey, body []byte) {
	cache.Put(c.cache, k.Key, body, len(body), maxAge)
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

// Package graph serves the public data API: GraphQL over HTTP, executed by code that gqlgen generates into gen.
package graph

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/freshness"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/plan"
	"github.com/vitrine/vitrine/services/catalog/internal/read"
)

//go:generate go tool gqlgen generate

const (
	deadline = 10 * time.Second
	// cached is how many parsed, validated and measured operations are cached.
	cached = 500
	// maxCached is the maximum length of a cached text, in bytes. Operations of sites are far shorter.
	maxCached = 16 << 10
)

// Handler serves /graphql. Create it with NewHandler.
type Handler struct {
	exec *executor.Executor
	// documents caches validated documents.
	documents documents
	limits    Limits
	responses responses
	clock     clock.Clock
	keys      *identity.Keys
	metrics   graphMetrics
	log       *slog.Logger
}

// Options are the dependencies and settings of a handler.
type Options struct {
	Read     *read.Reader
	Cache    *cache.Cache
	Remember bool // whether responses to anonymous queries are kept in Cache
	Editor   Editor
	Drafts   Drafts
	Sign     func(place string) (address string, expires time.Time) // makes the addresses of originals
	Sessions rpc.Sessions
	Accounts Accounts
	Keys     *identity.Keys
	LinkKey  kit.Secret // signs preview links
	Clock    clock.Clock
	Limits   Limits
	Currency string      // of all prices
	Proves   func() bool // reports whether this deployment proves the live works of drafts
	Log      *slog.Logger
}

// NewHandler wires the handler.
func NewHandler(o Options) *Handler {
	r := &root{
		read: o.Read, editor: o.Editor, drafts: o.Drafts, sign: o.Sign, sessions: o.Sessions, accounts: o.Accounts, previews: previews{o.LinkKey}, clock: o.Clock,
		currency: o.Currency, proves: o.Proves, present: presenter(o.Log),
	}
	executable := gen.NewExecutableSchema(gen.Config{Resolvers: r})
	r.schema = executable.Schema()
	exec := executor.New(executable)
	known := documents{lru.New[*ast.QueryDocument](cached)}
	exec.SetQueryCache(known)
	exec.SetParserTokenLimit(o.Limits.Tokens)
	exec.SetDisableSuggestion(!o.Limits.Suggestions)
	exec.SetRecoverFunc(recovered(o.Log))
	exec.SetErrorPresenter(r.present)
	exec.Use(&gate{limits: o.Limits, known: lru.New[checkedOperation](cached)})
	exec.AroundOperations(r.active)
	exec.AroundRootFields(hideTypes)
	exec.AroundRootFields(plan.Middleware(r))
	return &Handler{
		exec: exec, documents: known, limits: o.Limits, responses: responses{o.Read, o.Cache, o.Remember}, clock: o.Clock, keys: o.Keys, metrics: newMetrics(),
		log: o.Log,
	}
}

// documents caches short operations only, so that its memory is bounded.
type documents struct{ *lru.LRU[*ast.QueryDocument] }

func (d documents) Add(ctx context.Context, query string, doc *ast.QueryDocument) {
	if len(query) <= maxCached {
		d.LRU.Add(ctx, query, doc)
	}
}

// gate rejects operations beyond the limits before they are executed, and caches the result of the check.
type gate struct {
	limits Limits
	known  *lru.LRU[checkedOperation]
}

// checkedOperation is what is computed once per operation.
type checkedOperation struct {
	plans plan.Plans
	hash  [sha256.Size]byte
}

// operationKey is the key of the hash in an operation's context.
const operationKey = "vitrine.operation"

func (*gate) ExtensionName() string                   { return "Limits" }
func (*gate) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements graphql.OperationContextMutator.
func (g *gate) MutateOperationContext(ctx context.Context, oc *graphql.OperationContext) *gqlerror.Error {
	oc.DisableIntrospection = !g.limits.Introspection
	key := oc.OperationName + "\x00" + oc.RawQuery
	known, ok := g.known.Get(ctx, key)
	if !ok {
		if err := g.limits.check(oc.Doc, oc.Operation); err != nil {
			return err
		}
		if len(key) > maxCached {
			return nil
		}
		known = checkedOperation{plan.Compile(oc), fingerprint(oc)}
		g.known.Add(ctx, key, known)
	}
	plan.Attach(oc, known.plans)
	oc.Stats.SetExtension(operationKey, known.hash)
	return nil
}

// ServeHTTP implements http.Handler: POST with application/json, and GET for queries. Shared caches may store responses to anonymous GETs.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), deadline)
	defer cancel()
	ctx = graphql.StartOperationTrace(ctx)
	seen := begin()
	defer h.metrics.observe(seen)
	caller, err := h.caller(r)
	anonymous := caller.Person == nil
	if !anonymous {
		ctx = identity.With(ctx, caller.Person)
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept")
	if err != nil {
		// Don't respond with "log in": the deployment's keys or clocks are wrong, and the session is fine.
		h.log.WarnContext(r.Context(), "a request was refused", "error", err)
		h.refuse(w, r, http.StatusServiceUnavailable, gqlerror.List{refusal(codeUnavailable, "temporarily unavailable")})
		return
	}

	params, status, problem := h.params(w, r)
	if problem != "" {
		h.refuse(w, r, status, gqlerror.List{refusal(codeBadRequest, problem)})
		return
	}
	if _, known := h.documents.Get(ctx, params.Query); !known {
		if err := h.limits.precheck(params.Query); err != nil {
			h.refuse(w, r, http.StatusBadRequest, gqlerror.List{err})
			return
		}
	}
	oc, errs := h.exec.CreateOperationContext(ctx, params)
	if len(errs) > 0 {
		h.refuse(w, r, http.StatusBadRequest, strict(errs, h.limits.Suggestions))
		return
	}
	if oc.Operation.Operation == ast.Mutation {
		for name := range params.Variables {
			if oc.Operation.VariableDefinitions.ForName(name) == nil { // GraphQL ignores it, and the field that it was meant for would be absent
				h.refuse(w, r, http.StatusBadRequest, gqlerror.List{refusal(codeBadRequest, "the mutation has no variable "+strconv.Quote(name))})
				return
			}
		}
	}
	if r.Method == http.MethodGet && oc.Operation.Operation != ast.Query {
		w.Header().Set("Allow", http.MethodPost)
		h.refuse(w, r, http.StatusMethodNotAllowed, gqlerror.List{refusal(codeBadRequest, "GET supports queries only")})
		return
	}
	seen.operation, seen.outcome = operationOf(oc.Operation), "ok"
	var key responseKey
	cacheable := false
	if anonymous {
		key, cacheable = h.responses.key(ctx, oc, h.clock.Now())
	}
	if cacheable {
		body, ok := h.responses.get(key)
		if h.metrics.responses.WithLabelValues(result(ok)).Inc(); ok {
			h.sendCacheable(w, r, oc, key.state, body)
			return
		}
	}
	var once atomic.Bool
	next, ctx := h.exec.DispatchOperation(context.WithValue(ctx, singleUseKey{}, &once), oc)
	res := next(ctx)
	if res == nil { // the caller left, or the deadline passed
		seen.outcome = "failed"
		h.refuse(w, r, http.StatusServiceUnavailable, gqlerror.List{refusal(codeUnavailable, "temporarily unavailable")})
		return
	}
	if len(res.Errors) > 0 {
		seen.outcome = outcomeOf(res.Errors)
		h.sendPartial(w, r, http.StatusOK, res)
		return
	}
	// The data is JSON already; encoding it again would read all of it.
	body := slices.Concat([]byte(`{"data":`), res.Data, []byte("}"))
	if cacheable && !once.Load() {
		h.responses.put(key, body)
		h.sendCacheable(w, r, oc, key.state, body)
		return
	}
	h.send(w, r, http.StatusOK, body)
}

// sendCacheable sends a response that is the same for everyone. The gateway may send it again, and shared caches may store it if the request is a GET.
func (h *Handler) sendCacheable(w http.ResponseWriter, r *http.Request, oc *graphql.OperationContext, state cache.State, body []byte) {
	age, stale := lifetime(state.Until(), h.clock.Now())
	if age > 0 {
		w.Header().Set(freshness.Header, freshness.Freshness{Version: state.Version(), For: age}.String())
		if r.Method == http.MethodGet && share(w, r, oc, age, stale, body) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.send(w, r, http.StatusOK, body)
}

// caller verifies the gateway's token. Anonymous requests don't have one.
func (h *Handler) caller(r *http.Request) (identity.Caller, error) {
	token := r.Header.Get(identity.Header)
	if token == "" {
		return identity.Caller{}, nil
	}
	return h.keys.Verify(token)
}

// params reads a request. It returns a status and the reason if the request is invalid.
func (h *Handler) params(w http.ResponseWriter, r *http.Request) (p *graphql.RawParams, status int, problem string) {
	switch r.Method {
	case http.MethodPost:
		typ, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || typ != "application/json" {
			return nil, http.StatusUnsupportedMediaType, "the Content-Type must be application/json"
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.limits.Body))
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, http.StatusRequestEntityTooLarge, "the body is larger than " + strconv.FormatInt(h.limits.Body, 10) + " bytes"
		}
		if err != nil {
			return nil, http.StatusBadRequest, "the body cannot be read"
		}
		if body = bytes.TrimLeft(body, " \t\r\n"); len(body) > 0 && body[0] == '[' {
			return nil, http.StatusBadRequest, "send one operation per request: batches are refused"
		}
		p = &graphql.RawParams{}
		if err := decode(body, p); err != nil {
			if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
				return nil, http.StatusBadRequest, "a GraphQL request has no field " + field
			}
			return nil, http.StatusBadRequest, "the body is not a GraphQL request in JSON"
		}
	case http.MethodGet:
		if int64(len(r.URL.RawQuery)) > h.limits.Body {
			return nil, http.StatusRequestURITooLong, "the address is too long"
		}
		q := r.URL.Query()
		p = &graphql.RawParams{Query: q.Get("query"), OperationName: q.Get("operationName")}
		for name, into := range map[string]*map[string]any{"variables": &p.Variables, "extensions": &p.Extensions} {
			if text := q.Get(name); text != "" {
				if err := decode([]byte(text), into); err != nil {
					return nil, http.StatusBadRequest, name + " is not a JSON object"
				}
			}
		}
	default:
		w.Header().Set("Allow", "GET, POST")
		return nil, http.StatusMethodNotAllowed, "POST an operation, or GET a query"
	}
	if strings.TrimSpace(p.Query) == "" {
		return nil, http.StatusBadRequest, "the query is missing"
	}
	p.Headers = nil
	return p, 0, ""
}

// decode reads exactly one JSON value and keeps the digits of numbers.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}

// refuse sends errors without data.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, status int, errs gqlerror.List) {
	body, err := json.Marshal(struct {
		Errors gqlerror.List `json:"errors"`
	}{errs})
	if err != nil {
		body = []byte(`{"errors":[{"message":"something went wrong"}]}`)
	}
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	h.send(w, r, status, body)
}

// sendPartial sends errors with the data that could be read.
func (h *Handler) sendPartial(w http.ResponseWriter, r *http.Request, status int, res *graphql.Response) {
	data := res.Data
	if len(data) == 0 {
		data = json.RawMessage("null")
	}
	body, err := json.Marshal(struct {
		Errors gqlerror.List   `json:"errors"`
		Data   json.RawMessage `json:"data"`
	}{res.Errors, data})
	if err != nil {
		h.log.ErrorContext(r.Context(), "cannot encode a response", "error", err)
		h.refuse(w, r, http.StatusInternalServerError, gqlerror.List{refusal(codeInternal, "something went wrong")})
		return
	}
	h.send(w, r, status, body)
}

// mediaType returns the media type that the caller prefers.
func mediaType(r *http.Request) string {
	if strings.Contains(r.Header.Get("Accept"), "application/graphql-response+json") {
		return "application/graphql-response+json; charset=utf-8"
	}
	return "application/json; charset=utf-8"
}

func (h *Handler) send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header().Set("Content-Type", mediaType(r))
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

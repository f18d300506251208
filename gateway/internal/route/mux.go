package route

import (
	"net/http"
	"strings"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/admission"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/tracing"
)

// Wrapper adds something to a handler.
type Wrapper func(http.Handler) http.Handler

// Parts are the handlers and wrappers that Mount builds the routes from.
type Parts struct {
	Handlers map[Target]http.Handler
	Limits   map[Limit]Wrapper
	// Caller verifies bearer tokens.
	Caller Wrapper
	// Accounts limits the requests of one account, from all its addresses together; nil means no limit. It runs after Caller.
	Accounts Wrapper
	// Classes are the limits of classes of routes; a class without a limit is absent.
	Classes map[Class]Wrapper
	// Kept responds to requests of the data API from memory if it can. Those need no admission, because refusing them costs as much; nil keeps none.
	Kept Wrapper
	// Admit returns a wrapper that rejects requests of a priority while the gateway is overloaded; nil admits all.
	Admit func(admission.Priority) Wrapper

	bodies *received
}

// served is a row with its handler.
type served struct {
	Row

	handler http.Handler
}

// Mount adds the rows of the table to a mux.
func Mount(mux *http.ServeMux, p Parts) { p.mount(mux, Table) }

func (p Parts) mount(mux *http.ServeMux, table []Row) {
	if p.Admit == nil {
		p.Admit = func(admission.Priority) Wrapper { return func(next http.Handler) http.Handler { return next } }
	}
	if p.Accounts == nil {
		p.Accounts = func(next http.Handler) http.Handler { return next }
	}
	p.bodies = newReceived()
	byPath := map[string][]served{}
	var patterns []served
	for _, r := range table {
		// Patterns of RPCs overlap, which http.ServeMux doesn't allow.
		if r.To == RPC && strings.Contains(r.Path, "{") {
			patterns = append(patterns, served{r, p.handler(r)})
		} else {
			byPath[r.Path] = append(byPath[r.Path], served{r, p.handler(r)})
		}
	}
	for path, rows := range byPath {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if path == "/api/" {
				if found := matching(patterns, r.URL.Path); len(found) > 0 {
					p.dispatch(found, w, r)
					return
				}
			}
			p.dispatch(rows, w, r)
		})
	}
}

// matching returns the rows whose path matches path.
func matching(rows []served, path string) (found []served) {
	segments := strings.Split(path, "/")
	for _, r := range rows {
		if fits(strings.Split(r.Path, "/"), segments) {
			found = append(found, r)
		}
	}
	return found
}

// dispatch responds with 405 if none of the rows of a path has the method.
func (p Parts) dispatch(rows []served, w http.ResponseWriter, r *http.Request) {
	if !dropUpgrade(r) {
		problem.Write(w, http.StatusBadRequest, errorsv1.Reason_REASON_UPGRADE_NOT_SUPPORTED, "This address supports HTTP only.", nil)
		return
	}
	tracing.SetRoute(r.Context(), rows[0].Path)
	var allowed []Row
	if r.Method == http.MethodOptions && preflight(rows, w, r) {
		return
	}
	for _, row := range rows {
		if row.takes(r.Method) {
			row.handler.ServeHTTP(w, r)
			return
		}
		allowed = append(allowed, row.Row)
	}
	p.Limits[rows[0].Limit](notAllowed(Allow(allowed))).ServeHTTP(w, r)
}

const allowOrigin = "Access-Control-Allow-Origin"

var anyOrigin = []string{"*"}

// preflightFor is how long browsers remember that they may send a request, in seconds.
const preflightFor = "86400"

// preflight allows a browser to send a request from another origin, if it reads what needs no login. It reports false if it doesn't.
func preflight(rows []served, w http.ResponseWriter, r *http.Request) bool {
	method := r.Header.Get("Access-Control-Request-Method")
	for _, row := range rows {
		if method != "" && row.shared() && row.takes(method) {
			h := w.Header()
			h[allowOrigin] = anyOrigin
			h.Set("Access-Control-Allow-Methods", strings.ReplaceAll(row.Methods, " ", ", "))
			h.Set("Access-Control-Allow-Headers", "Content-Type")
			h.Set("Access-Control-Max-Age", preflightFor)
			w.WriteHeader(http.StatusNoContent)
			return true
		}
	}
	return false
}

// dropUpgrade removes the offer to continue with HTTP/2, which some clients send with their first request. It reports false if the request
// asks for any other protocol.
func dropUpgrade(r *http.Request) bool {
	upgrade := r.Header.Get("Upgrade")
	if upgrade == "" {
		return true
	}
	for _, name := range []string{"Upgrade", "Connection", "Http2-Settings"} {
		r.Header.Del(name)
	}
	return strings.EqualFold(upgrade, "h2c")
}

func (p Parts) handler(row Row) http.Handler {
	next := p.Handlers[row.To]
	if row.To == Nothing {
		next = p.unlisted()
	}
	next = p.admitted(row, next)
	if row.To == GraphQL && p.Kept != nil {
		next = p.Kept(next)
	}
	h := LimitBody(row.Body, p.bodies.wrap(row, next))
	if row.Auth != Unread && row.Auth != RefreshToken {
		h = p.Caller(p.Accounts(h))
	}
	h = p.Limits[row.Limit](h)
	cache := []string{row.Cache} // all responses share it
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if row.shared() {
			w.Header()[allowOrigin] = anyOrigin
		}
		if row.Cache != "" {
			w.Header()["Cache-Control"] = cache
		}
		h.ServeHTTP(w, r)
	})
}

// admitted counts requests of classes with a limit, rejects callers over the limit, and then admits requests by the priority of their
// route.
func (p Parts) admitted(row Row, next http.Handler) http.Handler {
	h := p.Admit(row.Priority)(next)
	if limited := p.Classes[row.Class]; limited != nil {
		h = limited(h)
	}
	return h
}

// unlisted responds with 404, and to a link's secret in the path with what is wrong about it.
func (p Parts) unlisted() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/approvals/") {
			p.Handlers[RPC].ServeHTTP(w, r)
			return
		}
		problem.Write(w, http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "There is nothing at this address.", nil)
	})
}

func notAllowed(allow string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { NotAllowed(w, allow) })
}

// NotAllowed responds with 405.
func NotAllowed(w http.ResponseWriter, allow string) {
	w.Header().Set("Allow", allow)
	problem.Write(w, http.StatusMethodNotAllowed, errorsv1.Reason_REASON_METHOD_NOT_ALLOWED, "This address doesn't support this method. See the Allow header.", nil)
}

// LimitBody limits the size of the request body. Reading more returns an error that [problem.Body] turns into 413.
func LimitBody(most int64, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > max(most, ignored) {
			problem.Body(w, &http.MaxBytesError{Limit: most})
			return
		}
		if r.ContentLength < 0 { // otherwise the server doesn't read more than that
			r.Body = http.MaxBytesReader(w, r.Body, max(most, ignored))
		}
		next.ServeHTTP(w, r)
	})
}

// ignored is the maximum size of an unexpected body that is ignored, on routes without a body.
const ignored = 64 << 10

// Package limit limits requests per caller.
package limit

import (
	"cmp"
	"context"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
)

// settleEvery is how often local counts are synchronized with the shared ones. Doing so for each request would cost more than most
// requests do. A caller can exceed the limit by the requests of one interval.
const settleEvery = 100 * time.Millisecond

// Shared has the counts of all replicas. Its methods may be called concurrently.
type Shared interface {
	// Allow counts n requests of a key if the remainder of its limit is large enough (GCRA), and otherwise none.
	Allow(ctx context.Context, key string, perMinute, n int) (Count, error)
	// Ping returns an error while the counts are unavailable.
	Ping(ctx context.Context) error
	// Close releases connections.
	Close() error
}

// Count is the state of a key's limit.
type Count struct {
	Allowed   bool
	Remaining int
	// ResetAfter is when the limit is full again, RetryAfter when a refused caller can try again.
	ResetAfter, RetryAfter time.Duration
}

// Limiter counts requests by address or account, in bursts as large as the limit of a minute. Replicas share their counts if Options.Shared
// is set. Without it, and while it fails, each replica limits only the requests that it receives.
type Limiter struct {
	name    string
	policy  []string // the header RateLimit-Policy
	shared  Shared
	limit   int
	prefix  string
	trusted []netip.Prefix
	siteKey []byte
	refuse  http.Handler
	key     func(*http.Request) string
	log     *slog.Logger
	seldom  rate.Sometimes

	mu sync.Mutex
	// counted has the requests since the last synchronization, refused the time until which a caller
	// over the limit is refused.
	counted map[string]int
	refused map[string]time.Time
	// left has the remaining limits as of the last synchronization.
	left map[string]left

	// local counts by caller without shared counts.
	local map[string]*rate.Limiter
}

// left is the remainder of a caller's limit, and when the limit is full again.
type left struct {
	remaining int
	whole     time.Time
}

// accountKey is the prefix of account keys. Other keys are addresses.
const accountKey = "account:"

// SiteHeader is the header with the site's key, which the site sends with its own reads.
const SiteHeader = "Vitrine-Site"

// Options of a limiter.
type Options struct {
	// Shared has the counts of all replicas; nil for a single replica.
	Shared Shared
	// Name is the name of the limit in the RateLimit headers.
	Name string
	// Prefix is the prefix of the shared counts, different for each limit.
	Prefix string
	// PerMinute is the number of requests per caller, in bursts of the same size.
	PerMinute int
	// Trusted lists the networks whose X-Forwarded-For is trusted.
	Trusted []netip.Prefix
	// SiteKey, in SiteHeader, marks the site's own reads, which serve many visitors from one address.
	// If empty, none are marked.
	SiteKey kit.Secret
	// Key returns the key that a request counts for, "" for none; nil is Caller.
	Key func(*http.Request) string
	// Refuse responds to a caller over the limit, after Retry-After is set; nil responds with the API's error.
	Refuse http.Handler
	Log    *slog.Logger
}

// New starts nothing. Call Run to synchronize the counts.
func New(o Options) *Limiter {
	if o.Refuse == nil {
		o.Refuse = http.HandlerFunc(tooMany)
	}
	if o.Key == nil {
		o.Key = Caller
	}
	return &Limiter{
		name: o.Name, policy: []string{fmt.Sprintf("%q;q=%d;w=%d", o.Name, o.PerMinute, seconds(time.Minute))}, shared: o.Shared, limit: o.PerMinute, prefix: o.Prefix, trusted: o.Trusted,
		siteKey: []byte(o.SiteKey), refuse: o.Refuse, key: o.Key, log: o.Log, seldom: rate.Sometimes{Interval: time.Second},
		counted: map[string]int{}, refused: map[string]time.Time{}, left: map[string]left{}, local: map[string]*rate.Limiter{},
	}
}

// Run synchronizes counts until ctx ends.
func (l *Limiter) Run(ctx context.Context) error {
	ticker := time.NewTicker(settleEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		_ = l.settle(ctx) // the gateway reports that shared counts are unavailable
	}
}

func (l *Limiter) settle(ctx context.Context) error {
	l.mu.Lock()
	counted, now := l.counted, time.Now()
	l.counted = map[string]int{}
	for who, until := range l.refused {
		if now.After(until) {
			delete(l.refused, who)
		}
	}
	for who, left := range l.left {
		if now.After(left.whole) {
			delete(l.left, who)
		}
	}
	l.mu.Unlock()
	var away error
	for who, n := range counted {
		if l.shared == nil || away != nil {
			l.settleLocally(ctx, who, n)
			continue
		}
		// GCRA never allows more than the whole limit at once, so a larger count would be ignored.
		res, err := l.shared.Allow(ctx, l.prefix+who, l.limit, min(n, l.limit))
		if err != nil {
			away = err
			l.settleLocally(ctx, who, n)
			continue
		}
		l.mu.Lock()
		l.left[who] = left{res.Remaining, time.Now().Add(res.ResetAfter)}
		if !res.Allowed {
			l.over(ctx, who, time.Now().Add(res.RetryAfter))
		}
		l.mu.Unlock()
	}
	if l.shared != nil && away == nil && len(counted) > 0 {
		clear(l.local)
	}
	// A caller whose limit is full again needs no entry.
	maps.DeleteFunc(l.local, func(_ string, c *rate.Limiter) bool { return c.Tokens() >= float64(c.Burst()) })
	return away
}

// settleLocally counts a caller's requests for this replica only. Only settle uses l.local.
func (l *Limiter) settleLocally(ctx context.Context, who string, n int) {
	caller, ok := l.local[who]
	if !ok {
		caller = rate.NewLimiter(rate.Every(l.each()), l.limit)
		l.local[who] = caller
	}
	now := time.Now()
	booked := caller.ReserveN(now, min(n, l.limit))
	wait := booked.DelayFrom(now)
	if wait > 0 {
		// Refused requests don't count in shared counts either.
		booked.CancelAt(now)
	}
	remaining := max(0, caller.TokensAt(now))
	l.mu.Lock()
	defer l.mu.Unlock()
	missing := float64(l.limit) - remaining
	l.left[who] = left{int(remaining), now.Add(time.Duration(missing * float64(l.each())))}
	if wait > 0 {
		l.over(ctx, who, now.Add(wait))
	}
}

// over refuses a caller until a time. It logs each caller once, and at most one caller a second, because many can be over a limit at the same
// time. It doesn't log addresses, which are personal data. The caller holds the lock.
func (l *Limiter) over(ctx context.Context, who string, until time.Time) {
	if _, known := l.refused[who]; !known {
		account, _ := strings.CutPrefix(who, accountKey)
		if account == who {
			account = ""
		}
		l.seldom.Do(func() { l.log.InfoContext(ctx, "a caller is over a limit", "limit", l.name, "account", account) })
	}
	l.refused[who] = until
}

// count counts one request. It returns the remaining requests, the time until the limit is full again, and how long a caller over
// the limit must wait.
func (l *Limiter) count(who string) (remaining int, reset, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := time.Until(l.refused[who]); wait > 0 {
		return 0, wait, wait
	}
	l.counted[who]++
	remaining = l.limit
	if known, ok := l.left[who]; ok {
		remaining, reset = known.remaining, time.Until(known.whole)
	}
	n := l.counted[who]
	return max(0, remaining-n), max(0, reset) + time.Duration(n)*l.each(), 0
}

// each is the time after which a caller may send one more request.
func (l *Limiter) each() time.Duration { return time.Minute / time.Duration(l.limit) }

type contextKey struct{}

// IP returns the caller's address as found by Identify or Wrap, otherwise the address of the connection.
func IP(r *http.Request) string {
	if ip, ok := r.Context().Value(contextKey{}).(string); ok {
		return ip
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Caller returns the key that a request counts for: its address, or the network of an IPv6 address.
func Caller(r *http.Request) string { return network(IP(r)) }

// Account returns the key of the account that a request counts for, or "" if the request is anonymous.
func Account(r *http.Request) string {
	if p, ok := identity.From(r.Context()); ok {
		return accountKey + p.Subject
	}
	return ""
}

// AccountOrCaller returns the key of the account that a request counts for, or of the address if the request is anonymous.
func AccountOrCaller(r *http.Request) string { return cmp.Or(Account(r), Caller(r)) }

// FromSite reports whether the site itself sent the request.
func (l *Limiter) FromSite(r *http.Request) bool {
	return len(l.siteKey) > 0 && subtle.ConstantTimeCompare([]byte(r.Header.Get(SiteHeader)), l.siteKey) == 1
}

// Identify finds the caller's address. It is for routes without a limit.
func (l *Limiter) Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), contextKey{}, l.client(r))))
	})
}

// Wrap responds with 429 and Retry-After to a caller over the limit. It doesn't limit the site, because pages are cached. Responses
// have the headers of draft-ietf-httpapi-ratelimit-headers-10.
func (l *Limiter) Wrap(next http.Handler) http.Handler {
	return l.Identify(l.Count(next))
}

// Count is Wrap for a request that another limit has already identified. Its headers follow those of the other limit.
func (l *Limiter) Count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := l.key(r)
		if who == "" || l.FromSite(r) {
			next.ServeHTTP(w, r)
			return
		}
		remaining, reset, wait := l.count(who)
		h := w.Header()
		if others := h["Ratelimit-Policy"]; others != nil {
			h["Ratelimit-Policy"] = append(others, l.policy...)
		} else {
			h["Ratelimit-Policy"] = l.policy // full, so that an append copies it
		}
		h["Ratelimit"] = append(h["Ratelimit"], l.state(remaining, seconds(reset)))
		if wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(seconds(wait)))
			l.refuse.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// state returns a value of the header RateLimit.
func (l *Limiter) state(remaining, reset int) string {
	out := append(strconv.AppendQuote(make([]byte, 0, 48), l.name), ";r="...)
	out = append(strconv.AppendInt(out, int64(remaining), 10), ";t="...)
	return string(strconv.AppendInt(out, int64(reset), 10))
}

// seconds rounds up.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

func tooMany(w http.ResponseWriter, _ *http.Request) {
	problem.Write(w, http.StatusTooManyRequests, errorsv1.Reason_REASON_TOO_MANY_REQUESTS, "Too many requests. Try again in a moment.", nil)
}

// Spend counts additional requests for r's caller, because r was as expensive as that many. The caller
// is refused starting with the next request.
func (l *Limiter) Spend(r *http.Request, more int) {
	if more <= 0 || l.FromSite(r) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counted[l.key(r)] += more
}

// client returns the last address in X-Forwarded-For that is not a trusted proxy's.
func (l *Limiter) client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	forwarded := r.Header["X-Forwarded-For"]
	if len(forwarded) == 0 || len(l.trusted) == 0 {
		return host
	}
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && l.isTrusted(host); i-- {
		if next := strings.TrimSpace(hops[i]); next != "" {
			host = withoutPort(next)
		}
	}
	return host
}

// withoutPort returns an address without its port. Some proxies add the port, which differs with
// every connection.
func withoutPort(hop string) string {
	if addr, err := netip.ParseAddrPort(hop); err == nil {
		return addr.Addr().String()
	}
	return hop
}

func (l *Limiter) isTrusted(host string) bool {
	addr, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(l.trusted, func(p netip.Prefix) bool { return p.Contains(addr.Unmap()) })
}

// network shortens an IPv6 address to its /64, the size of a household's network.
func network(ip string) string {
	if !strings.Contains(ip, ":") {
		return ip
	}
	addr, err := netip.ParseAddr(ip)
	if err != nil || addr.Unmap().Is4() {
		return ip
	}
	p, err := addr.Prefix(64)
	if err != nil {
		return ip
	}
	return p.String()
}

// ParseNetworks parses CIDR networks.
func ParseNetworks(list []string) ([]netip.Prefix, error) {
	out := make([]netip.Prefix, 0, len(list))
	for _, s := range list {
		p, err := netip.ParsePrefix(s)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

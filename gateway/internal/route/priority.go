package route

import (
	"net/http"
	"strings"

	"github.com/vitrine/vitrine/kit/admission"
)

// held is the path of calls that reserve an edition before the payment.
const held = "/api/checkouts"

// bulk are targets with requests that can wait.
var bulk = map[Target]bool{Upload: true, Studio: true, Recordings: true, Catalog: true, Profiles: true, Chainwatcher: true, FormerAlert: true}

// Class returns the class of a row's requests with a method.
func (r Row) Class(method string) Class {
	switch {
	case strings.HasPrefix(r.Path, "/api/auth/") && r.Limit == Requests && (r.Auth == Open || r.Auth == RefreshToken) && r.Path != keySet:
		return Logins
	case r.Key && r.takes(method):
		return Orders
	default:
		return Any
	}
}

// keySet is the path of the key set that clients use to verify tokens.
const keySet = "/api/auth/.well-known/jwks.json"

// Priority is the order in which requests are admitted under overload: money and what it needs, then reservations, then reads, then files.
func (r Row) Priority(method string) admission.Priority {
	write := method != http.MethodGet && method != http.MethodHead
	switch {
	case bulk[r.To]:
		return admission.Bulk
	case r.Path == held && write:
		return admission.Holds
	case r.Auth == Signed, r.Auth == Link, r.Auth == LinkAndUser, r.Auth == RefreshToken, r.To == Auth, r.To == Checkout,
		strings.HasPrefix(r.Path, "/api/auth/"), r.To == RPC && write && r.Path != "/api/profiles" && !strings.HasPrefix(r.Path, "/api/favorites") && !strings.HasPrefix(r.Path, "/api/reminders") && !strings.HasPrefix(r.Path, "/api/push") && !strings.HasPrefix(r.Path, "/api/email-settings") && r.Path != "/api/collector-page":
		return admission.Money
	default:
		return admission.Reads
	}
}

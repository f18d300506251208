// Package route holds the table of all public routes and applies the policy of each.
package route

import (
	"net/http"
	"slices"
	"strings"
)

// Target is the destination of a route.
type Target string

// The targets: RPCs, services that requests are forwarded to, and handlers of the gateway.
const (
	RPC          Target = "rpc"
	Auth         Target = "auth"
	Profiles     Target = "profiles"
	Catalog      Target = "catalog"
	Checkout     Target = "checkout"
	Chainwatcher Target = "chainwatcher"
	Site         Target = "site"
	GraphQL      Target = "graphql"
	JSONRPC      Target = "jsonrpc"
	Config       Target = "config"
	OpenAPI      Target = "openapi"
	Upload       Target = "upload"
	Studio       Target = "studio"
	Recordings   Target = "recordings"
	FormerAlert  Target = "former alert"
	StopEmails   Target = "stop emails"
	Nothing      Target = "nothing"
)

// Credential is what a caller must send. The service checks it; the gateway only verifies bearer tokens.
type Credential string

// The credentials.
const (
	Open         Credential = ""             // none; a bearer token is verified if present
	User         Credential = "bearer"       // an access token
	RefreshToken Credential = "refreshToken" // a refresh token as bearer
	Link         Credential = "link"         // the secret of an emailed link in Approval-Secret
	LinkAndUser  Credential = "link+bearer"  // both
	Signed       Credential = "signature"    // the body is signed by a provider
	Unread       Credential = "unread"       // tokens are not read: public files and pages
)

// Limit is the rate limit that a request counts towards.
type Limit string

// The limits.
const (
	Unlimited Limit = ""
	Requests  Limit = "requests" // REQUESTS_PER_MINUTE
	Pages     Limit = "pages"    // PAGES_PER_MINUTE
)

// Class is a group of routes with an additional, lower limit.
type Class string

// The classes.
const (
	Any    Class = ""
	Orders Class = "orders" // ORDERS_PER_MINUTE: requests that reserve editions or move money and tokens, by account
	Logins Class = "logins" // LOGINS_PER_MINUTE: requests that start or renew sessions, by address
)

// The sizes of request bodies.
const (
	none    = 0
	json    = 1 << 20
	rpcCall = 512 << 10
	upload  = 5<<20 + 64<<10 // an avatar and the form around it
	form    = 4 << 10        // a few fields
	piece   = 1 << 20        // a part of a recording, or of a file that an artist uploads
)

// The default Cache-Control. Responses may set another one.
const (
	noStore = "no-store"
	asSent  = ""
)

// Row is one route: the methods of a path, and their policy.
type Row struct {
	// Methods are separated by spaces; empty allows any. GET includes HEAD.
	Methods string
	// Path is a pattern of http.ServeMux.
	Path string
	To   Target
	Auth Credential
	// Key means that the call needs an Idempotency-Key.
	Key   bool
	Limit Limit
	// Body is the maximum size of the request body.
	Body  int64
	Cache string
}

// rpc is the row of a public RPC.
func rpc(methods, path string, auth Credential) Row {
	return Row{Methods: methods, Path: path, To: RPC, Auth: auth, Limit: Requests, Body: json, Cache: noStore}
}

// once is the row of a public RPC that needs an Idempotency-Key.
func once(path string) Row {
	row := rpc("POST", path, User)
	row.Key = true
	return row
}

// Table lists all routes, except those of LEGACY_PATHS.
var Table = []Row{
	rpc("POST", "/api/auth/session", Open),
	rpc("GET", "/api/auth/tokens", RefreshToken),
	rpc("POST", "/api/auth/logout", User),
	rpc("POST", "/api/auth/login-alerts/link/report", Link),
	rpc("GET DELETE", "/api/auth/sessions", User),
	rpc("DELETE", "/api/auth/sessions/{id}", User),
	rpc("GET POST", "/api/auth/passkeys", User),
	rpc("POST", "/api/auth/passkeys/options", User),
	rpc("DELETE", "/api/auth/passkeys/{id}", User),
	rpc("POST", "/api/auth/recovery-codes", User),
	rpc("POST", "/api/auth/confirmations", User),
	rpc("POST", "/api/auth/confirmations/options", User),
	rpc("POST", "/api/auth/confirmations/code", User),
	rpc("GET", "/api/auth/auth0/user", User),
	rpc("POST", "/api/auth/auth0/verification-email", User),
	rpc("GET", "/api/auth/siwe/nonce", Open),
	rpc("POST", "/api/auth/siwe/verify", Open),
	rpc("GET", "/api/auth/data-requests", User),
	rpc("POST", "/api/auth/data-requests/export", User),
	rpc("POST", "/api/auth/data-requests/deletion", User),
	rpc("POST", "/api/auth/data-requests/link/confirm", Link),
	rpc("DELETE", "/api/auth/data-requests/{id}", User),
	rpc("GET", "/api/auth/data-requests/{id}/export.zip", User),
	rpc("GET POST", "/api/auth/wallets", User),
	rpc("DELETE", "/api/auth/wallets/{address}", User),
	{"GET", "/api/auth/login", Auth, Open, false, Requests, none, noStore},
	{"GET", "/api/auth/callback", Auth, Open, false, Requests, none, noStore},
	{"GET", "/api/auth/.well-known/jwks.json", Auth, Open, false, Requests, none, asSent},
	{"POST", "/api/auth/backchannel-logout", Auth, Signed, false, Requests, json, noStore},

	rpc("GET POST", "/api/profiles", User),
	rpc("PUT", "/api/profiles/{id}", User),
	{"POST", "/api/profileUploads", Upload, User, false, Requests, upload, noStore},
	rpc("GET POST", "/api/favorites", User),
	rpc("DELETE", "/api/favorites/{kind}/{entryId}", User),
	rpc("GET POST", "/api/reminders", User),
	rpc("DELETE", "/api/reminders/{kind}/{entryId}", User),
	rpc("GET POST", "/api/push", User),
	rpc("DELETE", "/api/push/{id}", User),
	rpc("GET PUT", "/api/collector-page", User),
	rpc("GET", "/api/collectors/{name}", Open),
	rpc("GET DELETE", "/api/email-change", User),
	rpc("GET", "/api/email-change/link", Link),
	rpc("POST", "/api/email-change/link/confirm", Link),
	rpc("POST", "/api/email-change/link/reject", Link),
	rpc("GET", "/api/email-settings", User),
	rpc("PUT", "/api/email-settings/{kind}", User),
	rpc("GET", "/api/email-settings/link", Link),
	rpc("POST", "/api/email-settings/link/stop", Link),
	{"GET POST", "/api/stop-emails/{secret}", StopEmails, Unread, false, Requests, form, noStore},
	rpc("GET", "/api/payout-wallet-updates", User),
	once("/api/payout-wallet-updates"),
	rpc("DELETE", "/api/payout-wallet-updates/{id}", User),
	rpc("GET", "/api/payout-alerts/link", Link),
	rpc("POST", "/api/payout-alerts/link/stop", Link),
	{"GET", "/api/payout-alerts/{secret}", FormerAlert, Open, false, Requests, none, noStore},

	rpc("GET", "/api/checkouts", User),
	once("/api/checkouts"),
	rpc("GET DELETE", "/api/checkouts/{id}", User),
	once("/api/checkouts/{id}/card"),
	once("/api/checkouts/{id}/ether"),
	rpc("DELETE", "/api/checkouts/{id}/ether", User),
	rpc("POST", "/api/checkouts/{id}/transactions", User),
	rpc("GET", "/api/checkouts/{id}/receipt.pdf", User),
	rpc("GET", "/api/checkouts/{id}/invoice.pdf", User),
	rpc("GET", "/api/checkouts/{id}/credit-note.pdf", User),
	rpc("GET", "/api/checkouts/{id}/credit-notes/{number}", User),
	once("/api/checkouts/{id}/refunds"),
	rpc("GET", "/api/reviews", User),
	once("/api/reviews/{id}/decision"),
	once("/api/refund-requests/{id}/decision"),
	rpc("GET", "/api/desk/orders", User),
	rpc("GET", "/api/desk/orders/{id}", User),
	rpc("GET", "/api/desk/orders/{id}/release", User),
	rpc("POST", "/api/desk/orders/{id}/release", User),
	rpc("POST", "/api/desk/movements", User),
	rpc("GET", "/api/desk/today", User),
	rpc("GET", "/api/desk/accounts", User),
	rpc("GET", "/api/desk/accounts/{id}", User),
	rpc("POST", "/api/desk/accounts/{id}/sessions/end", User),
	rpc("POST", "/api/desk/accounts/{id}/sessions/{sessionId}/end", User),
	rpc("POST", "/api/desk/accounts/{id}/block", User),
	rpc("POST", "/api/desk/accounts/{id}/unblock", User),
	rpc("GET", "/api/desk/profiles", User),
	rpc("GET", "/api/desk/approvals", User),
	rpc("POST", "/api/desk/approvals/verification", User),
	rpc("GET PUT", "/api/desk/drops/{dropId}/phases", User),
	rpc("GET PUT", "/api/desk/phases/{id}/members", User),
	rpc("POST", "/api/desk/phases/{id}/pause", User),
	rpc("POST", "/api/desk/phases/{id}/resume", User),
	rpc("GET", "/api/drops/{dropId}/phases", Open),
	rpc("GET", "/api/sales", User),
	rpc("GET", "/api/statements/{file}", User),
	rpc("GET", "/api/invariants", Open),
	rpc("GET", "/api/editions", Open),
	{"POST", "/api/webhooks/stripe", Checkout, Signed, false, Unlimited, json, noStore},

	rpc("GET", "/api/collection", User),
	rpc("GET", "/api/ether-price", Open),
	rpc("GET", "/api/tokens", Open),
	rpc("GET", "/api/tokens/{tokenId}/certificate.pdf", User),
	rpc("GET", "/api/tokens/{tokenId}/certificate.json", User),
	rpc("GET", "/api/tokens/{tokenId}/original", User),
	rpc("GET", "/api/withdrawals", User),
	once("/api/withdrawals"),
	rpc("DELETE", "/api/withdrawals/{id}", User),
	once("/api/withdrawal-batches"),
	rpc("DELETE", "/api/withdrawal-batches/{id}", User),
	rpc("GET DELETE", "/api/gifts/{id}", User),
	once("/api/gifts/{id}/emails"),
	rpc("GET", "/api/gifts/link", Link),
	rpc("POST", "/api/gifts/link/accept", LinkAndUser),
	rpc("GET", "/api/withdrawal-reviews", User),
	rpc("POST", "/api/withdrawal-reviews/{id}/decision", User),
	rpc("GET", "/api/payouts", User),
	once("/api/payouts"),

	rpc("GET", "/api/approvals", User),
	rpc("GET", "/api/approvals/link", Link),
	rpc("POST", "/api/approvals/link/approve", LinkAndUser),
	rpc("POST", "/api/approvals/link/reject", Link),
	rpc("GET", "/api/approvals/log", User),
	rpc("GET", "/api/approvals/waiting", User),
	rpc("GET", "/api/approvals/waiting/{id}", User),
	rpc("POST", "/api/approvals/waiting/{id}/approve", User),
	rpc("POST", "/api/approvals/waiting/{id}/reject", User),
	rpc("POST", "/api/approvals/{id}/resend", User),
	rpc("POST", "/api/approvals/by-signature", Open),

	{"GET", "/api/config", Config, Open, false, Requests, none, asSent},
	{"GET", "/api/openapi.json", OpenAPI, Open, false, Requests, none, asSent},
	{"POST", "/api/recordings", Recordings, Open, false, Requests, piece, noStore},
	{"GET POST", "/graphql", GraphQL, Open, false, Requests, json, asSent},
	{"POST", "/api/studio/uploads", Studio, User, false, Requests, none, noStore},
	{"HEAD PATCH DELETE", "/api/studio/uploads/{id}", Studio, User, false, Requests, piece, noStore},
	{"POST", "/rpc/{chainId}", JSONRPC, Open, false, Requests, rpcCall, noStore},
	{"GET", "/tokens/{id}", Chainwatcher, Unread, false, Requests, none, asSent},

	{"GET", "/assets/avatars/", Profiles, Unread, false, Unlimited, none, asSent},
	{"GET", "/assets/", Catalog, Unread, false, Unlimited, none, asSent},
	// Files of the site's build are cached and free. Pages have a limit because rendering one costs work in the site and the catalog, and the
	// limits skip those reads, which have SITE_KEY.
	{"GET", "/_next/static/", Site, Unread, false, Unlimited, none, asSent},
	{"GET", "/", Site, Unread, false, Pages, none, asSent},

	{"", "/api/", Nothing, Open, false, Requests, json, noStore},
	{"", "/rpc/", Nothing, Open, false, Requests, json, noStore},
	{"", "/tokens/", Nothing, Unread, false, Requests, json, noStore},
	{"", "/internal/", Nothing, Unread, false, Unlimited, json, noStore},
}

// takes reports whether the row has a method.
func (r Row) takes(method string) bool {
	return r.Methods == "" || slices.Contains(strings.Fields(r.Methods), method) || method == http.MethodHead && r.takes(http.MethodGet)
}

// Allow returns the value of the Allow header for rows of one path.
func Allow(rows []Row) string {
	var out []string
	for _, r := range rows {
		for method := range strings.FieldsSeq(r.Methods) {
			out = append(out, method)
			if method == http.MethodGet {
				out = append(out, http.MethodHead)
			}
		}
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ", ")
}

// Rows returns the RPC rows whose path matches path. Their wildcards overlap, which http.ServeMux doesn't allow.
func Rows(path string) []Row {
	segments := strings.Split(path, "/")
	var out []Row
	for _, r := range Table {
		if r.To == RPC && fits(strings.Split(r.Path, "/"), segments) {
			out = append(out, r)
		}
	}
	return out
}

func fits(pattern, segments []string) bool {
	return slices.EqualFunc(pattern, segments, func(want, got string) bool {
		return want == got || strings.HasPrefix(want, "{") && got != ""
	})
}

// Package route holds the table of all public routes and applies the policy of each. The rows of RPCs come from their contracts.
package route

import (
	"net/http"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/admission"
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
	json    = 1 << 20 // also the default for RPCs
	rpcCall = 512 << 10
	upload  = 5<<20 + 64<<10 // an avatar and the form around it
	form    = 4 << 10        // a few fields
	piece   = 1 << 20        // a part of a recording, or of a file that an artist uploads
)

// noStore is the default Cache-Control of RPCs. Responses may set another one.
const noStore = "no-store"

// Row is one route: the methods of a path, and their policy.
type Row struct {
	// Methods are separated by spaces; empty allows any. GET includes HEAD.
	Methods string
	// Path is a pattern of http.ServeMux.
	Path string
	To   Target
	// Method describes the RPC of a row that leads to one.
	Method protoreflect.MethodDescriptor
	Auth   Credential
	// Key means that the call needs an Idempotency-Key.
	Key   bool
	Limit Limit
	Class Class
	// Priority is the order in which requests are admitted under overload: money and what it needs, then reservations, then reads, then files.
	Priority admission.Priority
	// Body is the maximum size of the request body.
	Body int64
	// Cache is the Cache-Control of responses that set none; empty for none.
	Cache string
}

// Table lists all routes, except those of LEGACY_PATHS.
var Table = append(rpcs(), plain...)

// plain are the routes that are no RPCs.
var plain = []Row{
	{Methods: "GET", Path: "/api/auth/login", To: Auth, Limit: Requests, Class: Logins, Priority: admission.Money, Cache: noStore},
	{Methods: "GET", Path: "/api/auth/callback", To: Auth, Limit: Requests, Class: Logins, Priority: admission.Money, Cache: noStore},
	{Methods: "GET", Path: "/api/auth/.well-known/jwks.json", To: Auth, Limit: Requests, Priority: admission.Money},
	{Methods: "POST", Path: "/api/auth/backchannel-logout", To: Auth, Auth: Signed, Limit: Requests, Priority: admission.Money, Body: json, Cache: noStore},
	{Methods: "POST", Path: "/api/profileUploads", To: Upload, Auth: User, Limit: Requests, Body: upload, Cache: noStore},
	{Methods: "GET POST", Path: "/api/stop-emails/{secret}", To: StopEmails, Auth: Unread, Limit: Requests, Priority: admission.Reads, Body: form, Cache: noStore},
	{Methods: "GET", Path: "/api/payout-alerts/{secret}", To: FormerAlert, Limit: Requests, Cache: noStore},
	{Methods: "POST", Path: "/api/webhooks/stripe", To: Checkout, Auth: Signed, Priority: admission.Money, Body: json, Cache: noStore},

	{Methods: "GET", Path: "/api/config", To: Config, Limit: Requests, Priority: admission.Reads},
	{Methods: "GET", Path: "/api/openapi.json", To: OpenAPI, Limit: Requests, Priority: admission.Reads},
	{Methods: "POST", Path: "/api/recordings", To: Recordings, Limit: Requests, Body: piece, Cache: noStore},
	{Methods: "GET POST", Path: "/graphql", To: GraphQL, Limit: Requests, Priority: admission.Reads, Body: json},
	{Methods: "GET", Path: "/graphql/schema.graphqls", To: Catalog, Auth: Unread, Limit: Requests, Priority: admission.Reads},
	{Methods: "POST", Path: "/api/studio/uploads", To: Studio, Auth: User, Limit: Requests, Cache: noStore},
	{Methods: "HEAD PATCH DELETE", Path: "/api/studio/uploads/{id}", To: Studio, Auth: User, Limit: Requests, Body: piece, Cache: noStore},
	{Methods: "POST", Path: "/rpc/{chainId}", To: JSONRPC, Limit: Requests, Priority: admission.Reads, Body: rpcCall, Cache: noStore},
	{Methods: "GET", Path: "/tokens/{id}", To: Chainwatcher, Auth: Unread, Limit: Requests},

	{Methods: "GET", Path: "/assets/avatars/", To: Profiles, Auth: Unread},
	{Methods: "GET", Path: "/assets/", To: Catalog, Auth: Unread},
	// Files of the site's build are cached and free. Pages have a limit because rendering one costs work in the site and the catalog, and the
	// limits skip those reads, which have SITE_KEY.
	{Methods: "GET", Path: "/_next/static/", To: Site, Auth: Unread, Priority: admission.Reads},
	{Methods: "GET", Path: "/", To: Site, Auth: Unread, Limit: Pages, Priority: admission.Reads},

	{Path: "/api/", To: Nothing, Limit: Requests, Priority: admission.Reads, Body: json, Cache: noStore},
	{Path: "/rpc/", To: Nothing, Limit: Requests, Priority: admission.Reads, Body: json, Cache: noStore},
	{Path: "/tokens/", To: Nothing, Auth: Unread, Limit: Requests, Priority: admission.Reads, Body: json, Cache: noStore},
	{Path: "/internal/", To: Nothing, Auth: Unread, Priority: admission.Reads, Body: json, Cache: noStore},
}

// takes reports whether the row has a method.
func (r Row) takes(method string) bool {
	for known := range strings.FieldsSeq(r.Methods) {
		if known == method {
			return true
		}
	}
	return r.Methods == "" || method == http.MethodHead && r.takes(http.MethodGet)
}

// shared reports whether pages of other origins may read the responses: what needs no login. They can't send a token, because a preflight allows
// no other header than Content-Type.
func (r Row) shared() bool {
	switch r.To {
	case GraphQL, OpenAPI, Config:
		return true
	case RPC:
		return r.Auth == Open && r.Methods == http.MethodGet
	case Catalog:
		return strings.HasPrefix(r.Path, "/graphql/")
	default:
		return false
	}
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

// Rows returns the RPC rows whose path matches path.
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

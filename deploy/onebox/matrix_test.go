package main

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/identity"
	kitrpc "github.com/vitrine/vitrine/kit/rpc"
	optionsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/options/v1"
)

// The callers of the matrix: nobody, and an account for each role.
const (
	member   = "shopper artist approver staff content support finance admin"
	everyone = "nobody " + member
	finance  = "staff finance"
	content  = "staff content"
	// secret marks routes that need the secret of a mailed link or a refresh token. Without it no role succeeds.
	secret = ""
	// artist is for accounts that staff have linked to an artist, whatever their role.
	artist = "artist"
)

// plainRoutes lists who may call each route that is no RPC. Everyone else is refused: nobody because they aren't logged in, an account because of
// its role. A request that gets through may still fail, for example because its order doesn't exist.
var plainRoutes = map[string]string{
	"POST /api/profileUploads":        member,
	"POST /api/studio/uploads":        artist + " " + content,
	"HEAD /api/studio/uploads/{id}":   artist + " " + content,
	"PATCH /api/studio/uploads/{id}":  artist + " " + content,
	"DELETE /api/studio/uploads/{id}": artist + " " + content,
}

// routes adds the RPCs to plainRoutes, with the callers that their contracts allow.
func routes() map[string]string {
	all := maps.Clone(plainRoutes)
	for _, m := range kitrpc.Methods() {
		for _, b := range kitrpc.BindingsOf(m) {
			all[b.Method+" "+b.Path] = callersOf(m)
		}
	}
	return all
}

// callersOf returns the callers that a public RPC's contract allows.
func callersOf(m protoreflect.MethodDescriptor) string {
	options := m.Options()
	switch proto.GetExtension(options, optionsv1.E_Credential) {
	case optionsv1.Credential_CREDENTIAL_OPEN:
		return everyone
	case optionsv1.Credential_CREDENTIAL_LINK, optionsv1.Credential_CREDENTIAL_LINK_AND_USER, optionsv1.Credential_CREDENTIAL_REFRESH_TOKEN:
		return secret
	}
	if only := proto.GetExtension(options, optionsv1.E_Only).(string); only != "" {
		return only
	}
	areas := kitrpc.AreasOf(m)
	if len(areas) == 0 {
		return member
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(member), func(role string) bool {
		return !(&identity.Principal{Roles: []string{role}}).May(areas...)
	}), " ")
}

// operation lists who may call a field of the data API, and how to call it.
type operation struct{ who, call string }

// queries lists who may call each query.
var queries = map[string]operation{
	"artworks":        {everyone, `artworks { page }`},
	"artwork":         {everyone, `artwork(slug: "none-999999") { id }`},
	"artists":         {everyone, `artists { page }`},
	"artist":          {everyone, `artist(slug: "none-999999") { id }`},
	"artistsByIds":    {everyone, `artistsByIds(ids: []) { id }`},
	"editionFilms":    {everyone, `editionFilms(tokenIds: []) { url }`},
	"drops":           {everyone, `drops { page }`},
	"drop":            {everyone, `drop(slug: "none-999999") { id }`},
	"curators":        {everyone, `curators { id }`},
	"curator":         {everyone, `curator(slug: "none-999999") { id }`},
	"posts":           {everyone, `posts { page }`},
	"post":            {everyone, `post(slug: "none-999999") { id }`},
	"page":            {everyone, `page(slug: "none") { title }`},
	"categories":      {everyone, `categories { slug }`},
	"colors":          {everyone, `colors { color }`},
	"techniques":      {everyone, `techniques { name }`},
	"relatedArtworks": {everyone, `relatedArtworks(slug: "none-999999") { id }`},
	"justCollected":   {everyone, `justCollected { id }`},
	"currency":        {everyone, `currency`},
	"postCategories":  {everyone, `postCategories { slug }`},
	"suggestions":     {everyone, `suggestions(text: "none") { title }`},
	"postPreview":     {everyone, `postPreview(token: "none") { id }`},
	"contentEntries":  {content, `contentEntries(kind: ARTWORK) { page }`},
	"contentEntry":    {content, `contentEntry(kind: ARTWORK, id: "999999") { id }`},
	"artistLinks":     {"staff support finance admin", `artistLinks { page }`},
	// Null for an account that isn't linked to an artist.
	"studio":         {member, `studio { drafts { id } }`},
	"draft":          {member, `draft(id: "00000000-0000-4000-8000-000000999999") { id }`},
	"submissions":    {content, `submissions { page }`},
	"contentChanges": {content, `contentChanges(kind: ARTWORK, id: "999999") { page }`},
}

// mutations lists who may call each mutation.
var mutations = map[string]operation{
	"publishArtwork":    {content, `publishArtwork(id: "999999") { id }`},
	"unpublishArtwork":  {content, `unpublishArtwork(id: "999999") { id }`},
	"updateArtwork":     {content, `updateArtwork(id: "999999", input: {}) { id }`},
	"publishPost":       {content, `publishPost(slug: "none-999999") { slug }`},
	"unpublishPost":     {content, `unpublishPost(slug: "none-999999") { slug }`},
	"updatePost":        {content, `updatePost(slug: "none-999999", input: {}) { slug }`},
	"updateDrop":        {content, `updateDrop(id: "999999", input: {}) { id }`},
	"updateArtist":      {content, `updateArtist(id: "999999", input: {}) { id }`},
	"updateCurator":     {content, `updateCurator(id: "999999", input: {}) { id }`},
	"updatePage":        {content, `updatePage(id: "999999", input: {}) { slug }`},
	"publishDrop":       {content, `publishDrop(id: "999999") { id }`},
	"unpublishDrop":     {content, `unpublishDrop(id: "999999") { id }`},
	"publishArtist":     {content, `publishArtist(id: "999999") { id }`},
	"unpublishArtist":   {content, `unpublishArtist(id: "999999") { id }`},
	"publishCurator":    {content, `publishCurator(id: "999999") { id }`},
	"unpublishCurator":  {content, `unpublishCurator(id: "999999") { id }`},
	"publishPage":       {content, `publishPage(id: "999999") { slug }`},
	"unpublishPage":     {content, `unpublishPage(id: "999999") { slug }`},
	"createPostPreview": {content, `createPostPreview(slug: "none-999999") { token }`},
	"linkArtist":        {finance, `linkArtist(id: "999999") { id }`},
	"saveDraft": {artist, `saveDraft(id: "00000000-0000-4000-8000-000000999999", version: 1, input: {title: "", description: "", medium: "", category: "",
		dimensions: "", editionSize: 0, alt: ""}) { id }`},
	"saveProfileDraft":    {artist, `saveProfileDraft(id: "00000000-0000-4000-8000-000000999998", version: 1, input: {bio: "", place: "", website: "", alt: ""}) { id }`},
	"repeatProof":         {artist + " " + content, `repeatProof(id: "00000000-0000-4000-8000-000000999999") { id }`},
	"submitDraft":         {artist, `submitDraft(id: "00000000-0000-4000-8000-000000999999", version: 1) { id }`},
	"deleteDraft":         {artist, `deleteDraft(id: "00000000-0000-4000-8000-000000999999", version: 1)`},
	"requestDraftChanges": {content, `requestDraftChanges(id: "00000000-0000-4000-8000-000000999999", version: 1, comment: "none") { id }`},
	"acceptDraft":         {content, `acceptDraft(id: "00000000-0000-4000-8000-000000999999", version: 1) { id }`},
}

// outside are the routes that don't depend on a role: public ones of the gateway, those whose body a provider signs, and the data API,
// whose mutations are in another table.
var outside = []string{
	"GET /api/auth/.well-known/jwks.json", "GET /api/auth/callback", "GET /api/auth/login", "GET /api/config", "GET /api/openapi.json",
	"GET /api/payout-alerts/{secret}", "GET /api/stop-emails/{secret}", "POST /api/stop-emails/{secret}", "GET /graphql", "GET /graphql/schema.graphqls", "GET /tokens/{id}", "POST /api/auth/backchannel-logout", "POST /api/recordings",
	"POST /api/webhooks/stripe", "POST /graphql", "POST /rpc/{chainId}",
}

// endings are routes that end the caller's session; they are called last.
var endings = []string{"DELETE /api/auth/sessions", "POST /api/auth/logout"}

// values are the values of a path's wildcards; all others get an id that doesn't exist.
var values = map[string]string{"{kind}": "artwork", "{entryId}": "999999", "{tokenId}": "999999000001", "{dropId}": "999999", "{file}": "all.csv"}

var (
	wildcard  = regexp.MustCompile(`\{[^}]+\}`)
	rootType  = regexp.MustCompile(`(?s)\ntype (Query|Mutation) \{(.*?)\n\}`)
	docs      = regexp.MustCompile(`(?s)""".*?"""`)
	fieldName = regexp.MustCompile(`(?m)^  ([a-zA-Z]+)[(:]`)
)

// TestAuthorizationMatrix calls every route that a service handles, and every query and mutation of the data API, as nobody and with each
// role.
func TestAuthorizationMatrix(t *testing.T) {
	t.Parallel()
	r := insideOf(t).running
	callers := map[string]*person{"nobody": visitor(t, r.base)}
	for name := range strings.FieldsSeq(member) {
		email := name
		if name == "shopper" {
			email = "collector"
		}
		callers[name] = visitor(t, r.base)
		callers[name].signIn("login", email+"@example.org", "vitrine")
	}
	// The session ends with the routes, so the data API comes first.
	t.Run("queries", func(t *testing.T) { graphMatrix(t, callers, "Query", queries) })
	t.Run("mutations", func(t *testing.T) { graphMatrix(t, callers, "Mutation", mutations) })
	t.Run("routes", func(t *testing.T) { routeMatrix(t, callers) })
}

func routeMatrix(t *testing.T, callers map[string]*person) {
	routes := routes()
	var api struct {
		Paths map[string]map[string]json.RawMessage
	}
	callers["nobody"].get("/api/openapi.json", &api)
	var listed []string
	for path, methods := range api.Paths {
		for method := range methods {
			listed = append(listed, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(listed)
	for _, route := range listed {
		if _, ok := routes[route]; ok == slices.Contains(outside, route) {
			t.Errorf("%s is neither an RPC nor in plainRoutes or outside, or in both: add it to one of them", route)
		}
	}
	order := slices.DeleteFunc(slices.Sorted(maps.Keys(routes)), func(route string) bool { return slices.Contains(endings, route) })
	for _, route := range append(order, endings...) {
		if !slices.Contains(listed, route) {
			t.Errorf("there is no route %s", route)
			continue
		}
		method, path, _ := strings.Cut(route, " ")
		path = wildcard.ReplaceAllStringFunc(path, func(name string) string {
			if value, ok := values[name]; ok {
				return value
			}
			return uuid.NewString()
		})
		var body any
		switch {
		case route == "POST /api/payout-wallet-updates":
			body = map[string]string{"address": "0x0000000000000000000000000000000000000Bad"} // without one, the request is refused before the artist is checked
		case method == http.MethodPost || method == http.MethodPut:
			body = struct{}{}
		}
		var through []string
		for name := range strings.FieldsSeq(everyone) {
			err := callers[name].call(method, path, body, nil, key()...)
			refusal, refused := errors.AsType[*failure](err)
			switch {
			case err != nil && !refused || refused && refusal.Status >= http.StatusInternalServerError:
				t.Errorf("%s as %s: error = %v, want nil or a rejection below 500", route, name, err)
			case routes[route] == secret && refused, refused && (refusal.Status == http.StatusUnauthorized || refusal.Status == http.StatusForbidden):
			default:
				through = append(through, name)
			}
		}
		if want := strings.Fields(routes[route]); !slices.Equal(through, want) {
			t.Errorf("%s allows %q, want %q", route, through, want)
		}
	}
}

func graphMatrix(t *testing.T, callers map[string]*person, kind string, table map[string]operation) {
	contract, err := os.ReadFile("../../proto/vitrine/catalog/v1/catalog.graphqls")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, found := range rootType.FindAllStringSubmatch(docs.ReplaceAllString(string(contract), ""), -1) {
		for _, field := range fieldName.FindAllStringSubmatch(found[2], -1) {
			if found[1] == kind {
				named = append(named, field[1])
			}
		}
	}
	slices.Sort(named)
	if got := slices.Sorted(maps.Keys(table)); !slices.Equal(got, named) {
		t.Errorf("matrix fields of type %s = %q, want those of the contract, %q", kind, got, named)
	}
	for name, op := range table {
		var through []string
		for caller := range strings.FieldsSeq(everyone) {
			var res struct {
				Errors []struct{ Extensions struct{ Code string } }
			}
			callers[caller].post("/graphql", map[string]string{"query": strings.ToLower(kind) + " {" + op.call + "}"}, &res)
			// A query finds nothing and a mutation changes nothing, because the entry doesn't exist.
			code := "not_found"
			if len(res.Errors) == 1 {
				code = res.Errors[0].Extensions.Code
			} else if kind == "Mutation" || len(res.Errors) > 1 {
				t.Fatalf("%s as %s: %+v, want one error", name, caller, res)
			}
			switch code {
			case "unauthenticated", "forbidden":
			case "not_found":
				through = append(through, caller)
			default:
				t.Errorf("%s as %s fails with the code %q, want unauthenticated, forbidden or not_found", name, caller, code)
			}
		}
		if want := strings.Fields(op.who); !slices.Equal(through, want) {
			t.Errorf("%s allows %q, want %q", name, through, want)
		}
	}
}

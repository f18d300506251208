package route

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	_ "google.golang.org/protobuf/types/known/emptypb"

	"github.com/vitrine/vitrine/kit/admission"
	optionsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/options/v1"
)

// described returns an RPC with an HTTP rule and other options.
func described(t *testing.T, rule *annotations.HttpRule, options map[protoreflect.ExtensionType]any) protoreflect.MethodDescriptor {
	t.Helper()
	of := &descriptorpb.MethodOptions{}
	proto.SetExtension(of, annotations.E_Http, rule)
	for option, value := range options {
		proto.SetExtension(of, option, value)
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: new("test.proto"), Package: new("vitrine.test"), Syntax: new("proto3"), Dependency: []string{"google/protobuf/empty.proto"},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: new("TestService"), Method: []*descriptorpb.MethodDescriptorProto{{
			Name: new("Test"), InputType: new(".google.protobuf.Empty"), OutputType: new(".google.protobuf.Empty"), Options: of,
		}}}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	return file.Services().Get(0).Methods().Get(0)
}

// TestRowsOfRPCs: what each option changes in a route, and the defaults.
func TestRowsOfRPCs(t *testing.T) {
	t.Parallel()
	get := &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: "/a"}}
	post := &annotations.HttpRule{Pattern: &annotations.HttpRule_Post{Post: "/a"}, Body: "*"}
	read := Row{Methods: "GET", Path: "/a", To: RPC, Auth: User, Limit: Requests, Priority: admission.Reads, Body: 1 << 20, Cache: "no-store"}
	write := read
	write.Methods, write.Priority = "POST", admission.Money
	for name, c := range map[string]struct {
		rule   *annotations.HttpRule
		option protoreflect.ExtensionType
		value  any
		want   func(*Row)
	}{
		"a get":                   {get, nil, nil, func(*Row) {}},
		"a post":                  {post, nil, nil, func(*Row) {}},
		"the default credential":  {get, optionsv1.E_Credential, optionsv1.Credential_CREDENTIAL_USER, func(*Row) {}},
		"no credential":           {get, optionsv1.E_Credential, optionsv1.Credential_CREDENTIAL_OPEN, func(r *Row) { r.Auth = Open }},
		"a refresh token":         {get, optionsv1.E_Credential, optionsv1.Credential_CREDENTIAL_REFRESH_TOKEN, func(r *Row) { r.Auth, r.Priority = RefreshToken, admission.Money }},
		"a link":                  {get, optionsv1.E_Credential, optionsv1.Credential_CREDENTIAL_LINK, func(r *Row) { r.Auth, r.Priority = Link, admission.Money }},
		"a link and a user":       {post, optionsv1.E_Credential, optionsv1.Credential_CREDENTIAL_LINK_AND_USER, func(r *Row) { r.Auth = LinkAndUser }},
		"a key":                   {post, optionsv1.E_IdempotencyKey, true, func(r *Row) { r.Key, r.Class = true, Orders }},
		"the limit of logins":     {post, optionsv1.E_Limit, optionsv1.Limit_LIMIT_LOGINS, func(r *Row) { r.Class = Logins }},
		"the limit of orders":     {post, optionsv1.E_Limit, optionsv1.Limit_LIMIT_ORDERS, func(r *Row) { r.Class = Orders }},
		"a write that can wait":   {post, optionsv1.E_Priority, optionsv1.Priority_PRIORITY_READS, func(r *Row) { r.Priority = admission.Reads }},
		"a hold":                  {post, optionsv1.E_Priority, optionsv1.Priority_PRIORITY_HOLDS, func(r *Row) { r.Priority = admission.Holds }},
		"a read that can't wait":  {get, optionsv1.E_Priority, optionsv1.Priority_PRIORITY_MONEY, func(r *Row) { r.Priority = admission.Money }},
		"a smaller body":          {post, optionsv1.E_MaxBody, int32(4096), func(r *Row) { r.Body = 4096 }},
		"a response for everyone": {get, optionsv1.E_Cache, "max-age=60", func(r *Row) { r.Cache = "max-age=60" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := map[protoreflect.ExtensionType]any{}
			if c.option != nil {
				options[c.option] = c.value
			}
			m := described(t, c.rule, options)
			want := read
			if c.rule == post {
				want = write
			}
			c.want(&want)
			want.Method = m
			if got := rowsOf(m); len(got) != 1 || got[0] != want {
				t.Errorf("rows = %+v, want %+v", got, want)
			}
		})
	}
	for i := range optionsv1.Credential_CREDENTIAL_UNSPECIFIED.Descriptor().Values().Len() {
		if value := optionsv1.Credential_CREDENTIAL_UNSPECIFIED.Descriptor().Values().Get(i); credentials[optionsv1.Credential(value.Number())] == Open &&
			value.Number() != optionsv1.Credential_CREDENTIAL_OPEN.Number() {
			t.Errorf("%s is Open, want another credential", value.Name())
		}
	}
}

// TestPatternsHaveTheirPolicy: the policy of an RPC applies also if its path has wildcards, and of patterns that overlap each keeps its own.
func TestPatternsHaveTheirPolicy(t *testing.T) {
	t.Parallel()
	as := func(next http.Handler) http.Handler { return next }
	p := Parts{Handlers: map[Target]http.Handler{}, Limits: map[Limit]Wrapper{Unlimited: as, Requests: as, Pages: as}, Caller: as}
	var admitted []admission.Priority
	p.Admit = func(priority admission.Priority) Wrapper {
		return func(http.Handler) http.Handler {
			return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { admitted = append(admitted, priority) })
		}
	}
	mux := http.NewServeMux()
	p.mount(mux, []Row{
		{Methods: "GET", Path: "/api/a/{id}", To: RPC, Limit: Requests, Priority: admission.Holds, Cache: "max-age=1"},
		{Methods: "POST", Path: "/api/{kind}/b", To: RPC, Limit: Requests, Priority: admission.Money, Body: 100 << 10},
		{Path: "/api/", To: Nothing, Limit: Requests, Priority: admission.Reads, Body: json, Cache: noStore},
	})
	for _, c := range []struct {
		method, path, body string
		status             int
		cache              string
		admitted           []admission.Priority
	}{
		{"GET", "/api/a/1", "", http.StatusOK, "max-age=1", []admission.Priority{admission.Holds}},
		{"GET", "/api/a/b", "", http.StatusOK, "max-age=1", []admission.Priority{admission.Holds}},
		{"POST", "/api/a/b", strings.Repeat("1", 100<<10), http.StatusOK, "", []admission.Priority{admission.Money}},
		{"POST", "/api/a/b", strings.Repeat("1", 100<<10+1), http.StatusRequestEntityTooLarge, noStore, nil},
		{"PUT", "/api/a/b", "", http.StatusMethodNotAllowed, noStore, nil},
		{"GET", "/api/c", "", http.StatusOK, noStore, []admission.Priority{admission.Reads}},
	} {
		admitted = nil
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(c.method, c.path, strings.NewReader(c.body)))
		if w.Code != c.status || w.Header().Get("Cache-Control") != c.cache || !slices.Equal(admitted, c.admitted) {
			t.Errorf("%s %s with %d bytes: %d, Cache-Control %q, admitted %v, want %d, %q, %v", c.method, c.path, len(c.body), w.Code, w.Header().Get("Cache-Control"), admitted, c.status, c.cache, c.admitted)
		}
	}
}

// TestRowsDoNotCollide: no request fits two rows. A path without wildcards comes before one with, which is the rule of http.ServeMux.
func TestRowsDoNotCollide(t *testing.T) {
	t.Parallel()
	if len(Table) < 150 {
		t.Errorf("the table has %d rows, want at least 150", len(Table))
	}
	for i, a := range Table {
		for _, b := range Table[:i] {
			share := a.Methods == b.Methods || slices.ContainsFunc(strings.Fields(a.Methods), b.takes) || slices.ContainsFunc(strings.Fields(b.Methods), a.takes)
			literal := strings.Contains(a.Path, "{") != strings.Contains(b.Path, "{")
			if share && !literal && overlap(a.Path, b.Path) {
				t.Errorf("%s %s and %s %s fit the same request", a.Methods, a.Path, b.Methods, b.Path)
			}
		}
	}
}

// overlap reports whether a path fits both patterns.
func overlap(a, b string) bool {
	return slices.EqualFunc(strings.Split(a, "/"), strings.Split(b, "/"), func(a, b string) bool {
		return a == b || strings.HasPrefix(a, "{") && b != "" || strings.HasPrefix(b, "{") && a != ""
	})
}

func TestOverlap(t *testing.T) {
	t.Parallel()
	for paths, want := range map[[2]string]bool{
		{"/a/{id}", "/a/{name}"}: true, {"/a/{id}/b", "/a/c/{id}"}: true, {"/a", "/a"}: true, {"/a/{id}", "/a/{id}/b"}: false, {"/a/{id}/b", "/a/{id}/c"}: false, {"/a/", "/a/{id}"}: false,
	} {
		if got := overlap(paths[0], paths[1]); got != want {
			t.Errorf("overlap(%q) = %t, want %t", paths, got, want)
		}
	}
}

package main

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/identity"
	kitrpc "github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

// keys returns the keys of a process of this instance.
func (h *instance) keys(t *testing.T, process string) *identity.Keys {
	t.Helper()
	keys, err := identity.Open(process, h.secrets.Keys[process], publicKeys(h.cfg.Data), testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// stolenKeys calls every RPC of every service with the key of every process. A key opens the RPCs that name its process as a caller, the
// gateway's key opens the public ones. No key but the gateway's lets a thief act as a person, and none as another process.
func stolenKeys(t *testing.T, h *instance) {
	t.Helper()
	type server struct {
		name string
		port int
	}
	services := map[protoreflect.FullName][]server{
		"vitrine.auth.v1": {{"auth", authPort}}, "vitrine.profiles.v1": {{"profiles", profilesPort}}, "vitrine.catalog.v1": {{"catalog", catalogPort}},
		"vitrine.checkout.v1": {{"checkout", checkoutPort}}, "vitrine.chain.v1": {{"chainwatcher", chainwatcherPort}}, "vitrine.approvals.v1": {{"approvals", approvalsPort}},
		"vitrine.personal.v1": {{"profiles", profilesPort}, {"catalog", catalogPort}, {"checkout", checkoutPort}, {"chainwatcher", chainwatcherPort}, {"approvals", approvalsPort}},
	}
	const refused, unknown = "403 the caller may not call this", "401 the caller's token is not valid"
	call := func(m protoreflect.MethodDescriptor, port int, token string) (result string) {
		req, err := http.NewRequest(http.MethodPost, h.cfg.service(port)+"/"+string(m.Parent().FullName())+"/"+string(m.Name()), strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set(identity.Header, token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{refused, unknown} {
			if status, text, _ := strings.Cut(want, " "); strings.HasPrefix(res.Status, status) && strings.Contains(string(body), text) {
				return want
			}
		}
		return "accepted"
	}
	calls := map[string]int{}
	for _, process := range processes {
		keys := h.keys(t, process)
		private, err := identity.ParseKey(h.secrets.Keys[process])
		if err != nil {
			t.Fatal(err)
		}
		forge := func(issuer, audience string, person *identity.Principal) string {
			signed, err := keys.Sign(audience, nil)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := jwt.ParseSigned(signed, []jose.SignatureAlgorithm{jose.EdDSA})
			if err != nil {
				t.Fatal(err)
			}
			signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: jose.JSONWebKey{Key: private, KeyID: parsed.Headers[0].KeyID}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			claims := map[string]any{"iss": issuer, "aud": audience, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix()}
			if person != nil {
				claims["person"] = person
			}
			token, err := jwt.Signed(signer).Claims(claims).Serialize()
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
			for i := range file.Services().Len() * len(services[file.Package()]) {
				service := services[file.Package()][i/file.Services().Len()]
				methods := file.Services().Get(i % file.Services().Len()).Methods()
				for j := range methods.Len() {
					m := methods.Get(j)
					callers := kitrpc.CallersOf(m)
					if public := kitrpc.HTTPMethod(m) != "" || m.FullName() == "vitrine.profiles.v1.ProfilesService.UploadAvatar"; public == (len(callers) > 0) {
						t.Errorf("%s: public = %t, callers = %v, want callers only if it isn't public", m.FullName(), public, callers)
					}
					want := refused
					if slices.Contains(callers, process) || len(callers) == 0 && process == identity.Gateway {
						want = "accepted"
					}
					calls[want]++
					if got := call(m, service.port, forge(process, service.name, nil)); got != want {
						t.Errorf("%s by %s: %s, want %s", m.FullName(), process, got, want)
					}
					staff := &identity.Principal{Subject: "staff", SessionID: "s", Roles: []string{"staff", "approver"}}
					forged := map[string]string{
						"as the next process": forge(processes[(slices.Index(processes, process)+1)%len(processes)], service.name, nil),
						"for another service": forge(process, "another", nil),
					}
					if process != identity.Gateway {
						forged["as a person"] = forge(process, service.name, staff)
						forged["as the gateway, for a person"] = forge(identity.Gateway, service.name, staff)
					}
					for what, token := range forged {
						if got := call(m, service.port, token); got != unknown {
							t.Errorf("%s by %s %s: %s, want %s", m.FullName(), process, what, got, unknown)
						}
					}
				}
			}
			return true
		})
	}
	if calls["accepted"] < 50 || calls[refused] < 200 {
		t.Errorf("calls = %v, want at least 50 accepted and 200 %s", calls, refused)
	}
}

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
		for _, m := range kitrpc.Methods() {
			for _, service := range serversOf(m) {
				callers := kitrpc.CallersOf(m)
				want := refused
				if slices.Contains(callers, process) || len(callers) == 0 && process == identity.Gateway {
					want = "accepted"
				}
				calls[want]++
				if got := call(m, ports[service], forge(process, service, nil)); got != want {
					t.Errorf("%s by %s: %s, want %s", m.FullName(), process, got, want)
				}
				staff := &identity.Principal{Subject: "staff", SessionID: "s", Roles: []string{"staff", "approver"}}
				forged := map[string]string{
					"as the next process": forge(processes[(slices.Index(processes, process)+1)%len(processes)], service, nil),
					"for another service": forge(process, "another", nil),
				}
				if process != identity.Gateway {
					forged["as a person"] = forge(process, service, staff)
					forged["as the gateway, for a person"] = forge(identity.Gateway, service, staff)
				}
				for what, token := range forged {
					if got := call(m, ports[service], token); got != unknown {
						t.Errorf("%s by %s %s: %s, want %s", m.FullName(), process, what, got, unknown)
					}
				}
			}
		}
	}
	if calls["accepted"] < 50 || calls[refused] < 200 {
		t.Errorf("calls = %v, want at least 50 accepted and 200 %s", calls, refused)
	}
}

package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/identity"
	kitrpc "github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

// endedSessionsWriteNothing calls every RPC whose rule asks for an active session, at the service itself, as the gateway would for an
// access token whose session has ended. Requests are empty, so they fail later if the session check doesn't refuse them.
func endedSessionsWriteNothing(t *testing.T, r *running, ended *person) {
	t.Helper()
	secrets, err := loadSecrets(r.data)
	if err != nil {
		t.Fatal(err)
	}
	gateway, err := identity.Open(identity.Gateway, secrets.Keys[identity.Gateway], publicKeys(r.data), testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	person := &identity.Principal{Subject: ended.Subject, SessionID: claim(t, ended.access, "sid"), Roles: []string{"staff", "admin", "approver", "artist"}}
	calls := map[string]int{}
	for _, m := range kitrpc.Methods() {
		if kitrpc.SessionRuleOf(m) != kitrpc.SessionActive {
			continue
		}
		service := serversOf(m)[0]
		calls[service]++
		req, err := http.NewRequest(http.MethodPost, r.service(ports[service])+"/"+string(m.Parent().FullName())+"/"+string(m.Name()), strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", "key")
		token, err := gateway.Sign(service, person)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set(identity.Header, token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized || !strings.Contains(string(body), "Your session has ended") {
			t.Errorf("%s responded with %d %s, want 401, Your session has ended", m.FullName(), res.StatusCode, body)
		}
	}
	for service := range ports {
		if service != "catalog" && calls[service] == 0 {
			t.Errorf("%s has no RPC that needs an active session, want at least one", service)
		}
	}
}

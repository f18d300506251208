package account

import (
	"slices"
	"testing"
)

func TestGrants(t *testing.T) {
	t.Parallel()
	const issuer = "https://id.example.org"
	known := []string{"approver", "staff"}
	g, err := ParseGrants(issuer, []string{"auth0|1=approver", " auth0|1 = staff", "auth0|1=staff", "QUFB==staff", "samlp|idp|x@example.org=staff"}, known)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		account Account
		want    []string
	}{
		"granted":              {Account{Issuer: issuer, Subject: "auth0|1"}, []string{"approver", "staff"}},
		"padded subject":       {Account{Issuer: issuer, Subject: "QUFB="}, []string{"staff"}},
		"address in a subject": {Account{Issuer: issuer, Subject: "samlp|idp|x@example.org"}, []string{"staff"}},
		"other letter case":    {Account{Issuer: issuer, Subject: "AUTH0|1"}, nil},
		"another issuer":       {Account{Issuer: "https://other.example.org", Subject: "auth0|1"}, nil},
		"wallet account":       {Account{}, nil},
		"address only":         {Account{Issuer: issuer, Subject: "auth0|2", Email: "auth0|1", EmailVerified: true}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := g.Of(c.account.Issuer, c.account.Subject); !slices.Equal(got, c.want) {
				t.Errorf("roles = %v, want %v", got, c.want)
			}
		})
	}
	for _, bad := range []string{"", "x", "a=", "=staff", "staff@example.org=staff", "auth0|1=owner", "auth0|1=Staff"} {
		if _, err := ParseGrants(issuer, []string{bad}, known); err == nil {
			t.Errorf("ParseGrants(%q): error = nil, want one", bad)
		}
	}
}

package account

import (
	"fmt"
	"slices"
	"strings"
)

// Grants are the roles that the operator grants to accounts. An account is identified by issuer and subject, because an email address can
// belong to several subjects, be reassigned, or be written in another letter case.
type Grants struct {
	// Issuer is the identity provider of the subjects.
	Issuer string
	// Roles of each subject.
	Roles map[string][]string
}

// ParseGrants reads subject=role pairs for the subjects of an issuer. It rejects an unknown role, because it would grant nothing.
func ParseGrants(issuer string, pairs, known []string) (Grants, error) {
	g := Grants{Issuer: issuer, Roles: map[string][]string{}}
	for _, pair := range pairs {
		at := strings.LastIndex(pair, "=") // a subject may end in padding
		if at < 0 {
			return Grants{}, fmt.Errorf("%q is not subject=role", pair)
		}
		subject, role := strings.TrimSpace(pair[:at]), strings.TrimSpace(pair[at+1:])
		switch {
		case subject == "" || role == "":
			return Grants{}, fmt.Errorf("%q is not subject=role", pair)
		case !slices.Contains(known, role):
			return Grants{}, fmt.Errorf("%q names an unknown role; the roles are %s", pair, strings.Join(known, ", "))
		case strings.Contains(subject, "@") && !strings.Contains(subject, "|"):
			return Grants{}, fmt.Errorf("%q names an email address: use the account's subject at the identity provider, like auth0|5f7c8ec7", pair)
		}
		if !slices.Contains(g.Roles[subject], role) {
			g.Roles[subject] = append(g.Roles[subject], role)
		}
	}
	return g, nil
}

// Of returns the roles of an identity, which is empty for an account with wallets only.
func (g Grants) Of(issuer, subject string) []string {
	if subject == "" || issuer != g.Issuer {
		return nil
	}
	return g.Roles[subject]
}

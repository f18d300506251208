// Package webauthn implements the ceremonies of passkeys with go-webauthn.
package webauthn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/passkey"
)

// Ceremonies implements passkey.Ceremonies.
type Ceremonies struct{ party *webauthn.WebAuthn }

// New returns the ceremonies of a site. relyingParty is the domain of the passkeys: the site's host, or a domain above it.
func New(site *url.URL, relyingParty string) (*Ceremonies, error) {
	party, err := webauthn.New(&webauthn.Config{
		RPID: relyingParty, RPDisplayName: "Vitrine", RPOrigins: []string{site.Scheme + "://" + site.Host},
		// The login is the first factor, so a security key without a PIN is enough.
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementDiscouraged, UserVerification: protocol.VerificationPreferred,
		},
		AttestationPreference: protocol.PreferNoAttestation,
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	return &Ceremonies{party}, nil
}

// user is an account for go-webauthn.
type user struct {
	account     account.Account
	credentials []webauthn.Credential
}

func newUser(a account.Account, known []passkey.Passkey) (user, error) {
	u := user{account: a}
	for _, p := range known {
		var c webauthn.Credential
		if err := json.Unmarshal(p.Credential, &c); err != nil {
			return u, fmt.Errorf("passkey %s: %w", p.ID, err)
		}
		u.credentials = append(u.credentials, c)
	}
	return u, nil
}

// WebAuthnID returns the id of the account, which doesn't identify the person to others.
func (u user) WebAuthnID() []byte { return []byte(u.account.ID) }

// WebAuthnName returns the name that browsers show for the passkey.
func (u user) WebAuthnName() string {
	switch {
	case u.account.Email != "":
		return u.account.Email
	case len(u.account.Wallets) > 0:
		return u.account.Wallets[0].Address
	}
	return "Vitrine"
}

// WebAuthnDisplayName returns the same name.
func (u user) WebAuthnDisplayName() string { return u.WebAuthnName() }

// WebAuthnCredentials returns the account's passkeys.
func (u user) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

// BeginRegistration implements passkey.Ceremonies.
func (c *Ceremonies) BeginRegistration(a account.Account, known []passkey.Passkey) (options, state []byte, err error) {
	u, err := newUser(a, known)
	if err != nil {
		return nil, nil, err
	}
	creation, data, err := c.party.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.credentials).CredentialDescriptors()))
	if err != nil {
		return nil, nil, err
	}
	return marshal(creation.Response, data)
}

// FinishRegistration implements passkey.Ceremonies.
func (c *Ceremonies) FinishRegistration(a account.Account, known []passkey.Passkey, state, response []byte) (passkey.Passkey, error) {
	u, data, err := resume(a, known, state)
	if err != nil {
		return passkey.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return passkey.Passkey{}, fmt.Errorf("%w: %w", passkey.ErrInvalid, err)
	}
	credential, err := c.party.CreateCredential(u, data, parsed)
	if err != nil {
		return passkey.Passkey{}, fmt.Errorf("%w: %w", passkey.ErrInvalid, err)
	}
	stored, err := json.Marshal(credential)
	return passkey.Passkey{CredentialID: credential.ID, Credential: stored}, err
}

// BeginConfirmation implements passkey.Ceremonies.
func (c *Ceremonies) BeginConfirmation(a account.Account, known []passkey.Passkey) (options, state []byte, err error) {
	u, err := newUser(a, known)
	if err != nil {
		return nil, nil, err
	}
	assertion, data, err := c.party.BeginLogin(u)
	if err != nil {
		return nil, nil, err
	}
	return marshal(assertion.Response, data)
}

// FinishConfirmation implements passkey.Ceremonies. A counter that went back, as of a copied key, is refused.
func (c *Ceremonies) FinishConfirmation(a account.Account, known []passkey.Passkey, state, response []byte) (passkey.Passkey, error) {
	u, data, err := resume(a, known, state)
	if err != nil {
		return passkey.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return passkey.Passkey{}, fmt.Errorf("%w: %w", passkey.ErrInvalid, err)
	}
	credential, err := c.party.ValidateLogin(u, data, parsed)
	if err != nil {
		return passkey.Passkey{}, fmt.Errorf("%w: %w", passkey.ErrInvalid, err)
	}
	if credential.Authenticator.CloneWarning {
		return passkey.Passkey{}, fmt.Errorf("%w: its counter went back", passkey.ErrInvalid)
	}
	for _, p := range known {
		if bytes.Equal(p.CredentialID, credential.ID) {
			p.Credential, err = json.Marshal(credential)
			return p, err
		}
	}
	return passkey.Passkey{}, passkey.ErrInvalid
}

// resume returns the user and the state of a ceremony that has begun.
func resume(a account.Account, known []passkey.Passkey, state []byte) (u user, data webauthn.SessionData, err error) {
	if u, err = newUser(a, known); err == nil {
		err = json.Unmarshal(state, &data)
	}
	return u, data, err
}

func marshal(options, data any) (outOptions, outState []byte, err error) {
	if outOptions, err = json.Marshal(options); err != nil {
		return nil, nil, err
	}
	outState, err = json.Marshal(data)
	return outOptions, outState, err
}

package wallet

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// SiweMessage has the fields of an EIP-4361 message that matter to us.
type SiweMessage struct {
	Domain    string
	Address   string
	Statement string
	URI       string
	ChainID   uint64
	Nonce     string
	IssuedAt  time.Time
	// ExpiresAt and NotBefore are zero if the message doesn't have them.
	ExpiresAt, NotBefore time.Time
	RequestID            string
	Resources            []string
}

const siwePreamble = " wants you to sign in with your Ethereum account:"

var (
	siweAddress = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	siweNonce   = regexp.MustCompile(`^[a-zA-Z0-9]{8,128}$`)
	siweRequest = regexp.MustCompile(`^[-._~!$&'()*+,;=:@%a-zA-Z0-9]*$`)
	siweScheme  = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*://`)
)

// ParseSiwe parses an EIP-4361 message by its grammar, line by line. It doesn't trim or repair anything: the result is exactly what was
// signed. The error is a *MessageError.
func ParseSiwe(text string) (SiweMessage, error) {
	var m SiweMessage
	bad := func(reason string) (SiweMessage, error) { return SiweMessage{}, &MessageError{reason} }
	lines := strings.Split(text, "\n")
	if len(lines) < 8 || strings.Contains(text, "\r") {
		return bad("not a Sign-In with Ethereum message")
	}
	domain, ok := strings.CutSuffix(lines[0], siwePreamble)
	if !ok {
		return bad("not a Sign-In with Ethereum message")
	}
	// The optional scheme is not part of the domain.
	m.Domain = siweScheme.ReplaceAllString(domain, "")
	if m.Domain == "" || strings.ContainsAny(m.Domain, "/?# @\\") {
		return bad("the domain is invalid")
	}
	if m.Address = lines[1]; !siweAddress.MatchString(m.Address) {
		return bad("the address is invalid")
	}
	if lines[2] != "" {
		return bad("an empty line must follow the address")
	}
	rest := lines[3:]
	// Without a statement some wallets leave out one of the two empty lines.
	switch {
	case rest[0] == "":
		rest = rest[1:]
	case strings.HasPrefix(rest[0], "URI: "):
	case rest[1] == "":
		m.Statement, rest = rest[0], rest[2:]
	default:
		return bad("an empty line must follow the statement")
	}
	next := func(name string) (string, bool) {
		if len(rest) == 0 {
			return "", false
		}
		v, ok := strings.CutPrefix(rest[0], name+": ")
		if ok {
			rest = rest[1:]
		}
		return v, ok
	}
	var v string
	if m.URI, ok = next("URI"); !ok {
		return bad("the URI is missing")
	}
	if u, err := url.Parse(m.URI); err != nil || u.Scheme == "" {
		return bad("the URI is invalid")
	}
	if v, ok = next("Version"); !ok || v != "1" {
		return bad("the version must be 1")
	}
	v, _ = next("Chain ID")
	chain, err := strconv.ParseUint(v, 10, 53)
	if err != nil {
		return bad("the chain id is invalid")
	}
	m.ChainID = chain
	if m.Nonce, ok = next("Nonce"); !ok || !siweNonce.MatchString(m.Nonce) {
		return bad("the nonce is invalid")
	}
	if v, ok = next("Issued At"); !ok {
		return bad("the time of issue is missing")
	}
	if m.IssuedAt, err = time.Parse(time.RFC3339, v); err != nil {
		return bad("the time of issue is invalid")
	}
	if v, ok = next("Expiration Time"); ok {
		if m.ExpiresAt, err = time.Parse(time.RFC3339, v); err != nil {
			return bad("the expiration time is invalid")
		}
	}
	if v, ok = next("Not Before"); ok {
		if m.NotBefore, err = time.Parse(time.RFC3339, v); err != nil {
			return bad("the start of validity is invalid")
		}
	}
	if v, ok = next("Request ID"); ok {
		if !siweRequest.MatchString(v) {
			return bad("the request id is invalid")
		}
		m.RequestID = v
	}
	if len(rest) > 0 && rest[0] == "Resources:" {
		for _, line := range rest[1:] {
			r, ok := strings.CutPrefix(line, "- ")
			if !ok {
				return bad("the resources are invalid")
			}
			m.Resources = append(m.Resources, r)
		}
		rest = nil
	}
	if len(rest) > 0 {
		return bad("the message has unexpected lines")
	}
	return m, nil
}

// skew is how far a visitor's clock may be ahead of ours.
const skew = time.Minute

// check checks everything except the nonce and the signature. It doesn't compare IssuedAt, which is the time of a browser whose clock may be
// wrong; the nonce limits the age of a message. Error: *MessageError.
func (m SiweMessage) check(domain string, chains []uint64, now time.Time) error {
	if !strings.EqualFold(m.Domain, domain) {
		return &MessageError{"the message is for another site"}
	}
	// A page of another origin could show our domain and its own address.
	if u, err := url.Parse(m.URI); err != nil || !strings.EqualFold(u.Host, domain) {
		return &MessageError{"the message is for another address"}
	}
	known := false
	for _, c := range chains {
		known = known || c == m.ChainID
	}
	switch {
	case !known:
		return &MessageError{"the chain is not supported"}
	case !m.ExpiresAt.IsZero() && !now.Before(m.ExpiresAt):
		return &MessageError{"the message has expired"}
	case !m.NotBefore.IsZero() && now.Add(skew).Before(m.NotBefore):
		return &MessageError{"the message is not valid yet"}
	}
	return nil
}

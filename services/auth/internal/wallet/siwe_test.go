package wallet

import (
	"cmp"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const whole = `shop.example wants you to sign in with your Ethereum account:
0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266

Sign in to Vitrine

URI: https://shop.example/en/login/
Version: 1
Chain ID: 1
Nonce: aB3dE6gH9jK2mN5p
Issued At: 2026-03-01T12:00:00.000Z
Expiration Time: 2026-03-01T12:05:00Z
Not Before: 2026-03-01T11:59:00+00:00
Request ID: r-1
Resources:
- https://shop.example/terms
- ipfs://x`

func TestParseSiwe(t *testing.T) {
	t.Parallel()
	m, err := ParseSiwe(whole)
	if err != nil {
		t.Fatal(err)
	}
	if m.Domain != "shop.example" || m.Statement != "Sign in to Vitrine" || m.ChainID != 1 || m.Nonce != "aB3dE6gH9jK2mN5p" ||
		!m.IssuedAt.Equal(noon) || !m.ExpiresAt.Equal(noon.Add(5*time.Minute)) || m.RequestID != "r-1" || len(m.Resources) != 2 {
		t.Errorf("message = %+v, want every field of the text", m)
	}
	short := strings.Replace(whole[:strings.Index(whole, "\nExpiration")], "\nSign in to Vitrine\n", "\n", 1)
	if m, err = ParseSiwe(short); err != nil || m.Statement != "" || !m.ExpiresAt.IsZero() {
		t.Errorf("without optional fields: %+v, %v, want no statement and no expiry", m, err)
	}
	if m, err = ParseSiwe("https://" + whole); err != nil || m.Domain != "shop.example" {
		t.Errorf("with a scheme: %+v, %v, want domain shop.example", m, err)
	}
}

func TestParseSiweRefuses(t *testing.T) {
	t.Parallel()
	for _, change := range [][2]string{
		{" wants you", " wants me"},
		{"shop.example wants", " wants"},
		{"shop.example wants", "a/b wants"},
		{"shop.example wants", "user@shop.example wants"},
		{"0xf39F", "0xg39F"},
		{"0xf39F", "f39F"},
		{"92266\n", "92266 \n"},
		{"92266\n\n", "92266\n"},
		{"Vitrine\n\nURI", "Vitrine\nURI"},
		{"URI: ", "Uri: "},
		{"URI: https://", "URI: "},
		{"Version: 1", "Version: 2"},
		{"Version: 1\n", ""},
		{"Chain ID: 1", "Chain ID: -1"},
		{"Chain ID: 1", "Chain ID: 0x1"},
		{"Chain ID: 1", "Chain ID: 99999999999999999999"},
		{"Nonce: aB3dE6gH9jK2mN5p", "Nonce: short"},
		{"Nonce: aB", "Nonce: a-B"},
		{"Issued At: 2026", "Issued At: 26"},
		{"Issued At: 2026-03-01T12:00:00.000Z\n", ""},
		{"Expiration Time: 2026", "Expiration Time: x"},
		{"Not Before: 2026", "Not Before: x"},
		{"Request ID: r-1", "Request ID: r 1"},
		{"- ipfs", "* ipfs"},
		{"\n", "\r\n"},
		{"Resources:", "Recources:"},
	} {
		t.Run(change[0]+" to "+change[1], func(t *testing.T) {
			changed := strings.Replace(whole, change[0], change[1], 1)
			if changed == whole {
				t.Fatalf("the message doesn't contain %q", change[0])
			}
			if m, err := ParseSiwe(changed); err == nil {
				t.Errorf("the message was parsed as %+v, want an error", m)
			}
		})
	}
	if _, err := ParseSiwe(""); err == nil {
		t.Error("ParseSiwe() of an empty text: error = nil, want one")
	}
}

func TestSiweCheck(t *testing.T) {
	t.Parallel()
	m, err := ParseSiwe(whole)
	if err != nil {
		t.Fatal(err)
	}
	chains := []uint64{1, 100}
	for name, c := range map[string]struct {
		domain string
		chains []uint64
		after  time.Duration
		ok     bool
		uri    string
	}{
		"good":                   {ok: true},
		"other letter case":      {domain: "Shop.Example", ok: true},
		"other site":             {domain: "evil.example"},
		"other port":             {domain: "shop.example:8080"},
		"other address":          {uri: "https://evil.example/"},
		"other chain":            {chains: []uint64{100}},
		"expired":                {after: 5 * time.Minute},
		"just before the expiry": {after: 5*time.Minute - 1, ok: true},
		"a clock that runs fast": {after: -30 * time.Second, ok: true},
	} {
		t.Run(name, func(t *testing.T) {
			m := m
			c.domain = cmp.Or(c.domain, "shop.example")
			if c.chains == nil {
				c.chains = chains
			}
			if c.uri != "" {
				m.URI = c.uri
			}
			if err := m.check(c.domain, c.chains, noon.Add(c.after)); (err == nil) != c.ok {
				t.Errorf("got %v, want success: %t", err, c.ok)
			}
		})
	}
	m.NotBefore, m.IssuedAt = time.Time{}, noon.Add(time.Hour)
	if err := m.check("shop.example", chains, noon); err != nil {
		t.Errorf("message from a browser with a clock an hour fast: error = %v, want nil", err)
	}
	m.NotBefore = noon.Add(time.Hour)
	if err := m.check("shop.example", chains, noon); err == nil {
		t.Error("check() of a message from the future = nil, want an error")
	}
}

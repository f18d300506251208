package main

import (
	"crypto/tls"
	"net/http"
	"testing"

	"github.com/vitrine/vitrine/kit/mtls/mtlstest"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestWithCertificates buys with a card from an instance whose services and gateway call each other with certificates only. tls.spec.ts does
// the same with the site.
func TestWithCertificates(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	folder, authority := t.TempDir(), mtlstest.New(t)
	for _, name := range []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals", "gateway", "render"} {
		authority.Issue(t, folder, name)
	}
	r := open(t, "CERTIFICATES="+folder)
	cardPurchase(t, r)
	r.invariants(t)
	for n := range 6 {
		with := authority.Open(t, "caller").Client("127.0.0.1")
		without := with.Clone()
		without.Certificates = nil
		for _, c := range []struct {
			name, scheme string
			tls          *tls.Config
			through      bool
		}{
			{"a certificate of the authority", "https://", with, true},
			{"no certificate", "https://", without, false},
			{"no TLS", "http://", nil, false},
		} {
			client := &http.Client{Transport: &http.Transport{TLSClientConfig: c.tls}}
			res, err := client.Get(c.scheme + local(r.services+n) + "/readyz")
			through := err == nil && res.StatusCode == http.StatusOK
			if err == nil {
				_ = res.Body.Close()
			}
			if through != c.through {
				t.Errorf("service %d, %s: allowed = %t (%v), want %t", n, c.name, through, err, c.through)
			}
		}
	}
}

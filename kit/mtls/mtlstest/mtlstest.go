// Package mtlstest issues certificates for tests.
package mtlstest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/testkit"
)

// Authority signs certificates.
type Authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	serial      int64
}

// New returns an authority that nobody else knows.
func New(t testing.TB) *Authority {
	t.Helper()
	a := &Authority{serial: 1}
	template := a.template("authority")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	a.certificate, a.key = issue(t, template, nil, nil)
	return a
}

func (a *Authority) template(name string) *x509.Certificate {
	a.serial++
	return &x509.Certificate{
		SerialNumber: big.NewInt(a.serial), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
}

// issue signs a certificate for a new key, with its own key if there is no parent.
func issue(t testing.TB, template, parent *x509.Certificate, by *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if parent == nil {
		parent, by = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return certificate, key
}

// Issue writes a certificate of a process on 127.0.0.1, its key and the authority's certificate to a folder. It replaces earlier ones.
func (a *Authority) Issue(t testing.TB, folder, name string) mtls.Files {
	t.Helper()
	template := a.template(name)
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	certificate, key := issue(t, template, a.certificate, a.key)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	files := mtls.Files{Certificate: filepath.Join(folder, name+".crt"), Key: filepath.Join(folder, name+".key"), CA: filepath.Join(folder, "ca.crt")}
	for file, block := range map[string]*pem.Block{
		files.Certificate: {Type: "CERTIFICATE", Bytes: certificate.Raw}, files.Key: {Type: "PRIVATE KEY", Bytes: der}, files.CA: {Type: "CERTIFICATE", Bytes: a.certificate.Raw},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// Open returns the certificates of a new process.
func (a *Authority) Open(t testing.TB, name string) *mtls.Certificates {
	t.Helper()
	certificates, err := mtls.Open(a.Issue(t, t.TempDir(), name), testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	return certificates
}

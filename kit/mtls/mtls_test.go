package mtls_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	pb "github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/mtls/mtlstest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

var spec = connect.Spec{Procedure: "/kit.test.v1.ThingService/DoThing"}

// thing is a service with one RPC.
type thing struct{}

func (thing) Mount(mux *http.ServeMux) {
	server := connect.NewServer()
	server.Register(connect.Method{Spec: spec, Handler: func(_ context.Context, _ connect.Spec, stream connect.ServerStream) error {
		return errors.Join(stream.Receive(&pb.DoThingRequest{}), stream.Send(&pb.DoThingResponse{}))
	}})
	rpc.Mount(mux, server)
}
func (thing) Run(ctx context.Context) error { <-ctx.Done(); return nil }
func (thing) Close() error                  { return nil }
func (thing) Extras() kit.Extras            { return kit.Extras{} }

// host serves a thing with certificates, and returns its address and the one without encryption.
func host(t *testing.T, certificates *mtls.Certificates) (addr, internal string) {
	t.Helper()
	internal = free(t)
	return serve(t, kit.Listen{InternalAddr: internal, TLS: certificates}), internal
}

// free returns an address that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Addr().String()
}

// serve serves a thing, and returns its address.
func serve(t *testing.T, l kit.Listen) (addr string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan string, 1), make(chan error, 1)
	l.Addr, l.Ready = "127.0.0.1:0", func(a string) { ready <- a }
	go func() { ended <- kit.Host(ctx, "thing", l, thing{}, testkit.Log(t)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case addr = <-ready:
	case err := <-ended:
		ended <- nil
		t.Fatal(err)
	}
	return addr
}

// TestTheEdgeListensWithAndWithoutTLS: the gateway has a port for browsers, and another one for callers with certificates.
func TestTheEdgeListensWithAndWithoutTLS(t *testing.T) {
	t.Parallel()
	ours := mtlstest.New(t)
	secure := free(t)
	plain := serve(t, kit.Listen{TLSAddr: secure, TLS: ours.Open(t, "gateway")})
	site := ours.Open(t, "frontend")
	for url, want := range map[string]int{"http://" + plain: http.StatusOK, "https://" + secure: http.StatusOK} {
		if status, err := get(t, site, url+"/readyz"); err != nil || status != want {
			t.Errorf("%s: %d, %v; want %d", url, status, err, want)
		}
	}
	for name, c := range map[string]struct {
		certificates *mtls.Certificates
		url          string
	}{
		"no certificate":      {nil, "https://" + secure},
		"another authority":   {mtlstest.New(t).Open(t, "frontend"), "https://" + secure},
		"without TLS":         {nil, "http://" + secure},
		"TLS at the open one": {site, "https://" + plain},
	} {
		t.Run(name, func(t *testing.T) {
			if status, err := get(t, c.certificates, c.url+"/readyz"); err == nil && status == http.StatusOK {
				t.Error("status = 200, want no response")
			}
		})
	}
}

// call calls the RPC of a thing as the gateway with these certificates.
func call(t *testing.T, fleet *identitytest.Fleet, certificates *mtls.Certificates, url string) error {
	t.Helper()
	keys := fleet.Keys(t, "gateway")
	keys.SetCertificates(certificates)
	return rpc.NewClient(keys, "thing", url).CallUnary(t.Context(), spec, &pb.DoThingRequest{}, &pb.DoThingResponse{})
}

// get requests a path over HTTP/1.1.
func get(t *testing.T, certificates *mtls.Certificates, url string) (status int, err error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := certificates.Transport()
	defer transport.CloseIdleConnections()
	res, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

// TestBothSidesShowCertificates: only processes with a certificate of the same authority talk to each other.
func TestBothSidesShowCertificates(t *testing.T) {
	t.Parallel()
	ours, others, fleet := mtlstest.New(t), mtlstest.New(t), identitytest.New(t)
	addr, internal := host(t, ours.Open(t, "thing"))
	known, stranger := ours.Open(t, "gateway"), others.Open(t, "gateway")

	if err := call(t, fleet, known, "https://"+addr); err != nil {
		t.Errorf("an RPC with certificates: error = %v, want nil", err)
	}
	if status, err := get(t, known, "https://"+addr+"/readyz"); err != nil || status != http.StatusOK {
		t.Errorf("GET /readyz with certificates: status = %d, %v, want 200", status, err)
	}
	if err := call(t, fleet, stranger, "https://"+addr); err == nil || !strings.Contains(err.Error(), "unknown authority") {
		t.Errorf("an RPC to a server of another authority: error = %v, want unknown authority", err)
	}
	if err := call(t, fleet, nil, "https://"+addr); err == nil {
		t.Error("an RPC without certificates: error = nil, want one")
	}
	if err := call(t, fleet, known, "http://"+addr); err == nil {
		t.Error("an unencrypted RPC: error = nil, want one")
	}
	if status, err := get(t, nil, "http://"+addr+"/readyz"); err == nil && status != http.StatusBadRequest {
		t.Errorf("GET /readyz without TLS: status = %d, want 400 or a closed connection", status)
	}
	// These callers know the server's authority: it is the server that refuses them.
	for name, c := range map[string]struct {
		change func(*tls.Config)
		reason string
	}{
		"its certificate":               {func(*tls.Config) {}, ""},
		"no certificate":                {func(c *tls.Config) { c.Certificates = nil }, "certificate required"},
		"another authority's":           {func(c *tls.Config) { c.Certificates = stranger.Client("127.0.0.1").Certificates }, "unknown certificate authority"},
		"TLS 1.2":                       {func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS12, tls.VersionTLS12 }, "protocol version not supported"},
		"a server of another name":      {func(c *tls.Config) { c.ServerName = "catalog" }, "match catalog"},
		"a server of another authority": {func(c *tls.Config) { c.RootCAs = stranger.Client("127.0.0.1").RootCAs }, "unknown authority"},
	} {
		t.Run(name, func(t *testing.T) {
			config := known.Client("127.0.0.1", "http/1.1")
			c.change(config)
			transport := &http.Transport{TLSClientConfig: config}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+addr+"/readyz", nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := (&http.Client{Transport: transport}).Do(req)
			if err == nil {
				err = res.Body.Close()
			}
			if (err == nil) != (c.reason == "") || err != nil && !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error %v, want %q", err, c.reason)
			}
			transport.CloseIdleConnections()
		})
	}
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		if status, err := get(t, nil, "http://"+internal+path); err != nil || status != http.StatusOK {
			t.Errorf("GET %s of the internal address: status = %d, %v, want 200", path, status, err)
		}
	}
}

// TestCertificatesAreRenewed: new files apply to new connections, on both sides, without a restart. Invalid files change nothing.
func TestCertificatesAreRenewed(t *testing.T) {
	t.Parallel()
	former, next, folder := mtlstest.New(t), mtlstest.New(t), t.TempDir()
	open := func(a *mtlstest.Authority, name string) *mtls.Certificates {
		certificates, err := mtls.Open(a.Issue(t, folder, name), testkit.Log(t))
		if err != nil {
			t.Fatal(err)
		}
		return certificates
	}
	files := former.Issue(t, folder, "thing")
	addr, _ := host(t, open(former, "thing"))
	caller, outdated := open(former, "gateway"), former.Open(t, "gateway")
	reachable := func(c *mtls.Certificates) bool {
		status, err := get(t, c, "https://"+addr+"/readyz")
		return err == nil && status == http.StatusOK
	}
	if !reachable(caller) || !reachable(outdated) {
		t.Fatal("the service isn't reachable before the change, want both callers through")
	}

	if err := os.WriteFile(files.Certificate, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 10*time.Second, func() bool {
		ok := reachable(outdated)
		if !ok {
			t.Error("an invalid certificate file stopped the service, want it reachable")
		}
		return ok
	})

	next.Issue(t, folder, "thing")
	next.Issue(t, folder, "gateway")
	testkit.Eventually(t, 20*time.Second, func() bool { return reachable(caller) && !reachable(outdated) })
}

// TestFilesAreChecked: a process doesn't start with files that don't fit together.
func TestFilesAreChecked(t *testing.T) {
	t.Parallel()
	files := mtlstest.New(t).Issue(t, t.TempDir(), "thing")
	other := mtlstest.New(t).Issue(t, t.TempDir(), "thing")
	for name, bad := range map[string]mtls.Files{
		"another key":  {Certificate: files.Certificate, Key: other.Key, CA: files.CA},
		"no authority": {Certificate: files.Certificate, Key: files.Key, CA: files.Key},
		"no file":      {Certificate: files.Certificate, Key: files.Key, CA: files.CA + "x"},
	} {
		if _, err := mtls.Open(bad, testkit.Log(t)); err == nil {
			t.Errorf("Open() with %s: error = nil, want one", name)
		}
	}
}

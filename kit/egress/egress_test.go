package egress

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestPublic(t *testing.T) {
	for addr, want := range map[string]bool{
		"1.1.1.1": true, "93.184.216.34": true, "2606:4700:4700::1111": true, "172.15.0.1": true, "172.32.0.1": true,
		"127.0.0.1": false, "127.9.9.9": false, "10.0.0.1": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.1.1": false,
		"169.254.169.254": false, "100.64.0.1": false, "100.127.255.255": false, "0.0.0.0": false, "0.1.2.3": false, "255.255.255.255": false,
		"224.0.0.1": false, "240.0.0.1": false, "198.18.0.1": false, "192.0.2.1": false,
		"::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd12::1": false, "ff02::1": false, "fec0::1": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:1.1.1.1": true, "::127.0.0.1": false,
		"64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:db8::1": false, "2001::1": false,
	} {
		if got := Public(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: got %v", addr, got)
		}
	}
}

func TestClient(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("chunked") {
			w.(http.Flusher).Flush()
		}
		_, _ = io.WriteString(w, strings.Repeat("x", 101))
	})
	mux.HandleFunc("/fits", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 100)) })
	mux.HandleFunc("/near", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/fits", http.StatusFound) })
	mux.HandleFunc("/far", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	s := httptest.NewServer(mux)
	defer s.Close()

	if _, err := Client(Options{}).Get(s.URL + "/fits"); !errors.Is(err, ErrRefused) {
		t.Errorf("loopback: %v", err)
	}
	if _, err := Client(Options{}).Get(strings.Replace(s.URL, "127.0.0.1", "localhost", 1) + "/fits"); !errors.Is(err, ErrRefused) {
		t.Errorf("a name of loopback: %v", err)
	}
	c := Client(Options{AllowPrivate: true, MaxBytes: 100})
	for path, want := range map[string]error{"/fits": nil, "/near": nil, "/big": ErrTooLarge, "/big?chunked": ErrTooLarge, "/far": ErrRefused, "/loop": ErrRefused} {
		res, err := c.Get(s.URL + path)
		if err == nil {
			_, err = io.ReadAll(res.Body)
			_ = res.Body.Close()
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

package main

import (
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestSplit buys with a card from an instance whose services are two processes each. Then it stops the instance, which must end all of
// them in ten seconds.
func TestSplit(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	r := open(t, "SPLIT=true", "OBSERVE=1")
	cardPurchase(t, r)
	r.invariants(t)
	var metrics []byte
	visitor(t, r.observe).get("/metrics", &metrics)
	for _, part := range []string{"checkout-1", "checkout-2", "gateway"} {
		if !strings.Contains(string(metrics), `go_goroutines{instance="`+part+`"}`) {
			t.Errorf("the metrics have no go_goroutines of %s", part)
		}
	}
	for n := range 6 {
		for _, port := range replicaPorts(r.services + n) {
			if !probe.OK(t.Context(), http.DefaultClient, "http://"+local(port)+"/readyz") {
				t.Errorf("the process at port %d isn't ready, want two of each service", port)
			}
		}
	}
	began := time.Now()
	r.end(syscall.SIGINT)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("stopping took %s, want at most 10s", took)
	}
	if text := r.process.LastOutput(); strings.Contains(text, "killed") {
		t.Errorf("output = %s\nwant no component killed", text)
	}
	for n := range 6 {
		for _, port := range append(replicaPorts(r.services+n), r.services+n) {
			l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", local(port))
			if err != nil {
				t.Errorf("port %d is in use after the stop: error = %v, want nil", port, err)
				continue
			}
			_ = l.Close()
		}
	}
}

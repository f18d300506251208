package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSplit buys with a card from an instance whose services are two processes each. Then it stops the instance, which must end all of
// them in ten seconds.
func TestSplit(t *testing.T) {
	t.Parallel()
	r := open(t, "SPLIT=true")
	cardPurchase(t, r)
	r.invariants(t)
	log, err := os.ReadFile(filepath.Join(r.data, "vitrine.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, process := range []string{
		"auth-1", "auth-2", "profiles-1", "profiles-2", "catalog-1", "catalog-2", "checkout-1", "checkout-2",
		"chainwatcher-1", "chainwatcher-2", "approvals-1", "approvals-2", "gateway",
	} {
		t.Run(process, func(t *testing.T) {
			serving := false
			for line := range strings.Lines(string(log)) {
				serving = serving || strings.HasPrefix(line, "process="+process+" ") && strings.Contains(line, "msg=serving")
			}
			if !serving {
				t.Errorf("the log has no line that %s is serving, want one", process)
			}
		})
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

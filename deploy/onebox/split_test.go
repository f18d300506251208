package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestSplit buys with a card from an instance whose services and gateway are two processes each, restarts every process in turn while people buy and
// read, and stops the instance, which must end all of them in ten seconds.
func TestSplit(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	r := open(t, "SPLIT=true", "OBSERVE=1")
	cardPurchase(t, r)
	ports := r.splitPorts()
	for name, port := range ports {
		if !probe.OK(t.Context(), http.DefaultClient, "http://"+local(port)+"/readyz") {
			t.Errorf("%s isn't ready at port %d, want two processes of each service and of the gateway", name, port)
		}
	}
	var metrics []byte
	visitor(t, r.observe).get("/metrics", &metrics)
	for _, part := range []string{"checkout-1", "checkout-2", "gateway-2"} {
		if !strings.Contains(string(metrics), `go_goroutines{instance="`+part+`"}`) {
			t.Errorf("the metrics have no go_goroutines of %s", part)
		}
	}
	rolled := make(chan struct{})
	var reads sync.WaitGroup
	reads.Go(func() { r.readUntil(rolled) })
	go func() {
		defer close(rolled)
		for _, name := range slices.Sorted(maps.Keys(ports)) {
			if err := r.roll(name, ports[name]); err != nil {
				t.Errorf("%s: error = %v, want it to be ready again", name, err)
				return
			}
		}
	}()
	for rolling := true; rolling; {
		select {
		case <-rolled:
			rolling = false
		default:
			cardPurchase(t, r)
		}
	}
	reads.Wait()
	r.invariants(t)
	began := time.Now()
	r.end(syscall.SIGINT)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("stopping took %s, want at most 10s", took)
	}
	if text := r.process.LastOutput(); strings.Contains(text, "killed") {
		t.Errorf("output = %s\nwant no component killed", text)
	}
	_, public, _ := net.SplitHostPort(strings.TrimPrefix(r.base, "http://"))
	ports["gateway"], _ = strconv.Atoi(public)
	for n := range 6 {
		ports[strconv.Itoa(n)] = r.services + n
	}
	for _, port := range ports {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", local(port))
		if err != nil {
			t.Errorf("port %d is in use after the stop: error = %v, want nil", port, err)
			continue
		}
		_ = l.Close()
	}
}

// splitPorts returns the ports of the processes of a split instance by their names.
func (r *running) splitPorts() map[string]int {
	r.t.Helper()
	_, text, _ := net.SplitHostPort(strings.TrimPrefix(r.base, "http://"))
	public, err := strconv.Atoi(text)
	if err != nil {
		r.t.Fatal(err)
	}
	ports := map[string]int{}
	for n, service := range []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals", "gateway"} {
		port := r.services + n
		if service == "gateway" {
			port = public
		}
		for i, at := range replicaPorts(port) {
			ports[fmt.Sprintf("%s-%d", service, i+1)] = at
		}
	}
	return ports
}

// readUntil requests what visitors read. No request may fail, and none is retried.
func (r *running) readUntil(done <-chan struct{}) {
	client := &http.Client{Timeout: 20 * time.Second}
	for i := 0; ; i++ {
		select {
		case <-done:
			return
		case <-time.After(20 * time.Millisecond):
		}
		method, path, body := http.MethodPost, "/graphql", io.MultiReader(strings.NewReader(`{"query":"{artworks{totalCount}}"}`)) // which can't be sent again
		if i%2 == 1 {
			method, path, body = http.MethodGet, []string{"/api/config", "/api/ether-price"}[i/2%2], nil
		}
		req, err := http.NewRequest(method, r.base+path, body)
		if err != nil {
			r.t.Error(err)
			return
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := client.Do(req)
		if err != nil {
			r.t.Errorf("%s %s: error = %v, want nil", method, path, err)
			continue
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
			r.t.Errorf("%s %s: status = %d, %v, want 200", method, path, res.StatusCode, err)
		}
		_ = res.Body.Close()
	}
}

// roll ends a process, as an operator does, and returns when the one that replaces it is ready.
func (r *running) roll(name string, port int) error {
	pid := func() int {
		log, _ := os.ReadFile(filepath.Join(r.data, "vitrine.log"))
		all := regexp.MustCompile(`msg="a process starts" process=`+name+` pid=(\d+)`).FindAllSubmatch(log, -1)
		if len(all) == 0 {
			return 0
		}
		pid, _ := strconv.Atoi(string(all[len(all)-1][1]))
		return pid
	}
	before := pid()
	if before == 0 {
		return errors.New("the log has no process id")
	}
	if err := syscall.Kill(before, syscall.SIGTERM); err != nil {
		return err
	}
	for deadline := time.Now().Add(time.Minute); pid() == before || !probe.OK(context.Background(), http.DefaultClient, "http://"+local(port)+"/readyz"); {
		if time.Now().After(deadline) {
			return errors.New("no process replaced it within a minute")
		}
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(time.Second) // kept ready for a moment, as minReadySeconds does
	return nil
}

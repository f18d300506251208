package main

import (
	"bytes"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

// TestOperatorErrors checks that wrong settings are reported in one sentence, before anything starts.
func TestOperatorErrors(t *testing.T) {
	start := func(args ...string) string {
		var out bytes.Buffer
		err := run(t.Context(), &out, args)
		if err == nil {
			return out.String()
		}
		return err.Error()
	}
	if got := start("-h"); !strings.HasPrefix(got, "usage: onebox") {
		t.Errorf("-h: %s, want the usage", got)
	}
	dir := t.TempDir()
	t.Setenv("VITRINE_DATA", dir)
	t.Setenv("PORT", "abc")
	if got := start(); got != `settings: PORT: "abc" is not a whole number` {
		t.Errorf(`error for a port that isn't a number = %s, want settings: PORT: "abc" is not a whole number`, got)
	}
	t.Setenv("PORT", "")
	shift := offset(t)
	t.Setenv("PORT_OFFSET", strconv.Itoa(shift))
	held, err := standins.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := start(); !strings.HasPrefix(got, "another instance uses the data folder "+dir) || strings.Contains(got, "\n") {
		t.Errorf("error of a second instance = %s, want one line: another instance uses the data folder %s", got, dir)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", local(8080+shift))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got := start(); !strings.HasPrefix(got, "port "+strconv.Itoa(8080+shift)+" is in use by another program") {
		t.Errorf("error for a port in use = %s, want port %d is in use by another program", got, 8080+shift)
	}
}

// TestStopTimeout checks that a stop ends in time even if a part hangs.
func TestStopTimeout(t *testing.T) {
	hanging := &instance{}
	release := make(chan struct{})
	defer close(release)
	hanging.onStop(func() { <-release })
	if hanging.stopWithin(50 * time.Millisecond) {
		t.Error("stopWithin() with a component that hangs = true, want false")
	}
	healthy := &instance{}
	healthy.onStop(func() {})
	if !healthy.stopWithin(5 * time.Second) {
		t.Error("stopWithin() with components that stopped = false, want true")
	}
}

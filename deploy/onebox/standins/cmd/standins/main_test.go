package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

// TestWhatCannotStartSaysWhy: a script that starts the stand-ins notices that they don't run.
func TestWhatCannotStartSaysWhy(t *testing.T) {
	t.Parallel()
	used, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = used.Close() }) // after the subtests, which run in parallel
	_, port, _ := net.SplitHostPort(used.Addr().String())
	locked := t.TempDir()
	lock, err := standins.Lock(locked)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lock.Close() })
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"a locked data folder":            {[]string{"-data", locked}, 1, "another instance uses the data folder " + locked + ": stop what uses it, or set -data"},
		"a data folder that can't be one": {[]string{"-data", file}, 1, file},
		"a port in use":                   {[]string{"-cards-port", port}, 1, fmt.Sprintf("port %s is in use by another program: stop it, or set -cards-port to another port", port)},
		"an unknown argument":             {[]string{"-card-port", port}, 2, "flag provided but not defined: -card-port"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := c.args
			if args[0] != "-data" {
				args = append(args, "-data", t.TempDir())
			}
			var problems bytes.Buffer
			if code := command(t.Context(), args, io.Discard, &problems); code != c.code || !strings.Contains(problems.String(), c.says) {
				t.Errorf("command(%q) = %d and %q, want %d and %q", args, code, &problems, c.code, c.says)
			}
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if code := command(ctx, []string{"-data", t.TempDir()}, io.Discard, io.Discard); code != 0 {
		t.Errorf("an interrupted start = %d, want 0", code)
	}
}

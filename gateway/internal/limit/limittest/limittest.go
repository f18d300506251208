// Package limittest runs Redis for tests of limits.
package limittest

import (
	"context"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit"
)

// Redis runs a server until the test ends and returns its address.
func Redis(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatal("no redis-server: run `make test-deps`")
	}
	socket := t.TempDir() + "/redis.sock"
	p, err := subprocess.Start(exec.Command(program, "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"), syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	rdb := redis.NewClient(&redis.Options{Network: "unix", Addr: socket})
	defer func() { _ = rdb.Close() }()
	testkit.Eventually(t, 10*time.Second, func() bool { return rdb.Ping(context.Background()).Err() == nil })
	return "unix://" + socket
}

// Empty deletes everything that a server of Redis stores.
func Empty(t testing.TB, address string) {
	t.Helper()
	options, err := redis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	rdb := redis.NewClient(options)
	defer func() { _ = rdb.Close() }()
	if err := rdb.FlushAll(context.Background()).Err(); err != nil {
		t.Fatal(err)
	}
}

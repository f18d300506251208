package testkit

import (
	"cmp"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS starts a broker with JetStream for this test and returns its address.
func NATS(t testing.TB) string {
	t.Helper()
	return Broker(t, t.TempDir(), 0).ClientURL()
}

// Broker starts a broker that stores its data in dir. Port 0 picks a free one. Without users it
// accepts every client. It stops with the test; a test about outages stops it earlier with StopBroker.
func Broker(t testing.TB, dir string, port int, users ...*server.User) *server.Server {
	t.Helper()
	port = cmp.Or(port, server.RANDOM_PORT)
	s, err := server.NewServer(&server.Options{
		ServerName: "test", Host: "127.0.0.1", Port: port,
		JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, Users: users,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { StopBroker(s) })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker didn't start in 10 s, want it ready")
	}
	return s
}

// StopBroker stops a broker and waits until its port and store are free. It may be called twice.
func StopBroker(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

package standins

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS is a real NATS server with JetStream, in this process.
type NATS struct{ server *server.Server }

// StartNATS keeps its store in dir and forces every acknowledged message to disk.
func StartNATS(dir, host string, port int) (*NATS, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "onebox", Host: host, Port: port, JetStream: true, StoreDir: filepath.Join(dir, "nats"), NoSigs: true, NoLog: true, SyncAlways: true,
	})
	if err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	go s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("nats: not ready after 10 seconds")
	}
	return &NATS{s}, nil
}

// URL is the address for clients.
func (n *NATS) URL() string { return n.server.ClientURL() }

// Stop ends the server.
func (n *NATS) Stop() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

package standins

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func TestNATSStoresEvents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	connect := func() (*NATS, jetstream.JetStream) {
		n, err := StartNATS(dir, "127.0.0.1", server.RANDOM_PORT)
		if err != nil {
			t.Fatal(err)
		}
		nc, err := nats.Connect(n.URL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		js, err := jetstream.New(nc)
		if err != nil {
			t.Fatal(err)
		}
		return n, js
	}
	n, js := connect()
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "EVENTS", Subjects: []string{"events.>"}, Storage: jetstream.FileStorage, Duplicates: time.Minute}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := js.Publish(t.Context(), "events.sold", []byte("1"), jetstream.WithMsgID("event-1")); err != nil {
			t.Fatal(err)
		}
	}
	n.Stop()
	n, js = connect()
	defer n.Stop()
	ack, err := js.Publish(t.Context(), "events.sold", []byte("1"), jetstream.WithMsgID("event-1"))
	if err != nil || !ack.Duplicate || ack.Sequence != 1 {
		t.Errorf("publishing again after a restart = %+v, %v, want a duplicate of sequence 1", ack, err)
	}
}

// A port that another program uses is reported immediately.
func TestNATSReportsAPortInUse(t *testing.T) {
	t.Parallel()
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	n, err := StartNATS(t.TempDir(), "127.0.0.1", taken.Addr().(*net.TCPAddr).Port)
	if err == nil {
		n.Stop()
		t.Fatal("start on a port in use succeeded, want an error")
	}
	if !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("error = %v, want one that says the port is in use", err)
	}
}

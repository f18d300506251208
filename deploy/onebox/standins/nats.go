package standins

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS is a NATS server with JetStream, running in this process.
type NATS struct {
	server *server.Server
	key    string
}

// StartNATS stores its data in dir and syncs every acknowledged message to disk. Port -1 picks a free one. It has no users, so every client may
// do everything.
func StartNATS(dir, host string, port int) (*NATS, error) {
	return startNATS(&server.Options{SyncAlways: true}, dir, host, port, "")
}

var brokerPassword = regexp.MustCompile(`\$(([A-Z]+)_NATS_PASSWORD)`)

// StartGuardedNATS is StartNATS with the settings of deploy/compose/nats.conf, including its users and permissions. Their
// passwords are derived from key.
func StartGuardedNATS(file, key, dir, host string, port int) (*NATS, error) {
	opts, err := guarded(file, key)
	if err != nil {
		return nil, err
	}
	return startNATS(opts, dir, host, port, key)
}

func guarded(file, key string) (*server.Options, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	var settings strings.Builder
	for _, variable := range brokerPassword.FindAllStringSubmatch(string(text), -1) {
		fmt.Fprintf(&settings, "%s: %q\n", variable[1], BrokerPassword(key, strings.ToLower(variable[2])))
	}
	settings.Write(text)
	opts := new(server.Options)
	if err := opts.ProcessConfigString(settings.String()); err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	opts.HTTPHost, opts.HTTPPort = "", 0
	return opts, nil
}

func startNATS(opts *server.Options, dir, host string, port int, key string) (*NATS, error) {
	opts.ServerName, opts.Host, opts.Port, opts.NoSigs, opts.NoLog = "onebox", host, port, true, true
	opts.JetStream, opts.StoreDir = true, filepath.Join(dir, "nats")
	s, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("nats: %w", err)
	}
	failed := make(fatal, 1)
	s.SetLoggerV2(failed, false, false, false)
	go s.Start()
	for late := time.After(natsReady); !s.ReadyForConnections(100 * time.Millisecond); {
		select {
		case err := <-failed:
			s.Shutdown()
			return nil, fmt.Errorf("nats: %w", err)
		case <-late:
			s.Shutdown()
			return nil, fmt.Errorf("nats: not ready after %s", natsReady)
		default:
		}
	}
	return &NATS{s, key}, nil
}

// natsReady is how long the server may take to open its store and its port. A busy machine with a large store needs longer than NATS's own
// ten seconds.
const natsReady = time.Minute

// fatal receives the reason why the server can't start, such as a port in use, because the server only logs it. It drops all other lines.
type fatal chan error

// Fatalf implements server.Logger.
func (f fatal) Fatalf(format string, v ...any) {
	select {
	case f <- fmt.Errorf(format, v...):
	default:
	}
}

// Noticef implements server.Logger.
func (fatal) Noticef(string, ...any) {}

// Warnf implements server.Logger.
func (fatal) Warnf(string, ...any) {}

// Errorf implements server.Logger.
func (fatal) Errorf(string, ...any) {}

// Debugf implements server.Logger.
func (fatal) Debugf(string, ...any) {}

// Tracef implements server.Logger.
func (fatal) Tracef(string, ...any) {}

// BrokerPassword derives a service's password at the guarded broker from key. It is for local use: in production each password is
// random, because all services know the key.
func BrokerPassword(key, service string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte("broker " + service))
	return hex.EncodeToString(mac.Sum(nil))
}

// URL is the address for clients.
func (n *NATS) URL() string { return n.server.ClientURL() }

// URLOf returns the address for a service, with its name and password if the broker is guarded.
func (n *NATS) URLOf(service string) string {
	u := url.URL{Scheme: "nats", Host: n.server.Addr().String()}
	if n.key != "" {
		u.User = url.UserPassword(service, BrokerPassword(n.key, service))
	}
	return u.String()
}

// Stop ends the server.
func (n *NATS) Stop() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

package mail

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// rejecting is an SMTP server that rejects every recipient with its own message.
func rejecting(t *testing.T, words string) (smtpURL string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	talk := func(c net.Conn) {
		defer func() { _ = c.Close() }()
		fmt.Fprint(c, "220 rejecting\r\n")
		for in := bufio.NewScanner(c); in.Scan(); {
			reply := "250 ok"
			if strings.HasPrefix(in.Text(), "RCPT") {
				reply = words
			}
			fmt.Fprint(c, reply+"\r\n")
		}
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go talk(c)
		}
	}()
	return "smtp://" + l.Addr().String() + "?tls=none"
}

// A server's message about a recipient may identify the person, and so may a key: neither is logged, and the row's error has no address.
func TestNoLogNamesARecipient(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	m := notice
	m.Key, m.To = "approval:7:1:canary@example.org", "canary@example.org"
	if err := Queue(t.Context(), pool, m); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Message{{Key: m.Key}, {Key: m.Key, To: m.To, Subject: "\n"}, {Key: m.Key, To: m.To, Subject: "s", Action: &Link{"x", "ftp://x"}}} {
		if err := Queue(t.Context(), pool, bad); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("Queue() error = %v, want one without the address", err)
		}
	}
	var log testkit.Buffer
	server := rejecting(t, "550 5.1.1 <Canary@example.org>: Ms Canary has left us")
	work(t, pool, server, "hello@vitrine.example", slog.New(slog.NewTextHandler(&log, nil)))
	var reason string
	testkit.Eventually(t, 20*time.Second, func() bool {
		return pool.QueryRow(t.Context(), `SELECT error FROM mails WHERE error <> ''`).Scan(&reason) == nil
	})
	if !strings.Contains(reason, "550") || !strings.Contains(reason, "has left us") || strings.Contains(strings.ToLower(reason), "canary@") {
		t.Errorf("stored reason = %q, want the server's 550 and its text without the address", reason)
	}
	due(t, pool, true)
	testkit.Eventually(t, 20*time.Second, func() (discarded bool) {
		err := pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_job WHERE state = 'discarded')`).Scan(&discarded)
		return err == nil && discarded
	})
	said := log.String()
	if strings.Contains(strings.ToLower(said), "canary") || strings.Count(said, "sending SMTP RCPT TO command: 550") < 2 || strings.Count(said, "approval:7:1:") < 2 {
		t.Errorf("log = %s, want the 550 and the key twice, without the address", said)
	}
	var stored string
	if err := pool.QueryRow(t.Context(), `SELECT string_agg(to_jsonb(j)::text, '') FROM river_job j`).Scan(&stored); err != nil || strings.Contains(strings.ToLower(stored), "canary") {
		t.Errorf("stored job = %s, %v, want no address", stored, err)
	}
}

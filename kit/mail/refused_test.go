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

// rejecting is an SMTP server that responds to a verb, or to the end of the email (""), with its own message.
func rejecting(t *testing.T, verb, words string) (smtpURL string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	talk := func(c net.Conn) {
		defer func() { _ = c.Close() }()
		fmt.Fprint(c, "220 rejecting\r\n")
		data := false
		for in := bufio.NewScanner(c); in.Scan(); {
			reply := "250 ok"
			switch line := in.Text(); {
			case data && line != ".":
				continue
			case data:
				data = false
				if verb == "" {
					reply = words
				}
			case verb != "" && strings.HasPrefix(line, verb):
				reply = words
			case line == "DATA":
				reply, data = "354 go on", true
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

// A recipient or an email that is refused for good isn't tried again. The operator can fix what the server refuses before that.
func TestRefusedForGood(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verb, words, to string
		want            bool
	}{
		"recipient":            {"RCPT", "550 5.1.1 no such user", notice.To, true},
		"recipient, for now":   {"RCPT", "450 4.2.1 later", notice.To, false},
		"email":                {"DATA", "554 5.7.1 no", notice.To, true},
		"email, once it ended": {"", "552 5.3.4 too large", notice.To, true},
		"email, for now":       {"", "451 later", notice.To, false},
		"sender":               {"MAIL", "553 5.7.1 not your domain", notice.To, false},
		"login":                {"MAIL", "530 5.7.0 log in first", notice.To, false},
		"greeting":             {"EHLO", "554 blocked", notice.To, false},
		"no address":           {"", "250 ok", "nobody", true},
		"no host":              {"", "250 ok", "nobody@", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &sender{url: rejecting(t, c.verb, c.words), from: "hello@vitrine.example"}
			err := s.send(t.Context(), row{Key: notice.Key, To: c.to, Subject: "s", HTML: "h", Body: "b"})
			if got := refused(err); err == nil || got != c.want {
				t.Errorf("send() error = %v, refused for good = %t, want %t", err, got, c.want)
			}
		})
	}
}

// A server's message about a recipient may identify the person, and so may a key: neither is logged, and the row's error has no address.
// An email that is refused for good is tried once.
func TestNoLogNamesARecipient(t *testing.T) {
	t.Parallel()
	for code, final := range map[string]bool{"550 5.1.1": true, "450 4.2.1": false} {
		t.Run(code, func(t *testing.T) {
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
			work(t, pool, rejecting(t, "RCPT", code+" <Canary@example.org>: Ms Canary has left us"), "hello@vitrine.example", slog.New(slog.NewTextHandler(&log, nil)))
			var reason string
			testkit.Eventually(t, 20*time.Second, func() bool {
				return pool.QueryRow(t.Context(), `SELECT error FROM mails WHERE error <> '' AND refused = $1 AND (gave_up_at IS NOT NULL) = $1`, final).Scan(&reason) == nil
			})
			if !strings.Contains(reason, code[:3]) || !strings.Contains(reason, "has left us") || strings.Contains(strings.ToLower(reason), "canary@") {
				t.Errorf("stored reason = %q, want the server's %s and its text without the address", reason, code)
			}
			attempts, state := 1, "completed"
			if !final {
				attempts, state = 2, "discarded"
				due(t, pool, true)
			}
			testkit.Eventually(t, 20*time.Second, func() (ended bool) {
				err := pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_job, mails WHERE kind = 'mail' AND state = $1 AND attempts = $2 AND gave_up_at IS NOT NULL)`, state, attempts).Scan(&ended)
				return err == nil && ended
			})
			said := log.String()
			if strings.Contains(strings.ToLower(said), "canary") || strings.Count(said, "sending SMTP RCPT TO command: "+code[:3]) < attempts || strings.Count(said, "approval:7:1:") < attempts {
				t.Errorf("log = %s, want the %s and the key %d times, without the address", said, code, attempts)
			}
			var stored string
			if err := pool.QueryRow(t.Context(), `SELECT string_agg(to_jsonb(j)::text, '') FROM river_job j`).Scan(&stored); err != nil || strings.Contains(strings.ToLower(stored), "canary") {
				t.Errorf("stored job = %s, %v, want no address", stored, err)
			}
		})
	}
}

// TestRefusals lists the latest refusal of each address, newest first.
func TestRefusals(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	_, err := pool.Exec(t.Context(), `
		INSERT INTO mails (key, recipient, subject, html, body, refused, gave_up_at, error) VALUES
		('1', 'ada@example.org', 'first', '', '', true, now() - interval '2 hours', '550'),
		('2', 'Ada@example.org', 'second', '', '', true, now() - interval '1 hour', '551'),
		('3', 'bo@example.org', 'third', '', '', true, now(), '552'),
		('4', 'cy@example.org', 'long ago', '', '', true, now() - interval '31 days', '550'),
		('5', 'di@example.org', 'not refused', '', '', false, now(), 'timeout')`)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Refusals(t.Context(), pool, time.Now())
	if err != nil || len(list) != 2 || list[0].Recipient != "bo@example.org" || list[1].Subject != "second" || list[1].Error != "551" || list[1].At.IsZero() {
		t.Errorf("Refusals() = %+v, %v, want those of bo and, with the second email, of Ada", list, err)
	}
}

package mail

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

// mailbox is an SMTP server that stores emails and refuses the first ones.
type mailbox struct {
	mu     sync.Mutex
	mails  []string
	refuse int
}

func (m *mailbox) all() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.mails...)
}

func serve(t *testing.T, m *mailbox) (smtpURL string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go m.talk(c)
		}
	}()
	return "smtp://" + l.Addr().String() + "?tls=none"
}

func (m *mailbox) talk(c net.Conn) {
	defer func() { _ = c.Close() }()
	r := bufio.NewReader(c)
	fmt.Fprint(c, "220 mailbox\r\n")
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		switch verb := strings.ToUpper(strings.Fields(line + " x")[0]); verb {
		case "DATA":
			fmt.Fprint(c, "354 go on\r\n")
			var b strings.Builder
			for {
				line, err := r.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					break
				}
				b.WriteString(strings.TrimPrefix(line, "."))
			}
			m.mu.Lock()
			if m.refuse > 0 {
				m.refuse--
				fmt.Fprint(c, "451 later\r\n")
			} else {
				m.mails = append(m.mails, b.String())
				fmt.Fprint(c, "250 ok\r\n")
			}
			m.mu.Unlock()
		case "QUIT":
			fmt.Fprint(c, "221 bye\r\n")
			return
		default:
			fmt.Fprint(c, "250 ok\r\n")
		}
	}
}

func migrate(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }

func setup(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

func work(t *testing.T, pool *pgxpool.Pool, smtpURL, from string, log *slog.Logger) {
	t.Helper()
	queue := jobs.New(pool, log)
	Handle(queue, smtpURL, from)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- queue.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// due makes the mail's next attempt due, and its last one if wanted.
func due(t *testing.T, pool *pgxpool.Pool, last bool) {
	t.Helper()
	_, err := pool.Exec(t.Context(), `
		UPDATE river_job SET state = 'available', scheduled_at = now(), attempt = CASE WHEN $1 THEN max_attempts - 1 ELSE attempt END
		WHERE kind = 'mail'`, last)
	if err != nil {
		t.Fatal(err)
	}
}

var notice = Message{
	Key: "receipt:1", To: "collector@example.org", Subject: "Your work <of art>", Heading: "Thank you",
	Paragraphs: []string{"It is yours & <b>nobody's</b> else.", "Zürich."},
	Action:     &Link{"See it", "https://example.org/en/collection/?a=1&b=2#x"}, Footer: "You bought it.",
}

func TestRender(t *testing.T) {
	html, text, err := Render(notice)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"&lt;b&gt;nobody", "Thank you", `href="https://example.org/en/collection/?a=1&amp;b=2#x"`, "You bought it."} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in the HTML", want)
		}
	}
	want := "Thank you\n\nIt is yours & <b>nobody’s</b> else.\n\nZürich.\n\nSee it:\nhttps://example.org/en/collection/?a=1&b=2#x\n\n--\nYou bought it.\n"
	if text != want {
		t.Errorf("text = %q, want %q", text, want)
	}
	if _, _, err := Render(Message{Subject: "s", Action: &Link{"x", "javascript:alert(1)"}}); err == nil {
		t.Error("Render() of a javascript: address: error = nil, want one")
	}
}

func TestApostrophes(t *testing.T) {
	for in, want := range map[string]string{
		"We've sent it: artists' works":                    "We’ve sent it: artists’ works",
		"It's at https://example.org/o'neil?a='b and it's": "It’s at https://example.org/o'neil?a='b and it’s",
		"'quoted' it 'n that’s":                            "'quoted’ it 'n that’s",
	} {
		html, text, err := Render(Message{Subject: in, Paragraphs: []string{in}, Action: &Link{in, "https://example.org/o'neil"}, Footer: in})
		if err != nil || strings.Count(text, want) != 4 || strings.Contains(text, "o’neil") || strings.Contains(html, "We&#39;ve") {
			t.Errorf("Render() of %q = %q, %v, want %q in each place", in, text, err, want)
		}
	}
}

// TestStopLink: mails that people can switch off carry the link in both bodies, and the headers of RFC 8058. The address is deleted with
// the text.
func TestStopLink(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	var box mailbox
	work(t, pool, serve(t, &box), "hello@vitrine.example", testkit.Log(t))
	optional := notice
	optional.Key, optional.Stop = "reminder:1", StopBy("https://example.org", "secret")
	html, text, err := Render(optional)
	if err != nil || !strings.Contains(html, `<a class="faint" href="https://example.org/en/stop-emails/#secret"`) || !strings.HasSuffix(text, "--\nYou bought it.\nStop these emails: https://example.org/en/stop-emails/#secret\n") {
		t.Errorf("Render() error = %v, want the link that stops these emails\n%s\n%s", err, html, text)
	}
	for _, m := range []Message{notice, optional} {
		if err := Queue(t.Context(), pool, m); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Eventually(t, 20*time.Second, func() bool { return len(box.all()) == 2 })
	for _, raw := range box.all() {
		m, err := netmail.ReadMessage(strings.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		got, click := m.Header.Get("List-Unsubscribe"), m.Header.Get("List-Unsubscribe-Post")
		want, wantClick := "", ""
		if strings.Contains(raw, "stop-emails") {
			want, wantClick = "<https://example.org/api/stop-emails/secret>", "List-Unsubscribe=One-Click"
		}
		if got != want || click != wantClick {
			t.Errorf("List-Unsubscribe %q and -Post %q, want %q and %q", got, click, want, wantClick)
		}
	}
	testkit.Eventually(t, 20*time.Second, func() bool {
		var kept int
		err := pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE stop_url <> '' OR sent_at IS NULL`).Scan(&kept)
		return err == nil && kept == 0
	})
	optional.Stop = &Stop{Page: "javascript:alert(1)", OneClick: "https://example.org/"}
	if _, _, err := Render(optional); err == nil {
		t.Error("Render() of a javascript: address: error = nil, want one")
	}
}

func TestQueueRefusesHeadersInsideHeaders(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	for _, m := range []Message{{Key: "k", To: "a@example.org\r\nBcc: b@example.org", Subject: "s"}, {Key: "k", To: "a@example.org", Subject: "\r\n"}, {}} {
		if err := Queue(t.Context(), pool, m); err == nil {
			t.Errorf("Queue(%+v) succeeded, want an error", m)
		}
	}
}

// TestSubjectsAreOneLine: a title with a line break doesn't stop its email.
func TestSubjectsAreOneLine(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	m := notice
	m.Subject = "“Tidal\r\nBcc: b@example.org\u0085Study\u202e” is available"
	if err := Queue(t.Context(), pool, m); err != nil {
		t.Fatal(err)
	}
	var subject string
	if err := pool.QueryRow(t.Context(), `SELECT subject FROM mails`).Scan(&subject); err != nil || subject != "“Tidal Bcc: b@example.org Study” is available" {
		t.Errorf("subject = %q, %v, want one line", subject, err)
	}
}

func TestOneMailPerNotice(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	var box mailbox
	url := serve(t, &box)
	for range 2 {
		work(t, pool, url, "Vitrine <hello@vitrine.example>", testkit.Log(t))
	}
	for range 3 {
		if err := Queue(t.Context(), pool, notice); err != nil {
			t.Fatal(err)
		}
	}
	last := notice
	last.Key = "receipt:2"
	if err := Queue(t.Context(), pool, last); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 20*time.Second, func() bool {
		var n int
		return pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE sent_at IS NOT NULL`).Scan(&n) == nil && n == 2
	})
	if n := len(box.all()); n != 2 {
		t.Fatalf("sent emails = %d, want 2", n)
	}
	// Emails contain links for decisions, and their secrets are stored nowhere else.
	var kept int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM mails WHERE html <> '' OR body <> ''`).Scan(&kept); err != nil || kept != 0 {
		t.Errorf("%d sent emails with their text, %v, want none", kept, err)
	}
	m, err := netmail.ReadMessage(strings.NewReader(box.all()[0]))
	if err != nil {
		t.Fatal(err)
	}
	subject, _ := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if subject != notice.Subject || !strings.Contains(m.Header.Get("From"), "hello@vitrine.example") || !strings.HasSuffix(m.Header.Get("Message-ID"), "@vitrine.example>") {
		t.Errorf("headers = %v, want the notice's subject, From hello@ and a Message-ID of the domain", m.Header)
	}
	kind, params, _ := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if kind != "multipart/alternative" {
		t.Fatalf("Content-Type %q, want multipart/alternative", kind)
	}
	var kinds []string
	for r := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err != nil {
			break
		}
		body, _ := io.ReadAll(quotedprintable.NewReader(p))
		if !strings.Contains(string(body), "Zürich.") {
			t.Errorf("body = %s, want Zürich. in UTF-8", body)
		}
		kinds = append(kinds, strings.Split(p.Header.Get("Content-Type"), ";")[0])
	}
	if fmt.Sprint(kinds) != "[text/plain text/html]" {
		t.Errorf("parts %v, want text/plain and text/html", kinds)
	}
}

func TestARefusedMailIsRetried(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	box := mailbox{refuse: 1}
	if err := Queue(t.Context(), pool, notice); err != nil {
		t.Fatal(err)
	}
	work(t, pool, serve(t, &box), "hello@vitrine.example", testkit.Log(t))
	var reason string
	testkit.Eventually(t, 20*time.Second, func() bool {
		return pool.QueryRow(t.Context(), `SELECT error FROM mails WHERE attempts = 1 AND error <> ''`).Scan(&reason) == nil
	})
	if !strings.Contains(reason, "451") {
		t.Errorf("stored error = %q, want the server's 451", reason)
	}
	testkit.Eventually(t, 20*time.Second, func() bool { return len(box.all()) == 1 })
}

// A job holds the id of the row and nothing about the person, and is written with the mail or not at all.
func TestAMailAndItsJobAreOneTransaction(t *testing.T) {
	t.Parallel()
	pool, ctx := setup(t), t.Context()
	other := notice
	other.Key = "receipt:2"
	undo := errors.New("undo")
	err := postgres.InTx(ctx, pool, func(ctx context.Context) error {
		if err := Queue(ctx, postgres.Conn(ctx, pool), other); err != nil {
			return err
		}
		return undo
	})
	if !errors.Is(err, undo) {
		t.Fatalf("got %v, want %v", err, undo)
	}
	for range 2 {
		if err := Queue(ctx, pool, notice); err != nil {
			t.Fatal(err)
		}
	}
	var stored string
	err = pool.QueryRow(ctx, `SELECT string_agg(j.args::text || ' of ' || m.key, ', ') FROM river_job j FULL JOIN mails m ON m.id = (j.args->>'id')::bigint`).Scan(&stored)
	if want := regexp.MustCompile(`^\{"id": \d+\} of receipt:1$`); err != nil || !want.MatchString(stored) {
		t.Errorf("queued jobs = %q, %v, want one that holds only the email's id", stored, err)
	}
}

// An abandoned mail keeps its text. It is sent when an operator releases it, as docs/operating/runbooks.md describes.
func TestAnAbandonedMailCanBeReleased(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	if err := Queue(t.Context(), pool, notice); err != nil {
		t.Fatal(err)
	}
	due(t, pool, true)
	box := mailbox{refuse: 1}
	work(t, pool, serve(t, &box), "hello@vitrine.example", testkit.Log(t))
	testkit.Eventually(t, 20*time.Second, func() bool {
		var n int
		return pool.QueryRow(t.Context(), `SELECT count(*) FROM mails JOIN river_job ON state = 'discarded' WHERE gave_up_at IS NOT NULL AND error <> ''`).Scan(&n) == nil && n == 1
	})
	if _, err := pool.Exec(t.Context(), `UPDATE mails SET gave_up_at = NULL, attempts = 0 WHERE gave_up_at > now() - interval '2 days'`); err != nil {
		t.Fatal(err)
	}
	// The periodic job does this once a minute.
	if err := jobs.Add(t.Context(), pool, requeue{}); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 20*time.Second, func() bool { return len(box.all()) == 1 && strings.Contains(box.all()[0], notice.Footer) })
}

// Emails queued by a release without jobs are sent, except one that it is sending right now.
func TestMailsWithoutAJob(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	for _, key := range []string{"receipt:1", "receipt:2"} {
		m := notice
		m.Key = key
		if err := Queue(t.Context(), pool, m); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pool.Exec(t.Context(), `DELETE FROM river_job`); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE mails SET next_at = now() + interval '1 minute' WHERE key = 'receipt:2'`); err != nil {
		t.Fatal(err)
	}
	var box mailbox
	work(t, pool, serve(t, &box), "hello@vitrine.example", testkit.Log(t))
	testkit.Eventually(t, 20*time.Second, func() bool {
		var sent, postponed int
		err := pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM mails WHERE sent_at IS NOT NULL), (SELECT count(*) FROM river_job WHERE state = 'available' AND scheduled_at > now())`).Scan(&sent, &postponed)
		return err == nil && sent == 1 && postponed == 1
	})
	if n := len(box.all()); n != 1 {
		t.Errorf("%d mails, want 1", n)
	}
}

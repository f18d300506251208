package mail

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	gomail "github.com/wneessen/go-mail"
)

const (
	poll        = time.Second
	sendTimeout = 20 * time.Second
	// lease is how long a claimed mail belongs to one worker. It is longer than sending can take.
	lease       = 2 * time.Minute
	maxAttempts = 18 // the last one after about a day
	firstDelay  = 10 * time.Second
	longest     = 3 * time.Hour
)

// Worker sends queued mails. Several replicas may run at once.
type Worker struct {
	pool *pgxpool.Pool
	url  string
	from string
	log  *slog.Logger
}

// NewWorker creates a worker. Run starts it. smtpURL is smtp://[user:pass@]host:port (TLS if the
// server offers it; ?tls=required requires it, ?tls=none disables it) or smtps://. from is an address
// like "Vitrine <hello@example.org>".
func NewWorker(pool *pgxpool.Pool, smtpURL, from string, log *slog.Logger) *Worker {
	return &Worker{pool: pool, url: smtpURL, from: from, log: log}
}

// Run sends until ctx ends and then returns nil. A failed mail is retried with growing delays and
// abandoned after about a day. Its row keeps the error without addresses, and the log only the
// server's codes. The row of a sent mail keeps neither its text nor its links. A crash between sending
// and marking sends a mail twice with the same Message-ID, which mail programs show once.
func (w *Worker) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		worked, err := w.step(ctx)
		if err != nil && ctx.Err() == nil {
			w.log.Warn("mails wait", "error", err)
		}
		if worked && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(poll):
		}
	}
	return nil
}

type row struct {
	ID                           int64
	Key, To, Subject, HTML, Body string
	Attempts                     int
}

// step claims one mail, sends it and records the outcome.
func (w *Worker) step(ctx context.Context) (bool, error) {
	var m row
	err := w.pool.QueryRow(ctx, `
		UPDATE mails SET attempts = attempts + 1, next_at = now() + $1::interval
		WHERE id = (SELECT id FROM mails WHERE sent_at IS NULL AND gave_up_at IS NULL AND next_at <= now()
		            ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id, key, recipient, subject, html, body, attempts`, lease).
		Scan(&m.ID, &m.Key, &m.To, &m.Subject, &m.HTML, &m.Body, &m.Attempts)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	failed := w.send(ctx, m)
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if failed == nil {
		// Delete its text too: links in mails carry secrets that are stored nowhere else.
		_, err = w.pool.Exec(after, `UPDATE mails SET sent_at = now(), error = '', html = '', body = '' WHERE id = $1`, m.ID)
		return true, err
	}
	if m.Attempts >= maxAttempts {
		w.log.Error("mail given up", "key", nameless(m.Key), "attempts", m.Attempts, "error", loggable(failed))
		_, err = w.pool.Exec(after, `UPDATE mails SET gave_up_at = now(), error = $2 WHERE id = $1`, m.ID, nameless(failed.Error()))
		return true, err
	}
	w.log.Warn("mail failed, trying again", "key", nameless(m.Key), "attempts", m.Attempts, "error", loggable(failed))
	_, err = w.pool.Exec(after, `UPDATE mails SET next_at = now() + $2::interval, error = $3 WHERE id = $1`,
		m.ID, delay(m.Attempts), nameless(failed.Error()))
	return true, err
}

var address = regexp.MustCompile(`[^\s<>"':,;()]+@[^\s<>"':,;()]+`)

// nameless returns a text without the mail addresses in it.
func nameless(text string) string { return address.ReplaceAllString(text, "…") }

// loggable returns why a mail was not sent, without the server's text, which may name the person.
// Errors before the server replied are about the server and kept.
func loggable(err error) string {
	refused, ok := errors.AsType[*gomail.SendError](err)
	if !ok {
		return nameless(err.Error())
	}
	why := refused.Reason.String()
	if code := refused.ErrorCode(); code != 0 {
		why += ": " + strconv.Itoa(code)
	}
	return strings.TrimSpace(why + " " + refused.EnhancedStatusCode())
}

// delay doubles from ten seconds to three hours.
func delay(attempts int) time.Duration {
	return min(firstDelay<<min(attempts-1, 20), longest)
}

func (w *Worker) send(ctx context.Context, m row) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	client, err := dialer(w.url)
	if err != nil {
		return err
	}
	out := gomail.NewMsg()
	if err := out.From(w.from); err != nil {
		return fmt.Errorf("sender: %w", err)
	}
	if err := out.To(m.To); err != nil {
		return errors.New("the recipient is not an address")
	}
	out.Subject(m.Subject)
	out.SetDate()
	out.SetMessageIDWithValue(messageID(m.Key, w.from))
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	out.SetBodyString(gomail.TypeTextPlain, m.Body)
	out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	return client.DialAndSendWithContext(ctx, out)
}

// messageID is the same for every attempt of a mail.
func messageID(key, from string) string {
	sum := sha256.Sum256([]byte(key))
	host := "localhost"
	if _, h, ok := strings.Cut(strings.TrimRight(from, "> "), "@"); ok && h != "" {
		host = h
	}
	return hex.EncodeToString(sum[:16]) + "@" + host
}

func dialer(smtpURL string) (*gomail.Client, error) {
	u, err := url.Parse(smtpURL)
	if err != nil || u.Hostname() == "" {
		return nil, errors.New("the mail server's address is not smtp://host:port")
	}
	opts := []gomail.Option{gomail.WithTimeout(sendTimeout), gomail.WithTLSConfig(&tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12})}
	switch u.Scheme {
	case "smtps":
		opts = append(opts, gomail.WithSSL(), gomail.WithPort(465))
	case "smtp":
		policy := gomail.TLSOpportunistic
		switch u.Query().Get("tls") {
		case "required":
			policy = gomail.TLSMandatory
		case "none":
			policy = gomail.NoTLS
		}
		opts = append(opts, gomail.WithTLSPolicy(policy), gomail.WithPort(25))
	default:
		return nil, fmt.Errorf("unknown mail scheme %q", u.Scheme)
	}
	if p, err := strconv.Atoi(u.Port()); err == nil {
		opts = append(opts, gomail.WithPort(p))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		opts = append(opts, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return gomail.NewClient(u.Hostname(), opts...)
}

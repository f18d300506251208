package mail

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	gomail "github.com/wneessen/go-mail"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/mail/smtpurl"
)

const (
	sendTimeout = 20 * time.Second
	jobTimeout  = 30 * time.Second
	// lease is how long a claimed email belongs to one job: sending ends after sendTimeout, and marking 5 s
	// later. If the process is killed, the email waits until the lease ends.
	lease = 30 * time.Second
	// claimedWait is the longest pause of a job whose email is claimed by another one. River keeps jobs that pause
	// for up to 5 s available; longer pauses need its leader, which may have been killed too.
	claimedWait = 4 * time.Second
	// workers is how many emails a process sends at once.
	workers = 4
	// requeueEvery is how often jobs are added for emails without one.
	requeueEvery = time.Minute
	requeueBatch = 1000
)

// sending is the job that sends the email of a row.
type sending struct {
	ID int64 `json:"id"`
}

// Kind implements river.JobArgs.
func (sending) Kind() string { return "mail" }

// requeue is the periodic job that adds a job for each email without one: emails that an operator released,
// or that were queued by a version without jobs.
type requeue struct{}

// Kind implements river.JobArgs.
func (requeue) Kind() string { return "mails_requeue" }

// Handle makes the jobs of q send queued emails. smtpURL is an address that smtpurl.Parse reads: emails are
// sent with TLS only, unless the address allows otherwise. from is an address like
// "Vitrine <hello@example.org>".
// A failed email is retried with growing delays and abandoned after about a day. One that the server refuses for good is abandoned
// immediately and marked as refused. Its row keeps the error without addresses; the log and the job contain only the server's codes. The row of a sent email keeps
// neither its text nor its links. A crash between sending and marking sends an email twice with the same
// Message-ID, which mail programs show once.
func Handle(q *jobs.Queue, smtpURL, from string) {
	s := &sender{pool: q.Pool(), url: smtpURL, from: from, log: q.Log()}
	jobs.Handle(q, jobs.Options{Workers: workers, Timeout: jobTimeout}, s.work)
	jobs.Every(q, requeueEvery, requeue{}, s.requeue)
}

type sender struct {
	pool *pgxpool.Pool
	url  string
	from string
	log  *slog.Logger
	// roots are the certificates that sign mail servers' certificates; nil means the system's.
	roots *x509.CertPool
}

type row struct{ Key, To, Subject, HTML, Body, StopURL string }

// work claims an email, sends it and records the outcome.
func (s *sender) work(ctx context.Context, job *river.Job[sending]) error {
	id := job.Args.ID
	var m row
	err := s.pool.QueryRow(ctx, `
		UPDATE mails SET attempts = attempts + 1, next_at = now() + $2::interval, refused = false
		WHERE id = $1 AND sent_at IS NULL AND gave_up_at IS NULL AND next_at <= now()
		RETURNING key, recipient, subject, html, body, stop_url`, id, lease).
		Scan(&m.Key, &m.To, &m.Subject, &m.HTML, &m.Body, &m.StopURL)
	if errors.Is(err, pgx.ErrNoRows) {
		return s.unclaimed(ctx, id)
	}
	if err != nil {
		return err
	}
	failed := s.send(ctx, m)
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	switch {
	case failed == nil:
		// Delete the text too: links in emails contain secrets that are stored nowhere else.
		_, err = s.pool.Exec(after, `UPDATE mails SET sent_at = now(), error = '', html = '', body = '', stop_url = '' WHERE id = $1`, id)
		return err
	case errors.Is(ctx.Err(), context.Canceled): // the process is stopping
		_, err = s.pool.Exec(after, `UPDATE mails SET attempts = attempts - 1, next_at = now() WHERE id = $1`, id)
		return errors.Join(ctx.Err(), err)
	}
	final := refused(failed)
	_, err = s.pool.Exec(after, `
		UPDATE mails SET error = $2, next_at = now(), gave_up_at = CASE WHEN $3 THEN now() END, refused = $4 WHERE id = $1`,
		id, nameless(failed.Error()), final || job.Attempt >= job.MaxAttempts, final)
	if final && err == nil {
		s.log.WarnContext(ctx, "an email was refused for good", "email", nameless(m.Key), "error", loggable(failed))
		return nil
	}
	return errors.Join(fmt.Errorf("mail %s: %s", nameless(m.Key), loggable(failed)), err)
}

// errAddress is the error of a recipient that isn't an email address.
var errAddress = errors.New("the recipient is not an email address")

// refused reports whether the server refused the recipient or the email for good. What it refuses before, the login or the sender, is the
// operator's to fix, and the email is sent then.
func refused(err error) bool {
	if errors.Is(err, errAddress) {
		return true
	}
	reply, ok := errors.AsType[*gomail.SendError](err)
	if !ok || reply.ErrorCode()/100 != 5 {
		return false
	}
	switch reply.Reason {
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose:
		return true
	default:
		return false
	}
}

// unclaimed returns nil if there is nothing to send: the email was sent, abandoned or deleted. It
// postpones the job if another one may be sending the email.
func (s *sender) unclaimed(ctx context.Context, id int64) error {
	var wait time.Duration
	err := s.pool.QueryRow(ctx, `SELECT next_at - now() FROM mails WHERE id = $1 AND sent_at IS NULL AND gave_up_at IS NULL`, id).Scan(&wait)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return river.JobSnooze(min(max(wait, time.Second), claimedWait))
}

// requeue adds jobs for emails that have none. Jobs of abandoned emails don't count: an operator may have released the email.
func (s *sender) requeue(ctx context.Context) error {
	if _, err := s.pool.Exec(ctx, `
		DELETE FROM river_job j WHERE state = 'discarded' AND queue = $1 AND (finalized_at < now() - interval '7 days' OR EXISTS (
			SELECT FROM mails m WHERE m.id = (j.args->>'id')::bigint AND sent_at IS NULL AND gave_up_at IS NULL))`, sending{}.Kind()); err != nil {
		return err
	}
	rows, err := s.pool.Query(ctx, `
		SELECT id FROM mails m WHERE sent_at IS NULL AND gave_up_at IS NULL AND NOT EXISTS (
			SELECT FROM river_job WHERE kind = $1 AND args @> jsonb_build_object('id', m.id)
			AND state IN ('available', 'pending', 'running', 'retryable', 'scheduled'))
		ORDER BY id LIMIT $2`, sending{}.Kind(), requeueBatch)
	if err != nil {
		return err
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (river.JobArgs, error) {
		var one sending
		err := row.Scan(&one.ID)
		return one, err
	})
	if err != nil {
		return err
	}
	return jobs.Add(ctx, s.pool, found...)
}

var address = regexp.MustCompile(`[^\s<>"':,;()]+@[^\s<>"':,;()]+`)

// nameless returns a text without the email addresses in it.
func nameless(text string) string { return address.ReplaceAllString(text, "…") }

// loggable returns why an email was not sent, without the server's text, which may name the person.
// Errors before the server replied don't contain personal data and are returned unchanged.
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

func (s *sender) send(ctx context.Context, m row) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	client, err := dialer(s.url, s.roots)
	if err != nil {
		return err
	}
	out := gomail.NewMsg()
	if err := out.From(s.from); err != nil {
		return fmt.Errorf("sender: %w", err)
	}
	if err := out.To(m.To); err != nil {
		return errAddress
	}
	out.Subject(m.Subject)
	out.SetDate()
	out.SetMessageIDWithValue(messageID(m.Key, s.from))
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.StopURL != "" {
		out.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.StopURL+">")
		out.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	out.SetBodyString(gomail.TypeTextPlain, m.Body)
	out.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	err = client.DialAndSendWithContext(ctx, out)
	if err != nil && strings.Contains(err.Error(), "does not support STARTTLS") {
		return errNoSTARTTLS
	}
	return err
}

var errNoSTARTTLS = errors.New("the mail server doesn't offer STARTTLS, so nothing was sent: use smtps:// in SMTP_URL, or add ?tls=none to send mail unencrypted")

// messageID returns the same ID for every attempt to send an email.
func messageID(key, from string) string {
	sum := sha256.Sum256([]byte(key))
	host := "localhost"
	if _, h, ok := strings.Cut(strings.TrimRight(from, "> "), "@"); ok && h != "" {
		host = h
	}
	return hex.EncodeToString(sum[:16]) + "@" + host
}

// dialer connects to a mail server. roots are the certificates that it trusts; nil means the system's.
func dialer(smtpURL string, roots *x509.CertPool) (*gomail.Client, error) {
	server, err := smtpurl.Parse(smtpURL)
	if err != nil {
		return nil, fmt.Errorf("the mail server's address: %w", err)
	}
	opts := []gomail.Option{
		gomail.WithTimeout(sendTimeout), gomail.WithPort(server.Port),
		gomail.WithTLSConfig(&tls.Config{ServerName: server.Host, MinVersion: tls.VersionTLS12, RootCAs: roots}),
	}
	switch server.TLS {
	case smtpurl.Implicit:
		opts = append(opts, gomail.WithSSL())
	case smtpurl.Required:
		opts = append(opts, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case smtpurl.Optional:
		opts = append(opts, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case smtpurl.None:
		opts = append(opts, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if server.User != "" {
		opts = append(opts, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(server.User), gomail.WithPassword(server.Password))
	}
	return gomail.NewClient(server.Host, opts...)
}

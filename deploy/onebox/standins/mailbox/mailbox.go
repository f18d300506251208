// Package mailbox replaces an email provider: an SMTP server with a page that shows the emails, and Mailpit's read API.
package mailbox

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jhillyerd/enmime/v2"

	"github.com/vitrine/vitrine/kit/postgres"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Options configure a mailbox.
type Options struct {
	// DatabaseURL is a separate database.
	DatabaseURL string
	// SMTPAddr and HTTPAddr are the listen addresses.
	SMTPAddr, HTTPAddr string
	Log                *slog.Logger
}

// Mailbox is a running mailbox.
type Mailbox struct {
	pool *pgxpool.Pool
	smtp *smtp.Server
	http *http.Server
	log  *slog.Logger
}

// Start migrates the database and listens.
func Start(ctx context.Context, o Options) (*Mailbox, error) {
	if err := postgres.Migrate(ctx, o.DatabaseURL, fs.FS(migrations)); err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, o.DatabaseURL)
	if err != nil {
		return nil, err
	}
	m := &Mailbox{pool: pool, log: o.Log}
	m.smtp = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{box: m}, nil }))
	m.smtp.Domain, m.smtp.MaxMessageBytes, m.smtp.ReadTimeout, m.smtp.WriteTimeout = "localhost", 10<<20, time.Minute, time.Minute
	mux := http.NewServeMux()
	m.routes(mux)
	m.http = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	smtpListener, err := net.Listen("tcp", o.SMTPAddr)
	if err != nil {
		pool.Close()
		return nil, err
	}
	httpListener, err := net.Listen("tcp", o.HTTPAddr)
	if err != nil {
		pool.Close()
		return nil, errors.Join(err, smtpListener.Close())
	}
	go m.serve("smtp", func() error { return m.smtp.Serve(smtpListener) })
	go m.serve("http", func() error { return m.http.Serve(httpListener) })
	return m, nil
}

func (m *Mailbox) serve(what string, run func() error) {
	if err := run(); err != nil && !errors.Is(err, smtp.ErrServerClosed) && !errors.Is(err, http.ErrServerClosed) {
		m.log.Error("mailbox "+what, "error", err)
	}
}

// Stop stops both servers.
func (m *Mailbox) Stop() {
	_ = m.smtp.Close()
	_ = m.http.Close()
	m.pool.Close()
}

// session is one SMTP conversation.
type session struct {
	box  *Mailbox
	from string
	to   []string
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error { s.from = from; return nil }
func (s *session) Reset()                                      { s.from, s.to = "", nil }
func (s *session) Logout() error                               { return nil }

// Rcpt refuses addresses like refused@ and refused+anything@ for good, and later@ for now, as mail servers refuse unknown and busy ones.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	local, _, _ := strings.Cut(to, "@")
	name, _, _ := strings.Cut(local, "+")
	switch name {
	case "refused":
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
	case "later":
		return &smtp.SMTPError{Code: 450, EnhancedCode: smtp.EnhancedCode{4, 2, 1}, Message: "try again later"}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	env, err := enmime.ReadEnvelope(bytes.NewReader(raw))
	if err != nil {
		return &smtp.SMTPError{Code: 550, Message: "this is not a mail: " + err.Error()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, err = s.box.pool.Exec(ctx, `INSERT INTO messages (id, sender, recipients, subject, body, html, message_id, size) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		uuid.Must(uuid.NewV7()), env.GetHeader("From"), s.to, env.GetHeader("Subject"), env.Text, env.HTML, strings.Trim(env.GetHeader("Message-Id"), "<>"), len(raw))
	return err
}

// Message is a stored email.
type Message struct {
	ID         string
	ReceivedAt time.Time
	Sender     string
	Recipients []string
	Subject    string
	Text       string
	HTML       string
	MessageID  string
	Size       int
}

const columns = `id::text, received_at, sender, recipients, subject, body, html, message_id, size`

// list returns a page of the messages that match the query, newest first, and their total number.
func (m *Mailbox) list(ctx context.Context, query string, start, limit int) ([]Message, int, error) {
	where, args := conditions(query)
	var total int
	if err := m.pool.QueryRow(ctx, `SELECT count(*) FROM messages`+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	page := fmt.Sprintf(` ORDER BY received_at DESC, id DESC OFFSET %d LIMIT %d`, start, limit)
	rows, err := m.pool.Query(ctx, `SELECT `+columns+` FROM messages`+where+page, args...)
	if err != nil {
		return nil, 0, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Message])
	return list, total, err
}

// conditions parses a query in Mailpit's syntax. All conditions must match.
func conditions(query string) (where string, args []any) {
	var all []string
	for word := range strings.FieldsSeq(query) {
		name, value, found := strings.Cut(word, ":")
		column, known := map[string]string{
			"to": `array_to_string(recipients, ' ')`, "addressed": `sender || ' ' || array_to_string(recipients, ' ')`, "from": `sender`,
			"subject": `subject`, "message-id": `message_id`,
		}[strings.ToLower(name)]
		if !found || !known {
			column, value = `subject || ' ' || body || ' ' || sender || ' ' || array_to_string(recipients, ' ')`, word
		}
		args = append(args, strings.Trim(value, `"`))
		all = append(all, fmt.Sprintf(`strpos(lower(%s), lower($%d)) > 0`, column, len(args)))
	}
	if len(all) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(all, " AND "), args
}

func (m *Mailbox) one(ctx context.Context, id string) (*Message, error) {
	where, arg := `id::text = $1`, any(id)
	if id == "latest" {
		where, arg = `id = (SELECT id FROM messages ORDER BY received_at DESC, id DESC LIMIT 1) AND $1 <> ''`, any("latest")
	}
	rows, err := m.pool.Query(ctx, `SELECT `+columns+` FROM messages WHERE `+where, arg)
	if err != nil {
		return nil, err
	}
	return pgx.CollectOneRow(rows, pgx.RowToAddrOfStructByPos[Message])
}

// address is a mail address in Mailpit's format.
type address struct{ Name, Address string }

func parse(s string) address {
	a, err := mail.ParseAddress(s)
	if err != nil {
		return address{Address: s}
	}
	return address{a.Name, a.Address}
}

package mailbox

import (
	"embed"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/deploy/onebox/standins/page"
)

//go:embed list.html message.html
var templates embed.FS

var (
	listPage    = page.Parse(templates, "list.html")
	messagePage = page.Parse(templates, "message.html")
)

// Lists that are always empty here; Mailpit never writes null.
var (
	noOne  = []address{}
	noText = []string{}
)

// summary is a message in Mailpit's list.
type summary struct {
	ID          string
	MessageID   string
	Read        bool
	From        address
	To          []address
	Cc, Bcc     []address
	ReplyTo     []address
	Subject     string
	Created     time.Time
	Tags        []string
	Size        int
	Attachments int
	Snippet     string
}

// full is a message in Mailpit's detail.
type full struct {
	ID          string
	MessageID   string
	From        address
	To          []address
	Cc, Bcc     []address
	ReplyTo     []address
	Subject     string
	Date        time.Time
	Tags        []string
	Text        string
	HTML        string
	Size        int
	Attachments []string
	Inline      []string
}

func (m *Mailbox) routes(mux *http.ServeMux) {
	page.Fonts(mux)
	mux.HandleFunc("GET /{$}", m.showList)
	mux.HandleFunc("GET /view/{id}", m.showMessage)
	mux.HandleFunc("GET /view/{id}/html", m.showHTML)
	mux.HandleFunc("GET /api/v1/messages", m.apiList)
	mux.HandleFunc("GET /api/v1/search", m.apiList)
	mux.HandleFunc("DELETE /api/v1/messages", m.apiClear)
	mux.HandleFunc("GET /api/v1/message/{id}", m.apiMessage)
}

// apiList returns messages, newest first. A query may use Mailpit's to:, from: and subject:, or plain words.
func (m *Mailbox) apiList(w http.ResponseWriter, r *http.Request) {
	start, limit := number(r, "start", 0), min(number(r, "limit", 50), 1000)
	list, found, err := m.list(r.Context(), r.URL.Query().Get("query"), start, limit)
	if err != nil {
		m.fail(w, r, err)
		return
	}
	total := found
	if r.URL.Query().Get("query") != "" {
		if err := m.pool.QueryRow(r.Context(), `SELECT count(*) FROM messages`).Scan(&total); err != nil {
			m.fail(w, r, err)
			return
		}
	}
	out := make([]summary, 0, len(list))
	for _, mail := range list {
		out = append(out, summary{
			ID: mail.ID, MessageID: mail.MessageID, From: parse(mail.Sender), To: people(mail), Cc: noOne, Bcc: noOne, ReplyTo: noOne, Subject: mail.Subject,
			Created: mail.ReceivedAt, Tags: noText, Size: mail.Size, Snippet: snippet(mail.Text),
		})
	}
	reply(w, map[string]any{"total": total, "unread": total, "count": len(out), "messages_count": found, "messages_unread": found, "start": start, "tags": noText, "messages": out})
}

func people(m Message) []address {
	out := make([]address, 0, len(m.Recipients))
	for _, to := range m.Recipients {
		out = append(out, parse(to))
	}
	return out
}

func (m *Mailbox) apiMessage(w http.ResponseWriter, r *http.Request) {
	one, err := m.one(r.Context(), r.PathValue("id"))
	if err != nil {
		m.fail(w, r, err)
		return
	}
	reply(w, full{
		ID: one.ID, MessageID: one.MessageID, From: parse(one.Sender), To: people(*one), Cc: noOne, Bcc: noOne, ReplyTo: noOne, Subject: one.Subject,
		Date: one.ReceivedAt, Tags: noText, Text: one.Text, HTML: one.HTML, Size: one.Size, Attachments: noText, Inline: noText,
	})
}

func (m *Mailbox) apiClear(w http.ResponseWriter, r *http.Request) {
	if _, err := m.pool.Exec(r.Context(), `DELETE FROM messages`); err != nil {
		m.fail(w, r, err)
		return
	}
	_, _ = w.Write([]byte("ok"))
}

func (m *Mailbox) showList(w http.ResponseWriter, r *http.Request) {
	list, total, err := m.list(r.Context(), "", 0, 100)
	if err != nil {
		m.fail(w, r, err)
		return
	}
	page.Write(w, http.StatusOK, listPage, map[string]any{"List": list, "Total": total})
}

func (m *Mailbox) showMessage(w http.ResponseWriter, r *http.Request) {
	one, err := m.one(r.Context(), r.PathValue("id"))
	if err != nil {
		m.fail(w, r, err)
		return
	}
	page.Write(w, http.StatusOK, messagePage, one)
}

// showHTML shows an email's own HTML. Neither the page that frames it nor this policy lets it run scripts.
func (m *Mailbox) showHTML(w http.ResponseWriter, r *http.Request) {
	one, err := m.one(r.Context(), r.PathValue("id"))
	if err != nil {
		m.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src *; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation")
	_, _ = w.Write([]byte(outside(one.HTML)))
}

// outside makes an email's links open in a new tab, because its frame can't show other pages.
func outside(body string) string {
	const base = `<base target="_blank">`
	if i := strings.Index(strings.ToLower(body), "<head>"); i >= 0 {
		return body[:i+6] + base + body[i+6:]
	}
	return base + body
}

func (m *Mailbox) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, pgx.ErrNoRows) {
		http.Error(w, "This email doesn't exist.", http.StatusNotFound)
		return
	}
	m.log.ErrorContext(r.Context(), "mailbox", "error", err)
	http.Error(w, "The mailbox does not respond.", http.StatusInternalServerError)
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v)
}

func number(r *http.Request, name string, fallback int) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil || n < 0 {
		return fallback
	}
	return n
}

func snippet(text string) string {
	if r := []rune(text); len(r) > 250 {
		return string(r[:250])
	}
	return text
}

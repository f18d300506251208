package mailbox

import (
	"embed"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
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

// summary is a message in Mailpit's list.
type summary struct {
	ID        string
	MessageID string
	From      address
	To        []address
	Subject   string
	Created   time.Time
	Size      int
	Snippet   string
}

// full is a message in Mailpit's detail.
type full struct {
	ID        string
	MessageID string
	From      address
	To        []address
	Subject   string
	Date      time.Time
	Text      string
	HTML      string
	Size      int
}

func (m *Mailbox) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", m.showList)
	mux.HandleFunc("GET /view/{id}", m.showMessage)
	mux.HandleFunc("GET /view/{id}/html", m.showHTML)
	mux.HandleFunc("GET /api/v1/messages", m.apiList)
	mux.HandleFunc("DELETE /api/v1/messages", m.apiClear)
	mux.HandleFunc("GET /api/v1/message/{id}", m.apiMessage)
}

func (m *Mailbox) apiList(w http.ResponseWriter, r *http.Request) {
	start, limit := number(r, "start", 0), min(number(r, "limit", 50), 1000)
	list, total, err := m.list(r.Context(), start, limit)
	if err != nil {
		m.fail(w, r, err)
		return
	}
	out := make([]summary, 0, len(list))
	for _, one := range list {
		s := summary{one.ID, one.MessageID, parse(one.Sender), nil, one.Subject, one.ReceivedAt, one.Size, snippet(one.Text)}
		for _, to := range one.Recipients {
			s.To = append(s.To, parse(to))
		}
		out = append(out, s)
	}
	reply(w, map[string]any{"total": total, "unread": 0, "count": len(out), "messages_count": total, "start": start, "tags": []string{}, "messages": out})
}

func (m *Mailbox) apiMessage(w http.ResponseWriter, r *http.Request) {
	one, err := m.one(r.Context(), r.PathValue("id"))
	if err != nil {
		m.fail(w, r, err)
		return
	}
	out := full{one.ID, one.MessageID, parse(one.Sender), nil, one.Subject, one.ReceivedAt, one.Text, one.HTML, one.Size}
	for _, to := range one.Recipients {
		out.To = append(out.To, parse(to))
	}
	reply(w, out)
}

func (m *Mailbox) apiClear(w http.ResponseWriter, r *http.Request) {
	if _, err := m.pool.Exec(r.Context(), `DELETE FROM messages`); err != nil {
		m.fail(w, r, err)
		return
	}
	_, _ = w.Write([]byte("ok"))
}

func (m *Mailbox) showList(w http.ResponseWriter, r *http.Request) {
	list, total, err := m.list(r.Context(), 0, 100)
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

// showHTML shows a mail's own HTML; the page that frames it gives it no rights, and neither does this policy.
func (m *Mailbox) showHTML(w http.ResponseWriter, r *http.Request) {
	one, err := m.one(r.Context(), r.PathValue("id"))
	if err != nil {
		m.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src *; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation")
	_, _ = w.Write([]byte(one.HTML))
}

func (m *Mailbox) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, pgx.ErrNoRows) {
		http.Error(w, "There is no such mail.", http.StatusNotFound)
		return
	}
	m.log.ErrorContext(r.Context(), "mailbox", "err", err)
	http.Error(w, "The mailbox does not answer.", http.StatusInternalServerError)
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Access-Control-Allow-Origin", "*")
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

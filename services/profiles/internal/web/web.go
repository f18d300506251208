// Package web answers the links of mails about payout wallets. A link can only stop a
// change, so it needs no login; looking at it changes nothing, because mail scanners look.
package web

import (
	"errors"
	"html/template"
	"log/slog"
	"net/http"

	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// AlertPath is where links lead; the secret follows.
const AlertPath = "/api/payout-alerts/"

var page = template.Must(template.New("alert").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>{{.Title}} · Vitrine</title>
<main>
<h1>{{.Title}}</h1>
{{range .Lines}}<p>{{.}}</p>
{{end}}{{if .Button}}<form method="post"><button>This wasn't me</button></form>
{{end}}</main>
</html>
`))

type view struct {
	Title  string
	Lines  []string
	Button bool
}

// Server serves the pages.
type Server struct {
	Payouts *payout.Service
	Log     *slog.Logger
}

// Mount adds the routes.
func (s *Server) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET "+AlertPath+"{secret}", s.show)
	mux.HandleFunc("POST "+AlertPath+"{secret}", s.stop)
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	u, err := s.Payouts.Alerted(r.Context(), r.PathValue("secret"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	v := view{Title: "Change of a payout wallet", Lines: []string{"Artist: " + u.ArtistName, "New wallet: " + u.Address}}
	if u.Previous != "" {
		v.Lines = append(v.Lines, "Wallet before: "+u.Previous)
	}
	switch {
	case u.Status == payout.Frozen:
		v.Lines = append(v.Lines, "The change was stopped. Payouts are held until a new wallet is approved.")
	case u.IsPending() || u.Status == payout.Active:
		v.Lines = append(v.Lines, "If you did not ask for this, stop it here. Payouts are then held until a new wallet is approved.")
		v.Button = true
	default:
		v.Lines = append(v.Lines, "The change is no longer under way.")
	}
	write(w, http.StatusOK, v)
}

func (s *Server) stop(w http.ResponseWriter, r *http.Request) {
	if err := s.Payouts.Freeze(r.Context(), r.PathValue("secret")); err != nil {
		s.fail(w, r, err)
		return
	}
	write(w, http.StatusOK, view{Title: "The change was stopped", Lines: []string{
		"Payouts are held until a new wallet is approved.", "Log in and change your password, so that nobody asks again in your name.",
	}})
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, payout.ErrNotFound):
		write(w, http.StatusNotFound, view{Title: "This link is not known", Lines: []string{"It may have been cut off. Copy it as a whole from the mail."}})
	case errors.Is(err, payout.ErrState):
		write(w, http.StatusConflict, view{Title: "There is nothing to stop", Lines: []string{"The change is no longer under way."}})
	default:
		s.Log.ErrorContext(r.Context(), "payout alert", "error", err)
		w.Header().Set("Retry-After", "5")
		write(w, http.StatusServiceUnavailable, view{Title: "Try again in a moment"})
	}
}

func write(w http.ResponseWriter, status int, v view) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	w.WriteHeader(status)
	_ = page.Execute(w, v)
}

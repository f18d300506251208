package rest

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/url"

	"google.golang.org/grpc/metadata"

	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// stops handles the address in the List-Unsubscribe header. Mail programs send it a POST request when their user stops the emails (RFC 8058).
// A person who opens it is redirected to the page of the same link, because opening a link must change nothing. The secret is in the path,
// because the RFC leaves no other place. It can only switch off optional emails.
type stops struct {
	profiles profilesv1.EmailSettingsServiceClient
	log      *slog.Logger
}

func (s stops) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secret := r.PathValue("secret")
	w.Header().Set("Referrer-Policy", "no-referrer")
	if r.Method != http.MethodPost {
		http.Redirect(w, r, "/en/stop-emails/#"+url.PathEscape(secret), http.StatusSeeOther)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
	defer cancel()
	md := forward(r)
	md.Set("approval-secret", secret)
	if _, err := s.profiles.StopEmails(metadata.NewOutgoingContext(ctx, md), &profilesv1.StopEmailsRequest{}); err != nil {
		writeError(w, r, err, s.log)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "You won't get these emails any more.\n")
}

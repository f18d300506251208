// Package mail queues emails in the transaction that causes them, and sends them over SMTP as
// text and HTML in one layout.
package mail

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"path"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/oneline"
	"github.com/vitrine/vitrine/kit/postgres"
)

// Message is one email to one person.
type Message struct {
	// Key identifies the email: each key is sent once ("receipt:<order>").
	Key     string
	To      string
	Subject string
	// Heading defaults to Subject.
	Heading string
	// Picture is shown above the heading; nil for none.
	Picture    *Picture
	Paragraphs []string
	Action     *Link
	Footer     string
	// Names are the names and titles that the texts quote. Those with right-to-left letters stand between isolates, so that they don't
	// reorder the sentence around them.
	Names []string
	// Stop is set in emails that people can switch off, and nil in others.
	Stop *Stop
}

// Stop has the addresses at which the recipient of an email switches off emails of its kind, without a login.
type Stop struct {
	// Page is the link below the footer. Opening it changes nothing.
	Page string
	// OneClick is the address to which mail programs send a POST request (RFC 8058). GET redirects to Page.
	OneClick string
}

// StopBy returns the addresses for a stop link's secret, below the origin of the site's pages.
func StopBy(publicURL, secret string) *Stop {
	// Browsers don't send the fragment, so no server logs the secret. Mail programs need it in the path, where it may be logged: it can
	// only switch off optional mails.
	return &Stop{Page: publicURL + "/en/stop-emails/#" + secret, OneClick: publicURL + "/api/stop-emails/" + secret}
}

// Link is the button of a mail.
type Link struct{ Label, URL string }

// Picture is scaled to at most 520 pixels in width and height. URL is absolute. Alt describes it where
// images are not loaded.
type Picture struct{ URL, Alt string }

// PictureAt returns the picture at a path of the gallery's public origin, as JPEG or PNG, because some mail programs show no WebP: the catalog
// serves each WebP file as JPEG too, at its path with .jpg added. It returns nil for a picture that is hosted elsewhere, whose host could track
// who reads the email, and for one of another format.
func PictureAt(publicURL, at, alt string) *Picture {
	if !strings.HasPrefix(at, "/") || strings.HasPrefix(at, "//") {
		return nil
	}
	switch path.Ext(at) {
	case ".webp":
		at += ".jpg"
	case ".jpg", ".jpeg", ".png":
	default:
		return nil
	}
	return &Picture{URL: publicURL + at, Alt: alt}
}

//go:embed layout.html
var layoutHTML string

// Render returns the text and HTML bodies of a mail. A link that is not http or https is an error. The
// text has no picture.
func Render(m Message) (html, text string, err error) {
	m.Heading = cmp.Or(m.Heading, m.Subject)
	m = typeset(m)
	if m.Action != nil && !web(m.Action.URL) {
		return "", "", fmt.Errorf("mail %s: the link is not http(s)", nameless(m.Key))
	}
	if m.Picture != nil && !web(m.Picture.URL) {
		return "", "", fmt.Errorf("mail %s: the picture is not http(s)", nameless(m.Key))
	}
	if m.Stop != nil && (!web(m.Stop.Page) || !web(m.Stop.OneClick)) {
		return "", "", fmt.Errorf("mail %s: the stop link is not http(s)", nameless(m.Key))
	}
	t, err := template.New("layout").Funcs(template.FuncMap{"markup": markup}).Parse(layoutHTML)
	if err != nil {
		return "", "", fmt.Errorf("mail: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, m); err != nil {
		return "", "", fmt.Errorf("mail: %w", err)
	}
	return b.String(), plain(m), nil
}

func web(url string) bool {
	return strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
}

func plain(m Message) string {
	parts := append([]string{m.Heading}, m.Paragraphs...)
	if m.Action != nil {
		parts = append(parts, m.Action.Label+":\n"+m.Action.URL)
	}
	var footer []string
	if m.Footer != "" {
		footer = append(footer, m.Footer)
	}
	if m.Stop != nil {
		footer = append(footer, "Stop these emails: "+m.Stop.Page)
	}
	if len(footer) > 0 {
		parts = append(parts, "--\n"+strings.Join(footer, "\n"))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// Queue writes the email, and the job that sends it, in the transaction q that causes it, or in a new one
// if q is a pool. Queueing a key again changes nothing.
func Queue(ctx context.Context, q postgres.Querier, m Message) error {
	m.Subject = oneline.Clean(m.Subject) // it may quote a title from before titles were checked
	if m.Key == "" || m.To == "" || m.Subject == "" {
		return fmt.Errorf("mail: key, recipient and subject are required (key %q)", nameless(m.Key))
	}
	oneClick := ""
	if m.Stop != nil {
		oneClick = m.Stop.OneClick
	}
	if strings.ContainsAny(m.To+oneClick, "\r\n") {
		return fmt.Errorf("mail %s: line break in a header", nameless(m.Key))
	}
	html, text, err := Render(m)
	if err != nil {
		return err
	}
	m = typeset(m)
	err = postgres.Join(ctx, q, func(tx pgx.Tx) error {
		var id int64
		err := tx.QueryRow(ctx, `
			INSERT INTO mails (key, recipient, subject, html, body, stop_url) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (key) DO NOTHING RETURNING id`, m.Key, m.To, m.Subject, html, text, oneClick).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return jobs.Add(ctx, tx, sending{ID: id})
	})
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

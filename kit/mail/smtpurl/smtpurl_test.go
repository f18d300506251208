package smtpurl_test

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/mail/smtpurl"
)

// TestParse: mail is encrypted unless the address says otherwise.
func TestParse(t *testing.T) {
	for address, want := range map[string]smtpurl.Server{
		"smtp://mail.example.org":                          {Host: "mail.example.org", Port: 25, TLS: smtpurl.Required},
		"smtp://u:p%40q@mail.example.org:587":              {Host: "mail.example.org", Port: 587, User: "u", Password: "p@q", TLS: smtpurl.Required},
		"smtp://mail.example.org:587?tls=required":         {Host: "mail.example.org", Port: 587, TLS: smtpurl.Required},
		"smtp://mail.example.org?tls=optional":             {Host: "mail.example.org", Port: 25, TLS: smtpurl.Optional},
		"smtp://127.0.0.1:1025?tls=none":                   {Host: "127.0.0.1", Port: 1025, TLS: smtpurl.None},
		"smtps://u:p@mail.example.org":                     {Host: "mail.example.org", Port: 465, User: "u", Password: "p", TLS: smtpurl.Implicit},
		"smtps://[2001:db8::1]:2465?tls=required":          {Host: "2001:db8::1", Port: 2465, TLS: smtpurl.Implicit},
		"127.0.0.1:1025":                                   {},
		"http://secret@x":                                  {},
		"":                                                 {},
		"smtp://":                                          {},
		"smtp://u:secret@mail.example.org?tls=maybe":       {},
		"smtp://u:secret@mail.example.org?tls=NONE":        {},
		"smtp://u:secret@mail.example.org?skip_verify=yes": {},
		"smtps://u:secret@mail.example.org?tls=none":       {},
		"smtps://u:secret@mail.example.org:99999":          {},
		"smtp://u:secret@mail.example.org:x":               {},
	} {
		t.Run(address, func(t *testing.T) {
			got, err := smtpurl.Parse(address)
			if got != want || (err == nil) != (want != smtpurl.Server{}) {
				t.Errorf("got %+v, %v, want %+v", got, err, want)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("error = %q, want no password in it", err)
			}
		})
	}
}

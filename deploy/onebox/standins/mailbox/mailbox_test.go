package mailbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/deploy/onebox/standins/mailbox"
	"github.com/vitrine/vitrine/kit/testkit"
)

type box struct {
	t *testing.T
	o mailbox.Options
}

func setup(t *testing.T) (box, *mailbox.Mailbox) {
	t.Helper()
	b := box{t, mailbox.Options{
		DatabaseURL: testkit.Postgres(t, func(context.Context, string) error { return nil }), SMTPAddr: testkit.FreeAddress(t), HTTPAddr: testkit.FreeAddress(t), Log: testkit.Log(t),
	}}
	return b, b.start()
}

func (b box) start() *mailbox.Mailbox {
	b.t.Helper()
	m, err := mailbox.Start(b.t.Context(), b.o)
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

func (b box) send(mail string, to ...string) {
	b.t.Helper()
	if err := smtp.SendMail(b.o.SMTPAddr, nil, "gallery@example.org", to, []byte(strings.ReplaceAll(mail, "\n", "\r\n"))); err != nil {
		b.t.Fatal(err)
	}
}

func (b box) get(path string) (status int, header http.Header, body string) {
	b.t.Helper()
	res, err := http.Get("http://" + b.o.HTTPAddr + path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(text)
}

type list struct {
	Total, Count  int
	MessagesCount int `json:"messages_count"`
	Messages      []struct {
		ID, Subject, Snippet string
		To                   []struct{ Name, Address string }
		Cc                   []struct{}
	}
}

func (b box) list(path string) (l list) {
	b.t.Helper()
	_, _, body := b.get(path)
	if err := json.Unmarshal([]byte(body), &l); err != nil {
		b.t.Fatalf("%s: error = %v, want JSON: %s", path, err, body)
	}
	return l
}

const letter = `From: =?utf-8?q?Gallery_M=C3=BCller?= <gallery@example.org>
To: Ada <ada@example.org>
Subject: =?utf-8?b?WW91ciByZWNlaXB0IOKAnCMz4oCd?=
Message-Id: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=cut

--cut
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

The link is http://localhost:8080/en/approve-token-withdrawal/#a-long-secr=
et and nothing else. =E2=82=AC
--cut
Content-Type: text/html; charset=utf-8

<html><head><title>x</title></head><body><script>alert(1)</script><a href="http://localhost:8080/">Look</a></body></html>
--cut--
`

func TestDeliverAndRead(t *testing.T) {
	t.Parallel()
	b, m := setup(t)
	b.send(letter, "ada@example.org")
	b.send("From: gallery@example.org\nTo: bob@example.org\nSubject: Plain\n\nOnly text.\n", "bob@example.org", "hidden@example.org")
	// The process restarts and the mails stay.
	m.Stop()
	m = b.start()
	defer m.Stop()

	all := b.list("/api/v1/messages")
	if all.Total != 2 || all.Count != 2 || all.Messages[0].Subject != "Plain" || all.Messages[1].Subject != "Your receipt “#3”" || all.Messages[0].Cc == nil {
		t.Fatalf("list = %+v, want 2, Plain before Your receipt “#3”, with Cc", all)
	}
	if page := b.list("/api/v1/messages?start=1&limit=1"); page.Count != 1 || page.Total != 2 || page.Messages[0].ID != all.Messages[1].ID {
		t.Errorf("page = %+v, want 1 of 2, %s", page, all.Messages[1].ID)
	}
	for query, want := range map[string]int{"to:ada@example.org": 1, "to:ADA": 1, "to:hidden@example.org subject:plain": 1, "to:ada subject:plain": 0, "receipt": 1, "example.org": 2, "%": 0} {
		if found := b.list("/api/v1/search?query=" + url.QueryEscape(query)); found.MessagesCount != want || len(found.Messages) != want || found.Total != 2 {
			t.Errorf("search %q = %+v, want %d of 2", query, found, want)
		}
	}
	var mail struct {
		ID, Subject, Text, HTML, MessageID, Date string
		From                                     struct{ Name, Address string }
		To                                       []struct{ Name, Address string }
	}
	_, header, body := b.get("/api/v1/message/" + all.Messages[1].ID)
	if err := json.Unmarshal([]byte(body), &mail); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(mail.Text, "#a-long-secret and nothing else. €") || !strings.Contains(mail.HTML, "<a href") || mail.From.Name != "Gallery Müller" ||
		mail.To[0].Address != "ada@example.org" || mail.MessageID != "1@example.org" || mail.Date == "" {
		t.Errorf("mail = %+v, want 1@example.org from Gallery Müller to ada@example.org with a date, its text and a link", mail)
	}
	if header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("Access-Control-Allow-Origin = %s, want none", header.Get("Access-Control-Allow-Origin"))
	}
	if status, _, _ := b.get("/api/v1/message/unknown"); status != http.StatusNotFound {
		t.Errorf("unknown mail: %d, want 404", status)
	}

	if status, _, body := b.get("/"); status != http.StatusOK || !strings.Contains(body, "Your receipt “#3”") {
		t.Errorf("mailbox: %d %s, want 200 with Your receipt “#3”", status, body)
	}
	if status, _, body := b.get("/fonts/instrument-sans.woff2"); status != http.StatusOK || !strings.HasPrefix(body, "wOF2") {
		t.Errorf("font: status = %d, want 200", status)
	}
	if status, _, body := b.get("/view/" + mail.ID); status != http.StatusOK || !strings.Contains(body, "sandbox=") || strings.Contains(body, "<script>") {
		t.Errorf("mail page: %d %s, want 200 with a sandbox and no script", status, body)
	}
	_, header, body = b.get("/view/" + mail.ID + "/html")
	if csp := header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "sandbox") || strings.Contains(csp, "allow-scripts") {
		t.Errorf("Content-Security-Policy = %q, want default-src 'none' in a sandbox without scripts", csp)
	}
	if !strings.Contains(body, `<head><base target="_blank">`) {
		t.Errorf("page = %s, want links that open outside of the frame", body)
	}

	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, "http://"+b.o.HTTPAddr+"/api/v1/messages", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if left := b.list("/api/v1/messages"); left.Total != 0 || left.Messages == nil {
		t.Errorf("remaining emails = %+v, want none in a list", left)
	}
}

// Recipients of some names are refused, so that what follows can be tried.
func TestRefusedRecipients(t *testing.T) {
	t.Parallel()
	b, m := setup(t)
	t.Cleanup(m.Stop)
	for to, want := range map[string]int{"refused@example.org": 550, "refused+1@example.org": 550, "later@example.org": 450, "unrefused@example.org": 0} {
		err := smtp.SendMail(b.o.SMTPAddr, nil, "gallery@example.org", []string{to}, []byte(strings.ReplaceAll(letter, "\n", "\r\n")))
		code := 0
		if reply, ok := errors.AsType[*textproto.Error](err); ok {
			code = reply.Code
		}
		if code != want || (err == nil) != (want == 0) {
			t.Errorf("to %s: error = %v, want code %d", to, err, want)
		}
	}
	if got := b.list("/api/v1/messages").Total; got != 1 {
		t.Errorf("%d emails arrived, want 1", got)
	}
}

package mailbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/standins/mailbox"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

func freeAddr(t *testing.T) string {
	t.Helper()
	l := httptest.NewServer(http.NotFoundHandler())
	defer l.Close()
	return strings.TrimPrefix(l.URL, "http://")
}

// TestAMailArrives sends through the house's own mail worker and reads like a client of Mailpit.
func TestAMailArrives(t *testing.T) {
	db := testkit.Postgres(t, nil)
	smtp, web := freeAddr(t), freeAddr(t)
	box, err := mailbox.Start(t.Context(), mailbox.Options{DatabaseURL: db, SMTPAddr: smtp, HTTPAddr: web, Log: testkit.Log(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(box.Stop)
	pool, err := postgres.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = mail.NewWorker(pool, "smtp://"+smtp, "Vitrine <gallery@example.org>", testkit.Log(t)).Run(t.Context())
	}()
	t.Cleanup(func() { <-done })
	err = mail.Queue(t.Context(), pool, mail.Message{
		Key: "k", To: "buyer@example.org", Subject: "Größe & <Umlaut>", Paragraphs: []string{"Hello."}, Action: &mail.Link{Label: "Open", URL: "http://localhost/x?a=1&b=2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Total    int `json:"total"`
		Messages []struct {
			ID, Subject string
			To          []struct{ Address string }
		} `json:"messages"`
	}
	testkit.Eventually(t, 10*time.Second, func() bool {
		return json.Unmarshal([]byte(get(t, web, "/api/v1/messages")), &list) == nil && list.Total == 1
	})
	m := list.Messages[0]
	if m.Subject != "Größe & <Umlaut>" || m.To[0].Address != "buyer@example.org" {
		t.Errorf("%+v", m)
	}
	var full struct{ Text, HTML string }
	if err := json.Unmarshal([]byte(get(t, web, "/api/v1/message/"+m.ID)), &full); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(full.Text, "http://localhost/x?a=1&b=2") || !strings.Contains(full.HTML, "Hello.") {
		t.Errorf("%+v", full)
	}
	for path, want := range map[string]string{"/": "Größe &amp; &lt;Umlaut&gt;", "/view/" + m.ID: "buyer@example.org", "/view/" + m.ID + "/html": "Hello."} {
		if body := get(t, web, path); !strings.Contains(body, want) {
			t.Errorf("%s does not show %q", path, want)
		}
	}
}

func get(t *testing.T, host, path string) string {
	t.Helper()
	res, err := http.Get("http://" + host + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	return string(b)
}

package mail

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/mail/mailtest"
)

// A right-to-left name doesn't reorder the sentence around it, in each part of an email. Other names stay as they are.
func TestRightToLeftNames(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	const title, inner, artist = "ليل <2>", "ليل", "נועה"
	m := Message{
		Key: "k", To: "a@example.org", Subject: "Held for you: " + title, Names: []string{inner, "Long Furrow", title, artist, ""},
		Paragraphs: []string{title + " by " + artist + ", edition 3 of 25, with Long Furrow.", "شكرا، 3.", "Not from us: \u2068x"}, Footer: "About " + inner + ".",
		Picture: &Picture{URL: "https://example.org/a.png", Alt: title + " by " + artist},
	}
	if err := Queue(t.Context(), pool, m); err != nil {
		t.Fatal(err)
	}
	if n := mailtest.Isolated(t, pool, title, artist); n != 1 {
		t.Fatalf("emails = %d, want 1", n)
	}
	html, text, err := Render(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<p dir="auto"><bdi>ليل &lt;2&gt;</bdi> by <bdi lang="he">נועה</bdi>, edition 3 of 25, with Long Furrow.</p>`,
		`<p dir="auto">شكرا، 3.</p>`, "<p>About <bdi>ليل</bdi>.", "Held for you: <bdi>", "\u2068ليل &lt;2&gt;\u2069 by",
		`<p dir="auto">Not from us: x</p>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("HTML = %s\nwant %q in it", html, want)
		}
	}
	if want := "\u2068ليل <2>\u2069 by \u2068נועה\u2069, edition 3 of 25, with Long Furrow.\n"; !strings.Contains(text, want) {
		t.Errorf("text = %q, want %q in it", text, want)
	}
	var subject string
	if err := pool.QueryRow(t.Context(), `SELECT subject FROM mails`).Scan(&subject); err != nil || subject != "Held for you: \u2068ليل <2>\u2069" {
		t.Errorf("subject = %q, %v, want the title between isolates", subject, err)
	}
}

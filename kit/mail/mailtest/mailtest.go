// Package mailtest checks the emails that a service queued.
package mailtest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// straight is an apostrophe as it is typed, also escaped in HTML.
var straight = regexp.MustCompile(`\pL('\pL|&#39;)`)

// Isolated checks every queued email for a person's right-to-left names: each stands between isolates in the subject and the text, and in its
// own element in the HTML. Every email must quote one of them, and none may have a straight apostrophe. It returns how many emails there are.
func Isolated(t testing.TB, pool *pgxpool.Pool, names ...string) (emails int) {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT key, subject, body, html FROM mails ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key, subject, body, html string
		if err := rows.Scan(&key, &subject, &body, &html); err != nil {
			t.Fatal(err)
		}
		emails++
		// The title element and alternative texts of the HTML are plain text, too.
		bare := strings.NewReplacer("<bdi>", "\u2068", `<bdi lang="he">`, "\u2068", "</bdi>", "\u2069")
		quoted := false
		for _, text := range []string{subject, body, bare.Replace(html)} {
			if straight.MatchString(text) {
				t.Errorf("email %s has a straight apostrophe:\n%s", key, text)
			}
			for _, name := range names {
				all := strings.Count(text, name)
				quoted = quoted || all > 0
				if isolated := strings.Count(text, "\u2068"+name+"\u2069"); isolated != all {
					t.Errorf("email %s quotes %q %d times, %d of them between isolates:\n%s", key, name, all, isolated, text)
				}
			}
		}
		if !quoted {
			t.Errorf("email %s = %q, %q: want one of %q in it", key, subject, body, names)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return emails
}

package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// TestDraftTransitions holds the table of the code against the rows of the database, and the trigger against both.
func TestDraftTransitions(t *testing.T) {
	t.Parallel()
	_, pool := open(t)
	ctx := t.Context()
	rows, err := pool.Query(ctx, `SELECT from_state || ' ' || to_state FROM draft_transitions`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for from, list := range studio.Transitions {
		for _, to := range list {
			want = append(want, fmt.Sprintf("%s %s", from, to))
		}
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("database %q, code %q", got, want)
	}

	personaltest.Exec(t, pool, `INSERT INTO sources (name, id_base, id_last) VALUES ('content', 0, 9)`)
	personaltest.Exec(t, pool, `INSERT INTO artists (id, source, slug, name, sort_name, sort_key, name_key) VALUES (1, 'content', 's', 'A', 'A', 'a', 'a')`)
	personaltest.Exec(t, pool, `INSERT INTO categories (slug, name) VALUES ('image', 'Image')`)
	personaltest.Exec(t, pool, `INSERT INTO artworks (id, source, slug, title, title_key, artist_id, artist_name, artist_slug, artist_key, category, edition_size, published_at, visible_from, search)
		VALUES (1, 'content', 's', 'T', 't', 1, 'A', 'a', 'a', 'image', 1, now(), now(), '')`)
	states := []studio.State{studio.Open, studio.Submitted, studio.ChangesRequested, studio.Accepted}
	for _, from := range states {
		for _, to := range states {
			draft := id.New()
			personaltest.Exec(t, pool, `INSERT INTO drafts (id, artist_id, account, state, title, description, medium, category, dimensions, edition_size, alt, media, updated_at, submitted_at, artwork_id)
				VALUES ($1, 1, 'a', $2, 'T', '', '', 'image', '', 1, 'Alt', '[]', now(), CASE WHEN $2 <> 'draft' THEN now() END, CASE WHEN $2 = 'accepted' THEN 1 END)`, draft, string(from))
			_, err := pool.Exec(ctx, `UPDATE drafts SET state = $2, version = version + 1, submitted_at = CASE WHEN $2 <> 'draft' THEN now() END, artwork_id = CASE WHEN $2 = 'accepted' THEN 1 END WHERE id = $1`,
				draft, string(to))
			allowed := slices.Contains(studio.Transitions[from], to) || from == to && slices.Contains([]studio.State{studio.Open, studio.ChangesRequested}, from)
			if (err == nil) != allowed {
				t.Errorf("%s to %s: %v", from, to, err)
			}
			if err != nil && !strings.Contains(err.Error(), "23514") {
				t.Errorf("%s to %s: %v, want a check violation", from, to, err)
			}
			personaltest.Exec(t, pool, `DELETE FROM drafts`)
		}
	}
}

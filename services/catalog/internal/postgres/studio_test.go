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

// TestDraftTransitions compares the table in the code with the rows in the database, and the trigger with both.
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
				t.Errorf("%s to %s: error = %v, want allowed = %t", from, to, err, allowed)
			}
			if err != nil && !strings.Contains(err.Error(), "23514") {
				t.Errorf("%s to %s: %v, want a check violation", from, to, err)
			}
			personaltest.Exec(t, pool, `DELETE FROM drafts`)
		}
	}
}

// TestProofTransitions compares the table in the code with the rows in the database, and the triggers with both.
func TestProofTransitions(t *testing.T) {
	t.Parallel()
	_, pool := open(t)
	ctx := t.Context()
	rows, err := pool.Query(ctx, `SELECT from_state || ' ' || to_state FROM proof_transitions`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for from, list := range studio.ProofTransitions {
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
	states := []studio.ProofState{studio.ProofWaiting, studio.ProofRunning, studio.ProofPassed, studio.ProofFailed}
	insert := func(state studio.ProofState) (draft string) {
		draft = id.New()
		personaltest.Exec(t, pool, `INSERT INTO drafts (id, artist_id, account, title, description, medium, category, dimensions, edition_size, alt, media, updated_at)
			VALUES ($1, 1, 'a', 'T', '', '', 'image', '', 1, 'Alt', '[]', now())`, draft)
		personaltest.Exec(t, pool, `INSERT INTO proofs (draft_id, artwork_id, page, file, sum, width, height, state, reason, repeatable, drawings, updated_at)
			VALUES ($1, 1, 'p', 'f', repeat('0', 64), 1, 1, $2, CASE WHEN $2 = 'failed' THEN 'r' ELSE '' END, $2 = 'failed', '[1, 2, 3]', now())`, draft, string(state))
		return draft
	}
	refused := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "23514") {
			t.Errorf("%s: %v, want a check violation", what, err)
		}
	}
	for _, from := range states {
		for _, to := range states {
			draft := insert(from)
			_, err := pool.Exec(ctx, `UPDATE proofs SET state = $2, reason = CASE WHEN $2 = 'failed' THEN 'r' ELSE '' END, repeatable = repeatable AND $2 = 'failed' WHERE draft_id = $1`, draft, string(to))
			if from == to || slices.Contains(studio.ProofTransitions[from], to) {
				if err != nil {
					t.Errorf("%s to %s: error = %v, want nil", from, to, err)
				}
			} else {
				refused(fmt.Sprintf("%s to %s", from, to), err)
			}
			personaltest.Exec(t, pool, `DELETE FROM drafts`)
		}
		// A draft can be submitted only with a passed proof. Its page can't change then.
		draft := insert(from)
		_, err := pool.Exec(ctx, `UPDATE proofs SET page = 'other' WHERE draft_id = $1`, draft)
		refused("another page", err)
		_, err = pool.Exec(ctx, `UPDATE drafts SET state = 'submitted', version = 2, submitted_at = now() WHERE id = $1`, draft)
		if from != studio.ProofPassed {
			refused(fmt.Sprintf("submitting with a proof that is %s", from), err)
		} else {
			if err != nil {
				t.Errorf("submitting with a proof that passed: error = %v, want nil", err)
			}
			_, err = pool.Exec(ctx, `DELETE FROM proofs WHERE draft_id = $1`, draft)
			refused("removing the page of a submitted draft", err)
		}
		personaltest.Exec(t, pool, `DELETE FROM drafts`)
	}
	// What failed because of its page stays failed, and doesn't become repeatable.
	draft := insert(studio.ProofRunning)
	personaltest.Exec(t, pool, `UPDATE proofs SET state = 'failed', reason = 'r' WHERE draft_id = $1`, draft)
	_, err = pool.Exec(ctx, `UPDATE proofs SET state = 'waiting', reason = '' WHERE draft_id = $1`, draft)
	refused("repeating a proof that failed because of its page", err)
	_, err = pool.Exec(ctx, `UPDATE proofs SET repeatable = true WHERE draft_id = $1`, draft)
	refused("making it repeatable", err)
}

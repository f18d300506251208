package postgres_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// kept are columns that keep personal data after forget; docs/operating/personal-data.md says why.
var kept = []string{"artists.bio", "artists.name", "curators.bio", "curators.name"}

// plain are columns without personal data, or with published data, which is edited in the content folder. A new column must be classified
// here.
var plain = []string{
	"dead_letters.consumer", "dead_letters.id", "dead_letters.payload", "dead_letters.reason", "dead_letters.subject",
	"idempotency.key", "idempotency.owner", "idempotency.reply", "idempotency.request_hash", "idempotency.scope", "idempotency.status",
	"inbox.consumer", "inbox.id", "mails.key", "mails.stop_url", "outbox.headers", "outbox.id", "outbox.payload", "outbox.subject", "outbox_stream.last_id",
	"artists.account_id", "artists.entry_hash", "artists.name_key", "artists.place", "artists.portrait", "artists.slug", "artists.sort_key",
	"artists.sort_name", "artists.source", "artists.website", "artworks.artist_key", "artworks.artist_name",
	"artworks.artist_slug", "artworks.attributes", "artworks.category", "artworks.colors", "artworks.curator_ids", "artworks.currency", "artworks.dated",
	"artworks.description", "artworks.entry_hash", "artworks.media", "artworks.medium", "artworks.original",
	"artworks.original_sum", "artworks.search", "artworks.slug", "artworks.source", "artworks.source_url", "artworks.technique", "artworks.title",
	"artworks.title_key", "artworks.withheld_numbers", "categories.name", "categories.slug", "content_changes.account",
	"content_changes.action", "content_changes.kind", "curators.entry_hash", "curators.portrait", "curators.role", "curators.slug",
	"curators.sort_key", "curators.source", "drop_phases.times", "drops.body", "drops.cover", "drops.entry_hash", "drops.slug", "drops.sort_key", "drops.source",
	"discarded_files.hash", "drops.summary", "drops.title", "drops.work_ids", "media_files.failed", "media_files.hash", "media_files.made", "media_files.name",
	"draft_steps.account", "draft_steps.state", "draft_transitions.from_state", "draft_transitions.to_state", "drafts.account", "drafts.category",
	"drafts.currency", "drafts.film", "drafts.film_original", "drafts.film_sum", "drafts.media", "drafts.moved_by", "drafts.original", "drafts.original_sum", "drafts.state",
	"edition_films.page", "edition_films.recipe", "edition_films.url",
	"proof_transitions.from_state", "proof_transitions.to_state", "proofs.drawings", "proofs.file", "proofs.page", "proofs.reason", "proofs.state", "proofs.sum",
	"uploads.account", "uploads.media", "uploads.original", "uploads.original_sum",
	"post_categories.name", "post_categories.slug", "pages.body", "pages.entry_hash", "pages.slug", "pages.source", "pages.title", "pages.version", "posts.author", "posts.body", "posts.category",
	"posts.cover", "posts.entry_hash", "posts.slug", "posts.source", "posts.summary", "posts.title", "sources.digest",
	"collection_imports.account", "collection_imports.artists", "collection_imports.artworks", "collection_imports.result",
	"collection_imports.artists_name", "collection_imports.artworks_name", "collection_imports.columns", "collection_imports.reason",
	"collection_imports.source", "collection_imports.state",
	"facets.key", "facets.kind", "facets.name", "sources.name", "suggestions.kind", "suggestions.slug", "suggestions.title", "suggestions.title_key", "words.word",
}

// person has a unique canary text in every column.
type person struct{ account, email, tag string }

// canary returns the person's text in a column.
func (p person) canary(column string) string { return personaltest.Canary(p.tag, column) }

func seed(t *testing.T, pool *pgxpool.Pool, tag string, entry int) person {
	t.Helper()
	p := person{account: id.New(), tag: tag}
	c := p.canary
	p.email = c("artists.account") + "@example.org"
	personaltest.Exec(t, pool, `INSERT INTO artists (id, source, slug, name, sort_name, sort_key, name_key, bio, account) VALUES ($1, 'content', 's', $2, '', '', '', $3, $4)`,
		entry, c("artists.name"), c("artists.bio"), p.email)
	personaltest.Exec(t, pool, `INSERT INTO artist_links (artist_id, account, by_staff, effective_at) VALUES ($1, $2, true, now() + interval '1 hour')`, entry, p.email)
	personaltest.Exec(t, pool, `INSERT INTO curators (id, source, slug, name, sort_key, bio, account) VALUES ($1, 'content', 's', $2, '', $3, $4)`,
		entry, c("curators.name"), c("curators.bio"), p.email)
	personaltest.Exec(t, pool, `INSERT INTO content_changes (at, account, email, action, kind, entry_id, before, after)
		VALUES (now(), $1, $2, 'update', 'artist', $3, $4, $4)`, p.account, p.email, entry, map[string]string{"account": p.email})
	draft := id.New()
	personaltest.Exec(t, pool, `INSERT INTO drafts (id, artist_id, account, title, description, medium, category, dimensions, edition_size, alt, updated_at, comment, profile, profile_before)
		VALUES ($1, $2, $3, $4, $5, $6, 'image', $7, 1, $8, now(), $9, $10, $11)`, draft, entry, p.account, c("drafts.title"), c("drafts.description"), c("drafts.medium"),
		c("drafts.dimensions"), c("drafts.alt"), c("drafts.comment"), map[string]string{"bio": c("drafts.profile")}, map[string]string{"bio": c("drafts.profile_before")})
	personaltest.Exec(t, pool, `INSERT INTO draft_steps (draft_id, at, account, by_staff, state, comment) VALUES ($1, now(), $2, false, 'submitted', $3)`, draft, p.account, c("draft_steps.comment"))
	personaltest.Exec(t, pool, `INSERT INTO uploads (id, artist_id, account, length, created_at) VALUES ($1, $2, $3, 1, now())`, id.New(), entry, p.account)
	personaltest.Exec(t, pool, `INSERT INTO collection_imports (id, source, account, email, artists_name, artworks_name, result, sound, mostly_removed, works, updated_at)
		VALUES ($1, 'x', $2, $3, '', '', '', true, false, 0, now())`, id.New(), p.account, p.email)
	personaltest.Exec(t, pool, `INSERT INTO mails (key, recipient, subject, html, body, error) VALUES ($1, $2, $3, $4, $5, $6)`,
		tag[:2], p.email, c("mails.subject"), c("mails.html"), c("mails.body"), c("mails.error"))
	return p
}

// TestPersonalData checks export and forget against every column of the database.
func TestPersonalData(t *testing.T) {
	t.Parallel()
	_, pool := open(t)
	ctx := t.Context()
	personaltest.Exec(t, pool, `INSERT INTO sources (name, id_base, id_last) VALUES ('content', 0, 9)`)
	ann, ben := seed(t, pool, "a11ce0", 1), seed(t, pool, "b0b0b0", 2)
	words := personaltest.Columns(t, pool)
	for _, c := range words {
		if personaltest.Holds(t, pool, c, ann.tag) == slices.Contains(plain, c) {
			t.Errorf("%s: decide whether its personal data is removed or retained", c)
		}
	}

	person := personal.Person{AccountID: ann.account, Names: []string{strings.ToUpper(ann.email)}}
	found, err := postgres.Export(ctx, pool, person)
	if err != nil || strings.Contains(found, ben.tag) {
		t.Errorf("Export() = %s, %v, want nothing of another person", found, err)
	}
	for _, c := range []string{"artists.name", "artists.account", "curators.name", "mails.subject", "drafts.title", "drafts.alt", "drafts.profile", "draft_steps.comment"} {
		if !strings.Contains(found, ann.canary(c)) {
			t.Errorf("%s is not exported", c)
		}
	}
	if found, err := postgres.Export(ctx, pool, personal.Person{AccountID: ann.account}); err != nil || !strings.Contains(found, ann.email) {
		t.Errorf("Export() of the account = %s, %v, want %s in it", found, err, ann.email)
	}

	forget := func(check bool) (string, error) { return postgres.Forget(ctx, pool, person, check) }
	// Data that an import would restore must be removed first.
	refused := func(what string) {
		t.Helper()
		if _, err := forget(false); !errors.Is(err, postgres.ErrLinked) || !strings.Contains(err.Error(), what) || !personaltest.Holds(t, pool, "artists.account", ann.tag) {
			t.Errorf("Forget() = %v, want ErrLinked with %q and the artist's account kept", err, what)
		}
	}
	refused("links artist 1 (s)")
	personaltest.Exec(t, pool, `UPDATE artists SET edited = true`) // as where staff made the link
	refused("links curator 1 (s)")
	personaltest.Exec(t, pool, `UPDATE curators SET published = false`) // as where its file was taken out

	if _, err := forget(true); err != nil || !personaltest.Holds(t, pool, "artists.account", ann.tag) {
		t.Errorf("a check = %v, want nil and the artist's account kept", err)
	}
	if done, err := forget(false); err != nil {
		t.Fatalf("erasure = %s, %v, want nil", done, err)
	}
	for _, c := range words {
		if want := slices.Contains(kept, c); personaltest.Holds(t, pool, c, ann.tag) != want {
			t.Errorf("%s contains the person's data = %t", c, !want)
		}
		if !slices.Contains(plain, c) && !personaltest.Holds(t, pool, c, ben.tag) {
			t.Errorf("%s no longer contains another person's data", c)
		}
	}
	if done, err := forget(false); err != nil || strings.ContainsAny(done, "123456789") {
		t.Errorf("second erasure = %s, %v, want no counts", done, err)
	}
	// Forgetting the account removes the address from changes by staff.
	if _, err := postgres.Forget(ctx, pool, personal.Person{AccountID: ben.account}, false); err != nil || personaltest.Holds(t, pool, "content_changes.email", ben.tag) || !personaltest.Holds(t, pool, "artists.account", ben.tag) {
		t.Errorf("Forget() by the account = %v, want nil, the change's email removed and the artist's account kept", err)
	}
}

// TestNamesDontIdentifyPeople: an account whose names are in the rows of another one gets and removes nothing of it. An artist that is linked to an
// address belongs to the account that logged in with it first.
func TestNamesDontIdentifyPeople(t *testing.T) {
	t.Parallel()
	_, pool := open(t)
	ctx := t.Context()
	personaltest.Exec(t, pool, `INSERT INTO sources (name, id_base, id_last) VALUES ('content', 0, 9)`)
	ben, account := seed(t, pool, "b0b0b0", 2), id.New()
	personaltest.Exec(t, pool, `UPDATE artists SET account_id = $1`, ben.account)
	person := func(names []string) personal.Person { return personal.Person{AccountID: account, Names: names} }
	personaltest.Apart{
		Pool: pool, Other: ben.tag, IDs: []string{ben.account},
		Emails: []string{"artists.account", "content_changes.email"},
	}.Check(t, func(names ...string) (string, error) {
		return postgres.Export(ctx, pool, person(names))
	}, func(names ...string) error {
		_, err := postgres.Forget(ctx, pool, person(names), false)
		return err
	})
	// Without proof, what waits for the address stays, too.
	personaltest.Exec(t, pool, `UPDATE artists SET account = '', account_id = ''`)
	personaltest.Exec(t, pool, `UPDATE artists SET account = $1`, personaltest.SharedEmail)
	personaltest.Exec(t, pool, `UPDATE curators SET account = $1, published = false`, personaltest.SharedEmail)
	for _, c := range []struct {
		names []string
		want  bool
	}{{nil, true}, {[]string{strings.ToLower(personaltest.SharedEmail)}, false}} {
		personaltest.Exec(t, pool, `UPDATE artists SET edited = true`)
		if _, err := postgres.Forget(ctx, pool, person(c.names), false); err != nil {
			t.Fatal(err)
		}
		for _, column := range []string{"artists.account", "curators.account"} {
			if got := personaltest.Holds(t, pool, column, strings.ToLower(personaltest.SharedEmail)); got != c.want {
				t.Errorf("%s has the address after forgetting with %q = %t, want %t", column, c.names, got, c.want)
			}
		}
	}
}

// TestPersonalDataIsDocumented checks that the operators' page names every column that keeps personal data.
func TestPersonalDataIsDocumented(t *testing.T) {
	t.Parallel()
	personaltest.Documented(t, repository.Path("docs/operating/personal-data.md"), kept)
}

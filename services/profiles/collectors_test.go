package profiles_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"

	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles"
)

func (h *fixture) save(ctx context.Context, page *profilesv1.SaveCollectorPageRequest) (*profilesv1.CollectorPage, error) {
	return h.collectors.SaveCollectorPage(ctx, page)
}

func (h *fixture) page(ctx context.Context) *profilesv1.CollectorPage {
	h.t.Helper()
	res, err := h.collectors.GetCollectorPage(ctx, &profilesv1.GetCollectorPageRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return res
}

// collector reads a public page as a visitor without an account.
func (h *fixture) collector(name string) (*profilesv1.Collector, error) {
	return h.collectors.GetCollector(h.t.Context(), &profilesv1.GetCollectorRequest{Name: name})
}

func works(c *profilesv1.Collector) (out []string) {
	for _, w := range c.GetWorks() {
		out = append(out, fmt.Sprintf("%d #%d %s", w.GetArtworkId(), w.GetEditionNumber(), w.GetText()))
	}
	return out
}

func pageOf(name string, published bool, tokens ...int64) *profilesv1.SaveCollectorPageRequest {
	page := &profilesv1.SaveCollectorPageRequest{Name: name, DisplayName: "Ada's wall", Published: published}
	for _, id := range tokens {
		page.Works = append(page.Works, &profilesv1.ChosenWork{TokenId: id})
	}
	return page
}

// TestCollectorPage: a page is public only while it is on, and shows only what its collector chose and holds.
func TestCollectorPage(t *testing.T) {
	t.Parallel()
	h := setup(t)
	account, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	h.services.with(func(n *fakeServices) { n.tokens = map[string][]int64{account: {7_000_003, 9_000_001, 12_000_002}} })

	if p := h.page(ann); p.GetPublished() || p.GetName() != "" || len(p.GetWorks()) > 0 {
		t.Errorf("page before any was saved = %v, want an empty one", p)
	}
	page := pageOf(" Ada-L ", false, 12_000_002, 5_000_001, 7_000_003)
	page.Works[0].Text, page.Text = " The first one.\nIn blue. ", "I like blue."
	saved, err := h.save(ann, page)
	if err != nil || saved.GetName() != "ada-l" || saved.GetWorks()[0].GetText() != "The first one.\nIn blue." || len(saved.GetWorks()) != 3 {
		t.Fatalf("saved = %v, %v, want ada-l with 3 works and the first one's text", saved, err)
	}
	if p := h.page(bob); p.GetName() != "" || len(p.GetWorks()) > 0 {
		t.Errorf("page of another account = %v, want an empty one", p)
	}
	_, err = h.collector("ada-l")
	h.want(err, connect.CodeNotFound, "not_found")

	page.Published = true
	if _, err := h.save(ann, page); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ada-l", "Ada-L"} {
		got, err := h.collector(name)
		// 5_000_001 isn't held; 9_000_001 wasn't chosen.
		want := []string{"12 #2 The first one.\nIn blue.", "7 #3 "}
		if err != nil || got.GetName() != "ada-l" || got.GetDisplayName() != "Ada's wall" || got.GetText() != "I like blue." || got.GetIndexed() || !slices.Equal(works(got), want) {
			t.Errorf("%s = %v, %v, want works %q", name, got, err, want)
		}
		if text := got.String(); strings.Contains(text, account) || strings.Contains(text, "ann@") {
			t.Errorf("page = %s, want nothing of the account", text)
		}
	}
	// A token that has left is no longer shown.
	h.services.with(func(n *fakeServices) { n.tokens[account] = []int64{7_000_003} })
	if got, err := h.collector("ada-l"); err != nil || !slices.Equal(works(got), []string{"7 #3 "}) {
		t.Errorf("page after a transfer = %v, %v, want only 7 #3", got, err)
	}
	// What isn't known to be held isn't shown.
	h.services.with(func(n *fakeServices) { n.noChain = true })
	_, err = h.collector("ada-l")
	h.want(err, connect.CodeUnavailable, "unavailable")
	h.services.with(func(n *fakeServices) { n.noChain = false })

	_, err = h.save(bob, pageOf("ADA-L", true))
	h.want(err, connect.CodeFailedPrecondition, "collector_name_taken")
	// Another name frees the old one.
	if _, err := h.save(ann, pageOf("ada-2", true, 7_000_003)); err != nil {
		t.Fatal(err)
	}
	_, err = h.collector("ada-l")
	h.want(err, connect.CodeNotFound, "not_found")
	if _, err := h.save(bob, pageOf("ada-l", true)); err != nil {
		t.Errorf("a released name: error = %v, want nil", err)
	}

	page = pageOf("ada-2", false)
	if _, err := h.save(ann, page); err != nil {
		t.Fatal(err)
	}
	_, err = h.collector("ada-2")
	h.want(err, connect.CodeNotFound, "not_found")
	// A page that is off keeps its name.
	_, err = h.save(bob, pageOf("ada-2", true))
	h.want(err, connect.CodeFailedPrecondition, "collector_name_taken")

	if _, err := h.save(t.Context(), page); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("without a login: error = %v, want unauthenticated", err)
	}
	h.services.with(func(n *fakeServices) { n.ended = true })
	_, err = h.save(ann, page)
	h.want(err, connect.CodeUnauthenticated, "session_gone")
}

func TestInvalidCollectorPages(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ann := h.person("ann@example.org")
	many := make([]int64, 101)
	for i := range many {
		many[i] = int64(1_000_001 + i)
	}
	for name, c := range map[string]struct {
		change func(p *profilesv1.SaveCollectorPageRequest)
		field  string
	}{
		"no name":               {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = " " }, "name"},
		"short name":            {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = "ab" }, "name"},
		"long name":             {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = strings.Repeat("a", 41) }, "name"},
		"spaces":                {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = "ada lovelace" }, "name"},
		"umlaut":                {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = "jürgen" }, "name"},
		"hyphens in a row":      {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = "ada--l" }, "name"},
		"hyphen at the end":     {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = "ada-" }, "name"},
		"reserved":              {func(p *profilesv1.SaveCollectorPageRequest) { p.Name = "Vitrine" }, "name"},
		"no display name":       {func(p *profilesv1.SaveCollectorPageRequest) { p.DisplayName = "" }, "displayName"},
		"long display name":     {func(p *profilesv1.SaveCollectorPageRequest) { p.DisplayName = strings.Repeat("é", 81) }, "displayName"},
		"direction mark":        {func(p *profilesv1.SaveCollectorPageRequest) { p.DisplayName = "a\u202eb" }, "displayName"},
		"lines in display name": {func(p *profilesv1.SaveCollectorPageRequest) { p.DisplayName = "a\nb" }, "displayName"},
		"long text":             {func(p *profilesv1.SaveCollectorPageRequest) { p.Text = strings.Repeat("é", 1001) }, "text"},
		"control in text":       {func(p *profilesv1.SaveCollectorPageRequest) { p.Text = "a\x00b" }, "text"},
		"too many works":        {func(p *profilesv1.SaveCollectorPageRequest) { p.Works = pageOf("", true, many...).GetWorks() }, "works"},
		"a work twice":          {func(p *profilesv1.SaveCollectorPageRequest) { p.Works = pageOf("", true, 5, 5).GetWorks() }, "works"},
		"no token":              {func(p *profilesv1.SaveCollectorPageRequest) { p.Works = pageOf("", true, 0).GetWorks() }, "works"},
		"long text of a work": {func(p *profilesv1.SaveCollectorPageRequest) {
			p.Works = []*profilesv1.ChosenWork{{TokenId: 5, Text: strings.Repeat("é", 301)}}
		}, "works"},
	} {
		t.Run(name, func(t *testing.T) {
			page := pageOf("ada", true)
			c.change(page)
			_, err := h.save(ann, page)
			h.want(err, connect.CodeInvalidArgument, "invalid", c.field)
		})
	}
	if p := h.page(ann); p.GetName() != "" {
		t.Errorf("page = %v, want nothing saved", p)
	}
	// The limits themselves are fine.
	page := pageOf(strings.Repeat("a", 40), true, many[:100]...)
	page.DisplayName, page.Text, page.Works[0].Text = strings.Repeat("é", 80), strings.Repeat("é", 1000), strings.Repeat("é", 300)
	if _, err := h.save(ann, page); err != nil {
		t.Error(err)
	}
}

// TestHiddenCollectorPage: staff take a page down, and saving it doesn't bring it back.
func TestHiddenCollectorPage(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ann := h.person("ann@example.org")
	if _, err := h.save(ann, pageOf("ada", true)); err != nil {
		t.Fatal(err)
	}
	cfg := profiles.Default()
	cfg.DatabaseURL = h.pool.Config().ConnString()
	hide := func(args ...string) error {
		return profiles.HideCollector(t.Context(), cfg, slog.New(slog.DiscardHandler), args)
	}
	for _, wrong := range [][]string{nil, {""}, {"--show"}, {"nobody"}, {"ada", "ada"}, {"--hide", "ada"}} {
		if err := hide(wrong...); err == nil {
			t.Errorf("hide(%q): error = nil, want one", wrong)
		}
	}
	if err := hide("Ada"); err != nil {
		t.Fatal(err)
	}
	saved, err := h.save(ann, pageOf("ada-again", true))
	if err != nil || !saved.GetHidden() {
		t.Errorf("saved = %v, %v, want hidden", saved, err)
	}
	_, err = h.collector("ada-again")
	h.want(err, connect.CodeNotFound, "not_found")
	if err := hide("--show", "ada-again"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.collector("ada-again"); err != nil {
		t.Error(err)
	}
}

// TestWalls: a choice belongs to an account and a token. It shows on the public page only beside a work that is held and shown.
func TestWalls(t *testing.T) {
	t.Parallel()
	h := setup(t)
	account, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	h.services.with(func(n *fakeServices) { n.tokens = map[string][]int64{account: {7_000_003, 9_000_001}} })
	set := func(ctx context.Context, token int64, color string) error {
		_, err := h.collectors.SetWall(ctx, &profilesv1.SetWallRequest{TokenId: token, Color: color})
		return err
	}
	walls := func(ctx context.Context) string {
		t.Helper()
		res, err := h.collectors.ListWalls(ctx, &profilesv1.ListWallsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		out := ""
		for _, w := range res.GetItems() {
			out += fmt.Sprintf("%d %s ", w.GetTokenId(), w.GetColor())
		}
		return strings.TrimSpace(out)
	}
	shown := func() (out []string) {
		t.Helper()
		page, err := h.collector("ada")
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range page.GetWorks() {
			out = append(out, fmt.Sprintf("%d %s", w.GetArtworkId(), w.GetWall()))
		}
		return out
	}
	if _, err := h.save(ann, pageOf("ada", true, 9_000_001, 7_000_003)); err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		ctx   context.Context
		token int64
		color string
	}{{ann, 9_000_001, "#123abc"}, {ann, 7_000_003, "#ffffff"}, {ann, 7_000_003, "#8c3b24"}, {ann, 5_000_001, "#000000"}, {bob, 9_000_001, "#00ff00"}} {
		if err := set(w.ctx, w.token, w.color); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := walls(ann), "5000001 #000000 7000003 #8c3b24 9000001 #123abc"; got != want {
		t.Errorf("walls = %q, want %q", got, want)
	}
	if got, want := shown(), []string{"9 #123abc", "7 #8c3b24"}; !slices.Equal(got, want) {
		t.Errorf("public page = %q, want %q", got, want)
	}
	for range 2 {
		if err := set(ann, 9_000_001, ""); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := shown(), []string{"9 ", "7 #8c3b24"}; !slices.Equal(got, want) {
		t.Errorf("public page after a reset = %q, want %q", got, want)
	}
	if got, want := walls(bob), "9000001 #00ff00"; got != want {
		t.Errorf("walls of another account = %q, want %q", got, want)
	}
	for _, wrong := range []string{"red", "#FFF", "#ABCDEF", "#1234567", "#12345g", "#12345\n", " "} {
		h.want(set(ann, 7_000_003, wrong), connect.CodeInvalidArgument, "invalid")
	}
	h.want(set(ann, 0, "#123abc"), connect.CodeInvalidArgument, "invalid")
	if err := set(t.Context(), 7_000_003, "#123abc"); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("without a login: error = %v, want unauthenticated", err)
	}
}

func TestTooManyWalls(t *testing.T) {
	t.Parallel()
	h := setup(t)
	account, ann := h.person("ann@example.org")
	if _, err := h.pool.Exec(t.Context(), `INSERT INTO collector_walls SELECT $1, n, '#123abc' FROM generate_series(1, 1000) n`, account); err != nil {
		t.Fatal(err)
	}
	set := func(token int64, color string) error {
		_, err := h.collectors.SetWall(ann, &profilesv1.SetWallRequest{TokenId: token, Color: color})
		return err
	}
	h.want(set(1001, "#123abc"), connect.CodeFailedPrecondition, "too_many_walls")
	// A choice can still change, and removing one frees its place.
	for _, err := range []error{set(7, "#8c3b24"), set(8, ""), set(1001, "#123abc")} {
		if err != nil {
			t.Error(err)
		}
	}
}

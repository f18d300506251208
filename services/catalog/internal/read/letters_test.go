package read_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/letters"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/read/readtest"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// inLocales runs a test in a database of the locale C, which CloudNativePG gives its databases, in one of C.UTF-8, and in one of the locale of Postgres'
// images, as Compose and the demo on Kubernetes have it.
func inLocales(t *testing.T, test func(t *testing.T, s catalog, pool *pgxpool.Pool)) {
	t.Helper()
	for _, locale := range []string{"C", "C.UTF-8", testkit.English} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			s, pool := readtest.OpenIn(t, locale)
			test(t, s, pool)
		})
	}
}

// scripts are works in the order of their titles, each with the slug of its title and texts that find it and nothing else.
var scripts = []struct {
	title, slug string
	found       []string
}{
	{"🧪🎨 emoji only 👩\u200d🎨", "emoji-only", []string{"emoji", "🧪 EMOJI"}},
	{"Großer Ærø-Łódź", "grosser-aero-lodz", []string{"grosser", "GROSSER", "ærø", "aero", "Łódź", "lodz", "aero-lodz"}},
	{"Hạ Long thử nghiệm", "ha-long-thu-nghiem", []string{"Ha Long", "Hạ Long", "HẠ LONG", "thu nghiem", `"ha long"`, "“ha long”"}},
	{"Ḥarf al-tajriba", "harf-al-tajriba", []string{"harf", "Ḥarf", "ḥarf tajriba"}},
	{"Hawaiʻi Study", "hawaii-study", []string{"Hawaii", "hawaiʻi", "HAWAI\u02bbI"}},
	{"“Kvist”—probe… L’arbre", "kvist-probe-larbre", []string{"kvist", "probe", "arbre", "l'arbre", "L’ARBRE", "KVIST -nothing"}},
	{"Παράθυρο δοκιμής", "parathuro-dokimes", []string{"παραθυρο", "ΔΟΚΙΜΗΣ", "δοκιμής"}},
	{"Їжак і Ґанок", "yizhak-i-ganok", []string{"їжак", "ҐАНОК", "іжак"}},
	{"Окно ёлки", "okno-iolki", []string{"окно", "ОКНО", "елки", "ЁЛКИ"}},
	{"חַלּוֹן אל הים", "hlvn-al-hym", []string{"חלון", "הים", "חַלּוֹן"}},
	{"نَافِذَة على البحر ١٩٢٥", "nfdhh-ly-lbhr-1925", []string{"نافذة", "على", "البحر", "1925", "نَافِذَة"}},
	{"हिन्दी चित्र", "hindii-citr", []string{"हिन्दी", "चित्र", "चित्र हिन्दी"}},
	{"ภาพทะเล", "phaaphthael", []string{"ทะเล", "ภาพ"}},
	{"대한민국 시험작", "daehanmingug-siheomjag", []string{"한민국", "시험", "작", "대한민국 시험작"}},
	{"ガラスのうみ", "garasunoumi", []string{"ガラス", "ｶﾞﾗｽ", "うみ", "み"}},
	{"上海东边的试验", "shang-hai-dong-bian-de-shi-yan", []string{"上海", "东边", "试验", "验"}},
	{"東京夜景の試作", "dong-jing-ye-jing-no-shi-zuo", []string{"夜景", "東京", "東京夜景", "東", "作", "東京　試作", "夜景 or nothing", "夜景 -上海", `"京夜"`}},
}

func worksOfScripts() artwork.Collection {
	c := artwork.Collection{Source: "content", IDBase: 0, IDLast: 999_999, Digest: "1"}
	c.Categories = []artwork.Category{{Slug: "painting", Name: "Painting"}}
	c.Artists = []artwork.ArtistEntry{
		{Artist: artwork.Artist{ID: 1, Slug: "nguyen-phan-thu-1", Name: "Nguyễn Phan Thử", SortName: "Nguyễn Phan Thử"}},
		{Artist: artwork.Artist{ID: 2, Slug: "husayn-2", Name: "Ḥusayn", SortName: "Ḥusayn"}},
		{Artist: artwork.Artist{ID: 3, Slug: "zoe-3", Name: "Zoë", SortName: "Zoë"}},
		{Artist: artwork.Artist{ID: 4, Slug: "3", Name: "محمد", SortName: "محمد"}},
	}
	for i, w := range scripts {
		id := int64(len(scripts) - i)
		c.Artworks = append(c.Artworks, artwork.ArtworkEntry{Artwork: artwork.Artwork{
			ID: id, Title: w.title, Slug: artwork.Slug(w.title, id), Category: "painting", Artist: artwork.Artist{ID: 3 + id%2}, Editions: artwork.Editions{Size: 1}, PublishedAt: now,
		}, VisibleFrom: now})
	}
	c.Artworks[0].Artist.ID, c.Artworks[1].Artist.ID = 1, 2
	return c
}

func TestScripts(t *testing.T) {
	t.Parallel()
	inLocales(t, func(t *testing.T, s catalog, _ *pgxpool.Pool) {
		if _, err := s.Import(t.Context(), worksOfScripts(), now); err != nil {
			t.Fatal(err)
		}
		find := searcher(t, s)
		for _, w := range scripts {
			if got := artwork.Words(w.title); got != w.slug {
				t.Errorf("slug of %s = %q, want %q", w.title, got, w.slug)
			}
			for _, text := range w.found {
				if works, total, loosened := find(text); total != 1 || loosened || works[0].Title != w.title {
					t.Errorf("search for %s = %d works %+v, loosened %t, want %s as it is written", text, total, works, loosened, w.title)
				}
			}
		}
		for text, want := range map[string]int{"夜景 or ภาพ OR окно": 3, "-夜景": len(scripts) - 1, `"景夜"`: 0, "nguyen": 1, "Nguyễn": 1, "HUSAYN": 1, "لون": 0} {
			l, _ := search.List{Filter: search.Filter{Search: text}, Page: 1}.Check()
			if n, err := s.CountArtworks(t.Context(), l.Filter, now); err != nil || n.Count != want {
				t.Errorf("search for %s = %d works, %v, want %d", text, n.Count, err, want)
			}
		}
		works, err := s.Artworks(t.Context(), search.List{Sort: search.ByTitle, Page: 1}, now)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range works {
			if w.Title != scripts[i].title {
				t.Errorf("%d. by title = %s, want %s", i, w.Title, scripts[i].title)
			}
		}
		artists, err := s.Artists(t.Context(), "", search.ArtistName, 1)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, a := range artists {
			names = append(names, a.Name)
		}
		if want := []string{"Ḥusayn", "Nguyễn Phan Thử", "Zoë", "محمد"}; !slices.Equal(names, want) {
			t.Errorf("artists = %v, want %v", names, want)
		}
		if artists, err := s.Artists(t.Context(), "PHAN thu", search.ArtistName, 1); err != nil || len(artists) != 1 || artists[0].Name != "Nguyễn Phan Thử" {
			t.Errorf("artists with PHAN thu = %v, %v, want one", artists, err)
		}
		for text, want := range map[string]string{
			"夜景": "ARTWORK dong-jing-ye-jing-no-shi-zuo-1", "東": "ARTWORK dong-jing-ye-jing-no-shi-zuo-1", "ha lon": "ARTWORK ha-long-thu-nghiem-15",
			"окн": "ARTWORK okno-iolki-9", "चित्": "ARTWORK hindii-citr-6", "phan": "ARTIST nguyen-phan-thu-1, ARTWORK emoji-only-17", "arbre": "ARTWORK kvist-probe-larbre-12",
		} {
			if got := suggested(t, s, text, now); got != want {
				t.Errorf("suggestions for %s = %s, want %s", text, got, want)
			}
		}
	})
}

// TestWordsInTheDatabase: search_words returns the same as letters.Words, for every character and for the titles.
func TestWordsInTheDatabase(t *testing.T) {
	t.Parallel()
	inLocales(t, func(t *testing.T, _ catalog, pool *pgxpool.Pool) {
		var texts []string
		for _, w := range scripts {
			texts = append(texts, w.title, strings.ToUpper(w.title))
		}
		// Letters that every version of ICU knows, and what is between words.
		for _, block := range [][2]rune{
			{0x20, 0x24f},
			{0x300, 0x52f},
			{0x531, 0x556},
			{0x561, 0x587},
			{0x591, 0x5c7},
			{0x5d0, 0x5ea},
			{0x600, 0x6ff},
			{0x900, 0x97f},
			{0xe01, 0xe5b},
			{0x1000, 0x109d},
			{0x1780, 0x17e9},
			{0x1e00, 0x1fff},
			{0x2000, 0x2bff},
			{0x3000, 0x30ff},
			{0x3105, 0x312d},
			{0x4e00, 0x9fa5},
			{0xac00, 0xd7a3},
			{0xf900, 0xfa6d},
			{0xfb00, 0xfb4f},
			{0xff01, 0xffdc},
		} {
			for r := block[0]; r <= block[1]; r++ {
				if unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs, unicode.Cf) {
					texts = append(texts, "a"+string(r)+"b")
				}
			}
		}
		wrong := 0
		for part := range slices.Chunk(texts, 1000) { // a statement has a time limit
			rows, err := pool.Query(t.Context(), "SELECT t, search_words(t) FROM unnest($1::text[]) AS t", part)
			if err != nil {
				t.Fatal(err)
			}
			var text, words string
			if _, err := pgx.ForEachRow(rows, []any{&text, &words}, func() error {
				if want := letters.Words(text); words != want {
					if wrong++; wrong < 100 {
						t.Errorf("search_words(%q, %U) = %q, want %q", text, []rune(text), words, want)
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		if wrong > 0 {
			t.Errorf("%d of %d texts differ", wrong, len(texts))
		}
	})
}

// TestSearchSyntax compares search_query with websearch_to_tsquery where both know the words.
func TestSearchSyntax(t *testing.T) {
	t.Parallel()
	inLocales(t, func(t *testing.T, _ catalog, pool *pgxpool.Pool) {
		for text, same := range map[string]string{
			"": "", "?!": "", "rivers": "rivers", "long rivers": "long rivers", `"long river"`: `"long river"`, "long -river": "long -river", `-"long river" sea`: `-"long river" sea`,
			"long or river": "long or river", "a long OR b river": "a long or b river", "or river": "river", "river or": "river", `long "river`: `long "river"`, "the": "the",
			"long-river": `"long river"`, "it's": `"it s"`, "river OR -sea": "river or -sea", "Éclair": "eclair", "- river": "river", "' & | :* ! \\": "", "a:*b <-> c": `"a b" c`,
			"夜": "", "夜景": "",
		} {
			var got, want string
			if err := pool.QueryRow(t.Context(), "SELECT search_query('pg_catalog.english', $1)::text, websearch_to_tsquery('pg_catalog.english', $2)::text", text, same).Scan(&got, &want); err != nil {
				t.Fatal(err)
			}
			switch text {
			case "夜":
				want = "'夜':*"
			case "夜景":
				want = "'夜景'"
			}
			if got != want {
				t.Errorf("search_query(%q) = %s, want %s", text, got, want)
			}
		}
	})
}

// TestListsByNameReadAnIndex: a page in the order of names reads that index, and not all works.
func TestListsByNameReadAnIndex(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(5000), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacuum(t.Context()); err != nil {
		t.Fatal(err)
	}
	for order, index := range map[string]string{
		`artworks w WHERE w.published AND w.visible_from <= now() ORDER BY w.title_key COLLATE "und-x-icu", w.id`:  "artworks_title_order",
		`artworks w WHERE w.published AND w.visible_from <= now() ORDER BY w.artist_key COLLATE "und-x-icu", w.id`: "artworks_artist_order",
		`artists a WHERE a.published ORDER BY a.sort_key COLLATE "und-x-icu", a.id`:                                "artists_order",
	} {
		rows, err := pool.Query(t.Context(), "EXPLAIN SELECT * FROM "+order+" LIMIT 27")
		if err != nil {
			t.Fatal(err)
		}
		var plan []string
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			plan = append(plan, line)
		}
		if text := strings.Join(plan, "\n"); !strings.Contains(text, "Index Scan using "+index) || strings.Contains(text, "Sort") {
			t.Errorf("plan of %s, want only %s:\n%s", order, index, text)
		}
	}
}

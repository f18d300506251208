package letters_test

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/letters"
)

func TestWordsAndSlugs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, words, slug string }{
		"Vietnamese":           {"Nguyễn Phan Thử", "nguyen phan thu", "nguyen-phan-thu"},
		"Vietnamese, đ":        {"Đêm ở Hạ Long", "dem o ha long", "dem-o-ha-long"},
		"decomposed":           {"Cafe\u0301 Mu\u0308nster", "cafe munster", "cafe-munster"},
		"romanized Arabic":     {"Ḥusayn Ibn ʿAlī", "husayn ibn ali", "husayn-ibn-ali"},
		"Polish, Danish":       {"Łucja Próbna, Ørsted", "lucja probna orsted", "lucja-probna-orsted"},
		"Turkish":              {"İpek ve Işık", "ipek ve isik", "ipek-ve-isik"},
		"German, Icelandic":    {"Große Æsir þing œuvre", "grosse aesir thing oeuvre", "grosse-aesir-thing-oeuvre"},
		"Catalan":              {"La col·lecció", "la colleccio", "la-colleccio"},
		"Hawaiian":             {"Hawaiʻi", "hawaii", "hawaii"},
		"apostrophes":          {"L’arbre d'essai: it's", "l arbre d essai it s", "larbre-dessai-its"},
		"quotation marks":      {"“Kvist”—probe…", "kvist probe", "kvist-probe"},
		"Greek":                {"Παράθυρο Δοκιμής", "παραθυρο δοκιμησ", "parathuro-dokimes"},
		"Russian":              {"Ёлка, Живопись", "елка живопись", "iolka-zhivopis"},
		"Ukrainian":            {"Київ їжак", "киів іжак", "kiyiv-yizhak"},
		"Hebrew":               {"שָׁלוֹם, חלון", "שלום חלון", "shlvm-hlvn"},
		"Arabic":               {"نَافِذَة على البَحْرِ ١٩٢٥", "نافذه علي البحر 1925", "nfdhh-ly-lbhr-1925"},
		"Persian":              {"می\u200cروم کتاب", "ميروم كتاب", "myrwm-ktb"},
		"Devanagari":           {"हिन्दी चित्र", "हिन्दी चित्र", "hindii-citr"},
		"Thai":                 {"ภาพทะเล ๒๕", "ภา าพ พท ทะ ะเ เล 25", "phaaphthael-25"},
		"Japanese":             {"東京夜景の試作", "東京 京夜 夜景 景の の試 試作", "dong-jing-ye-jing-no-shi-zuo"},
		"kana":                 {"ガラス", "ガラ ラス", "garasu"},
		"kana, half width":     {"ｶﾞﾗｽ", "ガラ ラス", "garasu"},
		"Chinese":              {"上海東边 A1", "上海 海東 東边 a1", "shang-hai-dong-bian-a1"},
		"Korean":               {"대한민국 시험작", "대한 한민 민국 시험 험작", "daehanmingug-siheomjag"},
		"one character":        {"春", "春", "chun"},
		"scripts side by side": {"東京Tokyo夜1", "東京 tokyo 夜 1", "dong-jing-tokyo-ye-1"},
		"emoji":                {"🧪🎨 emoji 👩\u200d🎨", "emoji", "emoji"},
		"only emoji":           {"🧪🎨", "", ""},
		"only punctuation":     {"  … --  ", "", ""},
		"wide characters":      {"Ｗｉｄｅ　１", "wide 1", "wide-1"},
		"a ligature":           {"ﬁn", "fin", "fin"},
		"hidden characters":    {"Ze\u00adro\u200bWidth\u202e\ufeff", "zero width", "zero-width"},
		"markup":               {"A 1/2 & <script>", "a 1 2 script", "a-1-2-script"},
		"not UTF-8":            {"a\xffb", "a b", "a-b"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := letters.Words(c.text); got != c.words {
				t.Errorf("Words(%q) = %q, want %q", c.text, got, c.words)
			}
			if got := letters.Words(c.words); got != c.words {
				t.Errorf("Words(%q) = %q, want words as they are", c.words, got)
			}
			if got := letters.Slug(c.text, 80); got != c.slug {
				t.Errorf("Slug(%q) = %q, want %q", c.text, got, c.slug)
			}
		})
	}
}

// TestWordsOfABeginning: what was typed so far finds titles that begin like it.
func TestWordsOfABeginning(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"東京夜景の試作", "Đêm ở Hạ Long", "ภาพทะเล", "대한민국 시험작", "हिन्दी चित्र", "L’arbre 夜景"} {
		words := letters.Words(title)
		for end := range title {
			if got := letters.Words(title[:end]); !strings.HasPrefix(words, got) {
				t.Errorf("Words(%q) = %q, want the beginning of %q", title[:end], got, words)
			}
		}
	}
}

func TestSlugEndsWithAWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"one two three four": "one-two", "one two": "one-two", "onetwothree": "onetwothr", "one twothreefour": "one", "東京夜景": "dong-jing",
	} {
		if got := letters.Slug(text, 10); got != want {
			t.Errorf("Slug(%q, 10) = %q, want %q", text, got, want)
		}
	}
}

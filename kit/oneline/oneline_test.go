package oneline_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/oneline"
)

func TestLines(t *testing.T) {
	for name, c := range map[string]struct{ in, clean string }{
		"lines and tabs":           {"a\r\n\tb\u2028c", "a\r\n\tb\u2028c"},
		"marks of a direction":     {"\u05d0\u200f (7)", "\u05d0\u200f (7)"},
		"an override, a bell, DEL": {"gpj.\u202efdp\u202c\a\x7f\n", "gpj.fdp\n"},
		"an isolate":               {"\u2066a\u2069", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := oneline.Lines(c.in); got != c.clean || ok != (c.in == c.clean) {
				t.Errorf("Lines() = %q, %t, want %q, %t", got, ok, c.clean, c.in == c.clean)
			}
		})
	}
}

func TestOneLine(t *testing.T) {
	for name, c := range map[string]struct {
		in, clean string
		ok        bool
	}{
		"empty":                 {"", "", true},
		"a title":               {"Nº 7: “Tidal, Study” 🌊", "Nº 7: “Tidal, Study” 🌊", true},
		"decomposed":            {"Molna\u0301r", "Moln\u00e1r", true},
		"a mark of a direction": {"\u05d0\u200f (7)", "\u05d0\u200f (7)", true},
		"a joiner":              {"👩\u200d🎨", "👩\u200d🎨", true},
		"a line break":          {"Tidal\nStudy", "Tidal Study", false},
		"a break of Windows":    {"Tidal\r\nStudy\r\n", "Tidal Study", false},
		"a tab":                 {"Tidal\tStudy", "Tidal Study", false},
		"NUL":                   {"Tidal\x00", "Tidal", false},
		"DEL":                   {"\x7fTidal", "Tidal", false},
		"next line (C1)":        {"Tidal\u0085Study", "Tidal Study", false},
		"a line separator":      {"Tidal\u2028Study", "Tidal Study", false},
		"a paragraph separator": {"Tidal\u2029Study", "Tidal Study", false},
		"an override":           {"gpj.\u202efdp", "gpj.fdp", false},
		"an isolate":            {"\u2066a\u2069", "a", false},
		"not UTF-8":             {"Tidal\xff", "Tidal", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := oneline.Check(c.in)
			if want := c.clean; ok != c.ok || ok && got != want {
				t.Errorf("Check() = %q, %t, want %q, %t", got, ok, want, c.ok)
			}
			if got := oneline.Clean(c.in); got != c.clean {
				t.Errorf("Clean() = %q, want %q", got, c.clean)
			}
		})
	}
}

func TestIsolate(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Long Furrow, 3":     "Long Furrow, 3",
		"Ωδή":                "Ωδή",
		"":                   "",
		"ليل (2)":            "\u2068ليل (2)\u2069",
		"Night, לילה":        "\u2068Night, לילה\u2069",
		"\U0001e900 (Adlam)": "\u2068\U0001e900 (Adlam)\u2069",
	} {
		if got := oneline.Isolate(name); got != want {
			t.Errorf("Isolate(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestIsolateIn(t *testing.T) {
	t.Parallel()
	const sentence = "Send ליל לבן, #3 of 25, by ליל to Ada\u2068"
	if got, want := oneline.IsolateIn(sentence, "ליל", "ליל  לבן", "Ada"), "Send \u2068ליל לבן\u2069, #3 of 25, by \u2068ליל\u2069 to Ada"; got != want {
		t.Errorf("IsolateIn() = %q, want %q", got, want)
	}
}

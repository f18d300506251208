package artwork

import (
	"errors"
	"testing"
)

func TestParseDated(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Dated{
		"":       {},
		"  ":     {},
		"0":      {},
		"1929":   {First: 1929, Last: 1929},
		" 1929 ": {First: 1929, Last: 1929},
		"1923.0": {First: 1923, Last: 1923},
		"-500":   {First: -500, Last: -500},
		"−500":   {First: -500, Last: -500},

		"c. 1890":                         {"c. 1890", 1890, 1890},
		"ca. 1890":                        {"ca. 1890", 1890, 1890},
		"c.1890":                          {"c.1890", 1890, 1890},
		"circa 1890":                      {"circa 1890", 1890, 1890},
		"um 1890":                         {"um 1890", 1890, 1890},
		"1890?":                           {"1890?", 1890, 1890},
		"[1890]":                          {"[1890]", 1890, 1890},
		"1890 (printed 1925)":             {"1890 (printed 1925)", 1890, 1890},
		"1923-1925":                       {"1923-1925", 1923, 1925},
		"1923–1925":                       {"1923–1925", 1923, 1925},
		"1923–25":                         {"1923–25", 1923, 1925},
		"1923-25":                         {"1923-25", 1923, 1925},
		"1923-4":                          {"1923-4", 1923, 1924},
		"1923/24":                         {"1923/24", 1923, 1924},
		"1899 – 1901":                     {"1899 – 1901", 1899, 1901},
		"ca. 1900–1910":                   {"ca. 1900–1910", 1900, 1910},
		"c. 1900 - c. 1910":               {"c. 1900 - c. 1910", 1900, 1910},
		"between 1900 and 1910":           {"between 1900 and 1910", 1900, 1910},
		"1900 or 1901":                    {"1900 or 1901", 1900, 1901},
		"1923-04":                         {"1923-04", 1923, 1923},
		"1923-04-05":                      {"1923-04-05", 1923, 1923},
		"1905-10":                         {"1905-10", 1905, 1910},
		"1890s":                           {"1890s", 1890, 1899},
		"1890's":                          {"1890's", 1890, 1899},
		"late 1890s":                      {"late 1890s", 1890, 1899},
		"1920s–30s":                       {"1920s–30s", 1920, 1939},
		"1890er Jahre":                    {"1890er Jahre", 1890, 1899},
		"before 1600":                     {"before 1600", 0, 1600},
		"vor 1600":                        {"vor 1600", 0, 1600},
		"by 1600":                         {"by 1600", 0, 1600},
		"after 1600":                      {"after 1600", 1600, 0},
		"1960–":                           {"1960–", 1960, 0},
		"500 BC":                          {"500 BC", -500, -500},
		"500 B.C.":                        {"500 B.C.", -500, -500},
		"500 BCE":                         {"500 BCE", -500, -500},
		"c. 500 B.C.E.":                   {"c. 500 B.C.E.", -500, -500},
		"500 v. Chr.":                     {"500 v. Chr.", -500, -500},
		"500–450 BC":                      {"500–450 BC", -500, -450},
		"50 BC – AD 20":                   {"50 BC – AD 20", -50, 20},
		"AD 79":                           {"AD 79", 79, 79},
		"before 300 BC":                   {"before 300 BC", 0, -300},
		"5th century BC":                  {"5th century BC", -500, -401},
		"5th–4th century B.C.":            {"5th–4th century B.C.", -500, -301},
		"1st century":                     {"1st century", 1, 100},
		"19th century":                    {"19th century", 1801, 1900},
		"late 19th century":               {"late 19th century", 1801, 1900},
		"19. Jahrhundert":                 {"19. Jahrhundert", 1801, 1900},
		"19. Jh.":                         {"19. Jh.", 1801, 1900},
		"18th-19th century":               {"18th-19th century", 1701, 1900},
		"late 18th to early 19th century": {"late 18th to early 19th century", 1701, 1900},
		"Ming dynasty, 15th century":      {"Ming dynasty, 15th century", 1401, 1500},
		"Edo period (1615–1868)":          {"Edo period (1615–1868)", 1615, 1868},
		"12 March 1890":                   {"12 March 1890", 1890, 1890},
		"1923, cast 1950":                 {"1923, cast 1950", 1923, 1950},

		"n.d.":        {Words: "n.d."},
		"N.D.":        {Words: "N.D."},
		"undated":     {Words: "undated"},
		"o. J.":       {Words: "o. J."},
		"昭和時代":        {Words: "昭和時代"},
		"long ago":    {Words: "long ago"},
		"99th centuy": {Words: "99th centuy"},
		"9999-99":     {Words: "9999-99"},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if got, err := ParseDated(text); err != nil || got != want {
				t.Errorf("ParseDated() = %+v, %v, want %+v", got, err, want)
			}
		})
	}
	for _, text := range []string{"99999999999999999999", "2201", "-100000"} {
		if got, err := ParseDated(text); !errors.Is(err, ErrInvalid) {
			t.Errorf("ParseDated(%q) = %+v, %v, want ErrInvalid", text, got, err)
		}
	}
}

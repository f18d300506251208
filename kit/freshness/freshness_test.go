package freshness_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/freshness"
)

func TestParse(t *testing.T) {
	t.Parallel()
	f := freshness.Freshness{Version: 42, For: 5 * time.Second}
	if got, ok := freshness.Parse(f.String()); !ok || got != f {
		t.Errorf("Parse(%q) = %v, %t, want %v, true", f.String(), got, ok, f)
	}
	for _, value := range []string{"", "42", "42 0", "42 -1", "x 5", "42 99999999999", "42 5 5"} {
		if got, ok := freshness.Parse(value); ok {
			t.Errorf("Parse(%q) = %v, true, want false", value, got)
		}
	}
}

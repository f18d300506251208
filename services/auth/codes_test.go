package auth_test

import (
	"strings"
	"testing"

	"github.com/vitrine/vitrine/services/auth"
)

func TestUnknownLanguagesAreRefused(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"english", "xx", ""} {
		cfg := auth.Default()
		cfg.Languages = []string{"en", tag}
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), "LANGUAGES") {
			t.Errorf("LANGUAGES with %q: error = %v, want one", tag, err)
		}
	}
}

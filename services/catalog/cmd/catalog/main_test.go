package main

import (
	"testing"

	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// TestCheckNeedsNoSettings checks that the command needs only a content folder.
func TestCheckNeedsNoSettings(t *testing.T) {
	t.Setenv("DATABASE_URL", "")
	t.Setenv("SERVICE_KEY", "")
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{repository.Path("content")}, 0},
		{[]string{t.TempDir()}, 1},
		{nil, 1},
		{[]string{"--help"}, 0},
		{[]string{"--draw", repository.Path("content")}, 1},
	} {
		if code := check(c.args); code != c.code {
			t.Errorf("check %v: exit code = %d, want %d", c.args, code, c.code)
		}
	}
}

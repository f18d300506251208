package kit

import (
	"runtime/debug"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit"
)

// TestGOMEMLIMITWins: a limit that an operator sets isn't changed. A container's limit is at most the machine's.
func TestGOMEMLIMITWins(t *testing.T) {
	before := debug.SetMemoryLimit(1 << 35)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	t.Setenv("GOMEMLIMIT", "32GiB")
	limitMemory(testkit.Log(t))
	if got := debug.SetMemoryLimit(-1); got != 1<<35 {
		t.Errorf("the limit is %d, want GOMEMLIMIT", got)
	}
	t.Setenv("GOMEMLIMIT", "")
	limitMemory(testkit.Log(t))
	if got := debug.SetMemoryLimit(-1); got <= 0 {
		t.Errorf("memory limit = %d, want a positive one", got)
	}
}

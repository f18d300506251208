package kit

import (
	"errors"
	"log/slog"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryShare is the share of the container's memory for Go's heap. The rest is for stacks, the program and memory that
// other languages allocate.
const memoryShare = 0.9

// limitMemory makes the garbage collector respect the memory limit of the container: the process collects garbage more often instead
// of being killed. GOMEMLIMIT takes precedence. Without a container limit nothing changes.
func limitMemory(log *slog.Logger) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	limit, err := memlimit.FromCgroup()
	if err != nil || limit == 0 {
		if err != nil && !errors.Is(err, memlimit.ErrNoCgroup) && !errors.Is(err, memlimit.ErrCgroupsNotSupported) && !errors.Is(err, memlimit.ErrNoLimit) {
			log.Warn("the container's memory limit is unknown", "error", err)
		}
		return
	}
	if share := uint64(float64(limit) * memoryShare); share < 1<<40 { // "no limit" is a very large number
		debug.SetMemoryLimit(int64(share))
		log.Debug("memory limit", "bytes", share)
	}
}

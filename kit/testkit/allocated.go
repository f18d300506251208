package testkit

import (
	"math"
	"runtime"
)

// Allocated returns how many objects and bytes a run allocates in the whole process: the lowest average of several rounds. What others leave behind shows
// up in some rounds only, and so does a pool that the garbage collector emptied.
func Allocated(run func()) (objects, bytes uint64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const rounds, runs = 8, 100
	objects, bytes = math.MaxUint64, math.MaxUint64
	var before, after runtime.MemStats
	for range rounds {
		runtime.ReadMemStats(&before)
		for range runs {
			run()
		}
		runtime.ReadMemStats(&after)
		objects = min(objects, (after.Mallocs-before.Mallocs)/runs)
		bytes = min(bytes, (after.TotalAlloc-before.TotalAlloc)/runs)
	}
	return objects, bytes
}

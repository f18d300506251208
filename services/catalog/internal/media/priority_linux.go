package media

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// niceness is how far what runs in the background stands back: it gets a tenth of a core that others want too.
const niceness = 10

// lowerPriority lets everything else on the machine go first, from here to the end of the calling goroutine, however often it is called. On Linux a thread has a
// separate priority (setpriority(2), under "C library/kernel differences"); this one is not used again.
func lowerPriority() {
	runtime.LockOSThread()
	// A kernel that refuses leaves pictures as important as the rest.
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), niceness)
}

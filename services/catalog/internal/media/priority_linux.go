package media

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// niceness lowers the priority of background work: it gets a tenth of a busy core.
const niceness = 10

// lowerPriority gives everything else on the machine precedence until the calling goroutine ends. It may be called repeatedly. On Linux a
// thread has its own priority (setpriority(2), under "C library/kernel differences"), and this thread is not reused.
func lowerPriority() {
	runtime.LockOSThread()
	// If the kernel refuses, pictures have the same priority as everything else.
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), niceness)
}

package proc

import (
	"os/exec"
	"runtime"
	"syscall"
)

// start asks the kernel to interrupt the child when this process dies, however it dies. The kernel ties that to the thread
// that started the child, so the thread must live as long.
func start(cmd *exec.Cmd, ended func(error)) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			ended(cmd.Wait())
		}
	}()
	return <-started
}

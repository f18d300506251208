package subprocess

import (
	"os/exec"
	"runtime"
	"syscall"
)

// start runs the command from a dedicated thread that lives until the command ends, because Linux
// sends the death signal when the starting thread ends.
func start(cmd *exec.Cmd, orphaned syscall.Signal, ended func(error)) error {
	cmd.SysProcAttr.Pdeathsig = orphaned
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

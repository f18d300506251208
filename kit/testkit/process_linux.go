package testkit

import (
	"os"
	osexec "os/exec"
	"runtime"
	"syscall"
)

// startBound ends the command with this process, however it dies; see pgserver.
func startBound(cmd *osexec.Cmd, ended func()) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
			ended()
		}
	}()
	return <-started
}

func alive(p *os.Process) bool { return p.Signal(syscall.Signal(0)) == nil }

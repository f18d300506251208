//go:build unix && !linux

package testkit

import (
	"os"
	osexec "os/exec"
	"syscall"
)

func startBound(cmd *osexec.Cmd, ended func()) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		_ = cmd.Wait()
		ended()
	}()
	return nil
}

func alive(p *os.Process) bool { return p.Signal(syscall.Signal(0)) == nil }

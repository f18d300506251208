//go:build unix && !linux

package subprocess

import (
	"os/exec"
	"syscall"
)

func start(cmd *exec.Cmd, _ syscall.Signal, ended func(error)) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { ended(cmd.Wait()) }()
	return nil
}

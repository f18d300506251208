//go:build unix && !linux

package pgserver

import (
	"io/fs"
	"os/exec"
	"syscall"
)

func (u user) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if u.other {
		a.Credential = &syscall.Credential{Uid: u.uid, Gid: u.gid}
	}
	return a
}

func startBound(cmd *exec.Cmd, ended func(error)) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { ended(cmd.Wait()) }()
	return nil
}

func (u user) mayPass(info fs.FileInfo) bool { return info.Mode().Perm()&0o001 != 0 }

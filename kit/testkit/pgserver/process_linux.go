package pgserver

import (
	"io/fs"
	"os/exec"
	"runtime"
	"syscall"
)

// attributes keep Ctrl-C in the terminal from reaching the server before us, and
// end the server when this process dies, however it dies.
func (u user) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if u.other {
		a.Credential = &syscall.Credential{Uid: u.uid, Gid: u.gid}
	}
	return a
}

// startBound starts a command on a thread of its own that lives until the command
// ends, because Linux sends the death signal when the starting thread ends.
func startBound(cmd *exec.Cmd, ended func(error)) error {
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

func (u user) mayPass(info fs.FileInfo) bool {
	mode := info.Mode().Perm()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		switch {
		case st.Uid == u.uid:
			return mode&0o100 != 0
		case st.Gid == u.gid:
			return mode&0o010 != 0
		}
	}
	return mode&0o001 != 0
}

// Package subprocess runs child processes that never outlive this one and hold nothing of it.
package subprocess

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Process is a running child.
type Process struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error
	last *lines
}

// Start runs the command in a separate process group, so that Ctrl-C reaches only this process, which
// then stops its children in order. On Linux the child gets the signal orphaned when this process
// dies, for any reason. Its output is logged at debug level; a nil log drops it, except for the last
// lines, which are kept for the error. Fields of cmd.SysProcAttr that are set stay.
//
// The child inherits no descriptors of this process, such as those of make's job server, and none of
// make's settings: make waits until nobody holds its job server.
func Start(cmd *exec.Cmd, orphaned syscall.Signal, log *slog.Logger) (*Process, error) {
	keepDescriptors()
	p := &Process{cmd: cmd, done: make(chan struct{}), last: &lines{log: log}}
	cmd.Stdout, cmd.Stderr = p.last, p.last
	cmd.Env = slices.DeleteFunc(cmd.Environ(), ofMake)
	// A child of the child may hold the output for longer.
	cmd.WaitDelay = outputTimeout
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	ended := func(err error) {
		if !errors.Is(err, exec.ErrWaitDelay) { // the child itself ended without an error
			p.err = err
		}
		close(p.done)
	}
	if err := start(cmd, orphaned, ended); err != nil {
		return nil, err
	}
	return p, nil
}

// Run starts the command as Start does and returns when it has ended. The error contains its last output.
func Run(cmd *exec.Cmd) error {
	p, err := Start(cmd, syscall.SIGKILL, nil)
	if err != nil {
		return err
	}
	if <-p.done; p.err != nil {
		return p.Err()
	}
	return nil
}

// outputTimeout is how long a child's output is read after it has ended.
const outputTimeout = 2 * time.Second

// ofMake reports whether an environment variable passes settings of make to its children.
func ofMake(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	return slices.Contains([]string{"MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "MAKELEVEL"}, name)
}

// keepDescriptors makes the descriptors that this process inherited end at its children. Go does so for those that it opens itself.
var keepDescriptors = sync.OnceFunc(func() {
	open, err := os.ReadDir("/dev/fd")
	if err != nil {
		return
	}
	for _, entry := range open {
		if fd, err := strconv.Atoi(entry.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
})

// PID returns the child's process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the child has ended and its output is complete.
func (p *Process) Done() <-chan struct{} { return p.done }

// Signal sends a signal. It is not an error if the child has ended.
func (p *Process) Signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// Failed returns the child's exit error, nil after a clean exit. Call it only after Done.
func (p *Process) Failed() error { return p.err }

// Err returns why the child ended, with its last output. Call it only after Done.
func (p *Process) Err() error {
	return fmt.Errorf("%s ended: %v: %s", p.cmd.Path, p.err, p.LastOutput()) //nolint:errorlint // nil after a clean end
}

// LastOutput returns the end of the child's output.
func (p *Process) LastOutput() string { return p.last.String() }

// Stop interrupts the child, kills it after wait, and returns when it has ended.
func (p *Process) Stop(wait time.Duration) {
	p.Signal(syscall.SIGINT)
	select {
	case <-p.done:
	case <-time.After(wait):
		p.Kill()
	}
}

// Kill ends the child and its process group immediately and returns when the child has ended.
func (p *Process) Kill() {
	select {
	case <-p.done:
		return
	default:
	}
	_ = syscall.Kill(-p.PID(), syscall.SIGKILL)
	<-p.done
}

// keep is how many of the last bytes of output an error contains.
const keep = 4096

type lines struct {
	mu   sync.Mutex
	log  *slog.Logger
	tail []byte
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, b...)
	if len(l.tail) > keep {
		l.tail = l.tail[len(l.tail)-keep:]
	}
	if l.log != nil {
		for line := range bytes.Lines(b) {
			l.log.Debug(strings.TrimSpace(string(line)))
		}
	}
	return len(b), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.TrimSpace(string(l.tail))
}

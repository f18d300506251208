// Package proc runs child processes that never outlive this one.
package proc

import (
	"bytes"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Process is a running child, in a process group of its own so that Ctrl-C reaches only the parent, which then stops its
// children in order.
type Process struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error
	last *lines
}

// Start runs the command. Its output goes to log at debug level.
func Start(cmd *exec.Cmd, log *slog.Logger) (*Process, error) {
	p := &Process{cmd: cmd, done: make(chan struct{}), last: &lines{log: log}}
	cmd.Stdout, cmd.Stderr = p.last, p.last
	if err := start(cmd, func(err error) { p.err = err; close(p.done) }); err != nil {
		return nil, err
	}
	return p, nil
}

// PID is the child's.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the child has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err tells why the child ended, with its last words. Only after Done.
func (p *Process) Err() error {
	return fmt.Errorf("%s ended: %v: %s", p.cmd.Path, p.err, p.last.String()) //nolint:errorlint // nil after a clean end
}

// Stop interrupts the child and kills it after wait.
func (p *Process) Stop(wait time.Duration) {
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	select {
	case <-p.done:
	case <-time.After(wait):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

// keep is how many last bytes of output explain an end.
const keep = 2000

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

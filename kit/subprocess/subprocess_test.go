package subprocess_test

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/subprocess"
)

func TestASubprocessReportsItsError(t *testing.T) {
	t.Parallel()
	p, err := subprocess.Start(exec.Command("sh", "-c", "echo last words; exit 3"), syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if p.Failed() == nil || !strings.Contains(p.Err().Error(), "last words") || !strings.Contains(p.Err().Error(), "3") {
		t.Errorf("error = %v, want its last output and exit status 3", p.Err())
	}
}

// A child that ignores the interrupt is killed after the wait.
func TestStop(t *testing.T) {
	t.Parallel()
	p, err := subprocess.Start(exec.Command("sh", "-c", `trap "" INT; while :; do sleep 0.1; done`), syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	p.Stop(200 * time.Millisecond)
	if p.Failed() == nil || time.Since(began) > 10*time.Second {
		t.Errorf("stopped with %v after %v, want a failure within 10s", p.Failed(), time.Since(began))
	}
	p.Kill()
}

func TestAMissingProgram(t *testing.T) {
	t.Parallel()
	if _, err := subprocess.Start(exec.Command("/nowhere/program"), syscall.SIGKILL, nil); err == nil {
		t.Error("Start() of a missing program: error = nil, want one")
	}
}

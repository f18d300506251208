//go:build linux

package subprocess_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/subprocess"
)

// asParent makes the test binary a parent that is killed.
const asParent = "SUBPROCESS_TEST_PARENT"

func TestMain(m *testing.M) {
	if os.Getenv(asParent) != "" {
		runParent()
	}
	os.Exit(m.Run())
}

// runParent starts a child that ignores interrupts, prints its process id and what it has of make, and waits.
func runParent() {
	p, err := subprocess.Start(exec.Command("sh", "-c", `trap "" INT TERM; if [ -e /proc/$$/fd/3 ]; then jobs=open; else jobs=closed; fi
		echo "make is [$MAKEFLAGS], its job server $jobs"; while :; do sleep 0.1; done`), syscall.SIGKILL, nil)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for p.LastOutput() == "" {
		select {
		case <-p.Done():
			os.Exit(1)
		case <-time.After(10 * time.Millisecond):
		}
	}
	fmt.Println(p.PID(), p.LastOutput())
	select {}
}

// TestAKilledParentLeavesNothing kills a process that has a child. The child ends, and it holds neither the parent's output nor a descriptor that the
// parent inherited, as make's job server is.
func TestAKilledParentLeavesNothing(t *testing.T) {
	t.Parallel()
	jobs, passed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), asParent+"=1", "MAKEFLAGS= -j2 --jobserver-auth=3,4")
	parent.ExtraFiles = []*os.File{passed}
	parent.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = parent.Process.Kill(); _ = parent.Wait() })
	_ = passed.Close()
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, made, _ := strings.Cut(strings.TrimSpace(line), " ")
	if made != "make is [], its job server closed" {
		t.Errorf("the child printed %q, want no settings of make and no descriptor of its job server", made)
	}
	child, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatalf("the parent printed %q, want the child's process id", line)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 2)
	go func() { _, err := io.Copy(io.Discard, jobs); ended <- err }()
	go func() { _, err := io.Copy(io.Discard, lines); ended <- err }()
	for range 2 {
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("a child holds the job server or the output 20 s after its parent was killed, want both closed")
		}
	}
	for deadline := time.Now().Add(20 * time.Second); alive(child); {
		if time.Now().After(deadline) {
			t.Fatal("the child runs 20 s after its parent was killed, want it ended")
		}
		<-time.After(10 * time.Millisecond)
	}
}

// TestAGrandchildDelaysNothing: a process that a child leaves behind holds the child's output. The child still counts as ended, and Kill reaches both.
func TestAGrandchildDelaysNothing(t *testing.T) {
	t.Parallel()
	p, err := subprocess.Start(exec.Command("sh", "-c", `sleep 60 & echo $!`), syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.Done():
	case <-time.After(20 * time.Second):
		t.Error("the child counts as running after 20 s, want it ended")
	}
	if p.Failed() != nil {
		t.Errorf("Failed() = %v, want nil", p.Failed())
	}
	grandchild, err := strconv.Atoi(p.LastOutput())
	if err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(grandchild, syscall.SIGKILL)
	whole, err := subprocess.Start(exec.Command("sh", "-c", `sleep 60 & echo $!; wait`), syscall.SIGKILL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for whole.LastOutput() == "" {
		<-time.After(10 * time.Millisecond)
	}
	if grandchild, err = strconv.Atoi(whole.LastOutput()); err != nil {
		t.Fatal(err)
	}
	whole.Kill()
	for deadline := time.Now().Add(20 * time.Second); alive(grandchild); {
		if time.Now().After(deadline) {
			t.Fatal("the grandchild runs after Kill(), want its group ended")
		}
		<-time.After(10 * time.Millisecond)
	}
}

// alive reports whether a process runs, and isn't only waiting for its parent to read its status.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// toBeKilled makes this test binary start what tests start, and wait until it is killed.
const toBeKilled = "ONEBOX_TEST_TO_BE_KILLED"

// TestToBeKilled runs only as a child of TestAKilledTestLeavesNothing.
func TestToBeKilled(t *testing.T) {
	if os.Getenv(toBeKilled) == "" {
		t.Skip("runs only as a child of TestAKilledTestLeavesNothing")
	}
	testkit.Postgres(t, nil)
	testkit.Anvil(t)
	newRunning(t).launch()
	select {}
}

// TestAKilledTestLeavesNothing kills a test binary that runs a Postgres, a chain and an instance, which has both again. All of them end, and none
// holds what the binary inherited: make's job server, for whose end make waits, and the output, for whose end `go test` waits.
func TestAKilledTestLeavesNothing(t *testing.T) {
	t.Parallel()
	jobs, passed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer jobs.Close()
	output, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	built := program(t)
	binary := exec.Command(os.Args[0], "-test.run=^TestToBeKilled$", "-test.v")
	binary.Env = append(os.Environ(), toBeKilled+"=1", builtProgram+"="+built, "MAKEFLAGS= -j2 --jobserver-auth=3,4")
	binary.ExtraFiles, binary.Stdout, binary.Stderr = []*os.File{passed}, out, out
	binary.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := binary.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = binary.Process.Kill()
		_ = binary.Wait()
		left, _ := filepath.Glob(filepath.Join(os.TempDir(), fmt.Sprintf("%s%d-*", folders, binary.Process.Pid)))
		for _, dir := range left { // otherwise the next run removes them
			_ = os.RemoveAll(dir)
		}
	}()
	_, _ = passed.Close(), out.Close()

	// The binary's own Postgres and chain, the instance, and the instance's.
	var family map[int]string
	eventually(t, 2*time.Minute, func() bool {
		family = descendants(binary.Process.Pid)
		count := map[string]int{}
		for _, name := range family {
			count[name]++
		}
		// Each Postgres runs several processes with the same name.
		return count["onebox"] == 1 && count["anvil"] == 2 && count["postgres"] >= 4
	})
	if err := binary.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 2)
	for _, pipe := range []*os.File{jobs, output} {
		go func() { _, err := io.Copy(io.Discard, pipe); closed <- err }()
	}
	for range 2 {
		select {
		case err := <-closed:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(30 * time.Second):
			t.Fatal("the job server or the output is still held 30 s after the kill, want both closed")
		}
	}
	eventually(t, 30*time.Second, func() bool {
		for pid, name := range family {
			if nameOf(pid) != name {
				delete(family, pid)
			}
		}
		return len(family) == 0
	})
}

// descendants returns the names of a process's children, and of theirs, by process id.
func descendants(pid int) map[int]string {
	parents := map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		id, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		_, rest, _ := strings.Cut(string(text), ") ")
		var state string
		var parent int
		if _, err := fmt.Sscan(rest, &state, &parent); err == nil {
			parents[id] = parent
		}
	}
	found := map[int]string{}
	for id := range parents {
		for up := parents[id]; up > 1; up = parents[up] {
			if up == pid {
				found[id] = nameOf(id)
			}
		}
	}
	return found
}

// nameOf returns the name of a running process, empty if it has ended.
func nameOf(pid int) string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil || strings.Contains(string(stat), ") Z ") {
		return ""
	}
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(name))
}

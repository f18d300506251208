package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// process is a running program; kb is its resident memory.
type process struct {
	kb   int
	name string
}

// processes returns a process and all its descendants by their ids.
func processes(root int) (map[int]process, error) {
	out, err := exec.Command("ps", "-axo", "pid=,ppid=,rss=,comm=").Output()
	if err != nil {
		return nil, fmt.Errorf("ps: %w", err)
	}
	all, parents := map[int]process{}, map[int]int{}
	for line := range strings.SplitSeq(string(out), "\n") {
		words := strings.Fields(line)
		if len(words) < 4 {
			continue
		}
		pid, _ := strconv.Atoi(words[0])
		parents[pid], _ = strconv.Atoi(words[1])
		kb, _ := strconv.Atoi(words[2])
		all[pid] = process{kb, filepath.Base(words[3])}
	}
	for pid := range all {
		up := pid
		for up != root && up != 0 {
			up = parents[up]
		}
		if up != root {
			delete(all, pid)
		}
	}
	return all, nil
}

// separate moves this program to the first core and its children to the others, so that sending requests takes no time from handling them.
// The function it returns undoes that.
func separate() (together func(), err error) {
	last := runtime.NumCPU() - 1
	if last == 0 {
		return nil, errors.New("there is only one core")
	}
	self := os.Getpid()
	all, err := processes(self)
	if err != nil {
		return nil, err
	}
	move := func(pid int, cores string) error {
		if out, err := exec.Command("taskset", "-a", "-c", "-p", cores, strconv.Itoa(pid)).CombinedOutput(); err != nil {
			return fmt.Errorf("taskset: %w: %s", err, out)
		}
		return nil
	}
	// A process that has ended since it was listed can't be moved, and needn't be.
	for pid := range all {
		if pid != self {
			_ = move(pid, fmt.Sprintf("1-%d", last))
		}
	}
	if err := move(self, "0"); err != nil {
		return nil, err
	}
	return func() {
		for pid := range all {
			_ = move(pid, fmt.Sprintf("0-%d", last))
		}
	}, nil
}

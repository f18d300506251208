package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
)

// separate moves this program to the first core and its children to the others, so that sending requests takes no time from handling them.
// The function it returns undoes that.
func separate() (together func(), err error) {
	last := runtime.NumCPU() - 1
	if last == 0 {
		return nil, errors.New("there is only one core")
	}
	all, err := family(os.Getpid())
	if err != nil {
		return nil, err
	}
	move := func(pid int32, cores string) error {
		if out, err := exec.Command("taskset", "-a", "-c", "-p", cores, strconv.Itoa(int(pid))).CombinedOutput(); err != nil {
			return fmt.Errorf("taskset: %w: %s", err, out)
		}
		return nil
	}
	// A process that has ended since it was listed can't be moved, and needn't be.
	for _, p := range all[1:] {
		_ = move(p.Pid, fmt.Sprintf("1-%d", last))
	}
	if err := move(all[0].Pid, "0"); err != nil {
		return nil, err
	}
	return func() {
		for _, p := range all {
			_ = move(p.Pid, fmt.Sprintf("0-%d", last))
		}
	}, nil
}

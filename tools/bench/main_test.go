package main

import (
	"os"
	"os/exec"
	"slices"
	"testing"
)

func TestSettings(t *testing.T) {
	t.Setenv("BENCH_MATCH", "^job")
	t.Setenv("BENCH_CONNECTIONS", "1,4")
	s, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if !s.match.MatchString("job: holds") || s.match.MatchString("a job") || !slices.Equal(s.Connections, []int{1, 4}) || s.Rounds != 2 {
		t.Errorf("settings = %+v, want a match of ^job, 1 and 4 connections, 2 rounds", s)
	}
	t.Setenv("BENCH_CONNECTIONS", "0")
	if _, err := read(); err == nil {
		t.Error("BENCH_CONNECTIONS=0 was accepted, want an error")
	}
}

func TestMemory(t *testing.T) {
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = child.Process.Kill(); _ = child.Wait() })
	all, err := family(os.Getpid())
	if err != nil || len(all) != 2 || int(all[1].Pid) != child.Process.Pid {
		t.Fatalf("family() = %v, %v, want this process and its child %d", all, err, child.Process.Pid)
	}
	pss := proportional(all[0])
	if rss := resident(all[0]); rss < 1 || pss < 1 || pss > rss { // read later, because this process grows
		t.Errorf("resident %.1f MB, proportional %.1f MB, want at least 1 MB, and the second at most the first", rss, pss)
	}
}

package pgserver

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Temporary starts a server for the tests of this process or of its children. Its data is in the temporary folder. Stop removes it; if this process
// ends otherwise, the next call does. Settings are those of Options.
func Temporary(ctx context.Context, settings ...string) (*Server, error) {
	base := filepath.Join(os.TempDir(), "vitrine-test-pg-"+strconv.Itoa(os.Getuid()))
	removeDead(base)
	dir := filepath.Join(base, strconv.Itoa(os.Getpid()))
	s, err := Start(ctx, Options{Dir: dir, Settings: settings})
	if err == nil {
		s.remove = dir
	}
	return s, err
}

// removeDead removes the data of processes that have ended.
func removeDead(base string) {
	entries, _ := os.ReadDir(base)
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, err := os.FindProcess(pid); err != nil || p.Signal(syscall.Signal(0)) != nil {
			_ = os.RemoveAll(filepath.Join(base, e.Name()))
		}
	}
}

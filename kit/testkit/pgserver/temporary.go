package pgserver

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Temporary starts a server for the tests of this process or of its children. Its data is in the temporary folder. Stop removes it; if this process
// ends otherwise, the next call does. Settings are those of Options.
func Temporary(ctx context.Context, settings ...string) (*Server, error) {
	return temporary(ctx, ownFolder(), Options{Settings: settings})
}

func temporary(ctx context.Context, dir string, o Options) (*Server, error) {
	o.Dir = dir
	s, err := Start(ctx, o)
	if err == nil {
		s.remove = dir
	}
	return s, err
}

// ownFolder returns the folder of this process below the temporary one.
func ownFolder() string {
	base := filepath.Join(os.TempDir(), "vitrine-test-pg-"+strconv.Itoa(os.Getuid()))
	removeDead(base)
	return filepath.Join(base, strconv.Itoa(os.Getpid()))
}

// removeDead removes the data of processes that have ended.
func removeDead(base string) {
	entries, _ := os.ReadDir(base)
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name(), "-")
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if p, err := os.FindProcess(pid); err != nil || p.Signal(syscall.Signal(0)) != nil {
			_ = os.RemoveAll(filepath.Join(base, e.Name()))
		}
	}
}

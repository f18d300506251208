package standins

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/vitrine/vitrine/kit"
)

// Lock makes sure that only one process uses a data folder, which it creates, and that files can be written to it. The lock is released when the file is
// closed or the process ends.
func Lock(dir string) (*os.File, error) {
	if err := kit.Writable(dir); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("another instance uses the data folder %s", dir)
	}
	return f, nil
}

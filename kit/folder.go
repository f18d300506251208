package kit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// room is how much space a folder must have.
const room = 1 << 20

// Writable returns an error unless files can be written to a folder, which it creates: not on a disk that is full or read-only, or whose files belong to
// another user. Its error doesn't name the setting.
func Writable(dir string) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // another program, such as a web server, may read files
		return fmt.Errorf("the folder can't be made: %w", err)
	}
	f, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return fmt.Errorf("the folder %s can't be written to: %w", dir, withoutPath(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := os.Remove(f.Name()); err != nil { // it stays until it is closed
		return err
	}
	if _, err := f.Write(make([]byte, room)); err != nil {
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			return fmt.Errorf("the disk of %s is full: %w", dir, withoutPath(err))
		}
		return fmt.Errorf("the folder %s can't be written to: %w", dir, withoutPath(err))
	}
	return nil
}

// withoutPath leaves the name of a temporary file out.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

package kit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFoldersOnOtherDisks: a folder on a full or read-only disk is found when the process starts.
func TestFoldersOnOtherDisks(t *testing.T) {
	const variable = "KIT_TEST_DISK"
	if kind := os.Getenv(variable); kind != "" {
		// In a process with its own mounts.
		dir, flags := t.TempDir(), uintptr(0)
		if kind == "read-only" {
			flags = syscall.MS_RDONLY
		}
		if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, "size=64k"); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"full": "the disk of " + dir + " is full", "read-only": "the folder " + dir + " can't be written to: read-only file system"}[kind]
		if err := Writable(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Writable() = %v, want %q", err, want)
		}
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
		return
	}
	for _, kind := range []string{"full", "read-only"} {
		t.Run(kind, func(t *testing.T) {
			child := exec.Command(os.Args[0], "-test.run=^TestFoldersOnOtherDisks$", "-test.v")
			child.Env = append(os.Environ(), variable+"="+kind)
			child.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
			if os.Getuid() != 0 {
				child.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
				child.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
			}
			out, err := child.CombinedOutput()
			if len(out) == 0 && err != nil {
				t.Skipf("this system doesn't let tests mount disks: %v", err)
			}
			if err != nil || !strings.Contains(string(out), "--- PASS: TestFoldersOnOtherDisks") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestWritable(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := Writable(dir); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
		t.Errorf("the folder has %v, %v, want no files", files, err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Writable(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("Writable() of a file = %v, want an error that names it", err)
	}
}

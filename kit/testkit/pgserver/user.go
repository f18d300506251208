package pgserver

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	osuser "os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// user is the user that runs the server: this process's user, or another one for root,
// because PostgreSQL refuses to run as root.
type user struct {
	other    bool
	uid, gid uint32
}

func serverUser() (user, error) {
	if os.Geteuid() != 0 {
		return user{}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := osuser.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil {
			return user{other: true, uid: uint32(uid), gid: uint32(gid)}, nil
		}
	}
	return user{}, errors.New("postgres: running as root, and there is no user postgres or nobody to run it as")
}

func (u user) command(path string, args []string, dir string) *exec.Cmd {
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin"}
	if u.other {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: u.uid, Gid: u.gid}}
	}
	return cmd
}

// home creates the server's folder: o.Dir/pg<major>, or one under /var/tmp if
// the server's user can't enter the parents.
func (u user) home(dir string, major int) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if !u.enters(dir) {
		dir = substitute("data", dir)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
	}
	home := filepath.Join(dir, "pg"+strconv.Itoa(major))
	if err := os.MkdirAll(home, 0o700); err != nil {
		return "", err
	}
	if u.other {
		return home, os.Chown(home, int(u.uid), int(u.gid))
	}
	return home, nil
}

// enters reports whether the user may enter each folder down to path.
func (u user) enters(path string) bool {
	if !u.other {
		return true
	}
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil || !u.mayPass(info) {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// reachable copies the npm package's tree to /var/tmp if the server's user
// can't enter it in place.
func (u user) reachable(b binaries) (binaries, error) {
	if u.enters(b.dir) {
		return b, nil
	}
	native := filepath.Dir(b.dir)
	to := substitute("bin", native)
	if _, err := os.Stat(filepath.Join(to, "bin", "postgres")); err == nil {
		b.dir = filepath.Join(to, "bin")
		return b, nil
	}
	fresh, err := os.MkdirTemp(filepath.Dir(to), filepath.Base(to)+"-*")
	if err != nil {
		return b, fmt.Errorf("postgres: %w", err)
	}
	if err := copyTree(fresh, native); err != nil {
		return b, fmt.Errorf("postgres: copying %s: %w", native, err)
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return b, fmt.Errorf("postgres: %w", err)
	}
	if err := os.Rename(fresh, to); err != nil { // another process has created it already
		_ = os.RemoveAll(fresh)
		if _, err := os.Stat(filepath.Join(to, "bin", "postgres")); err != nil {
			return b, fmt.Errorf("postgres: %w", err)
		}
	}
	b.dir = filepath.Join(to, "bin")
	return b, nil
}

// copyTree is os.CopyFS that keeps links.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, raw, 0o755)
	})
}

func substitute(kind, path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join("/var/tmp", "vitrine-"+kind+"-"+hex.EncodeToString(sum[:6]))
}

func (u user) mayPass(info fs.FileInfo) bool {
	mode := info.Mode().Perm()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		switch {
		case st.Uid == u.uid:
			return mode&0o100 != 0
		case st.Gid == u.gid:
			return mode&0o010 != 0
		}
	}
	return mode&0o001 != 0
}

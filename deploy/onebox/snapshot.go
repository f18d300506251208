package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/kit/subprocess"
)

// keepSnapshots is how many prepared data folders stay: one for each checkout that is worked on.
const keepSnapshots = 3

// prepareTimeout is how long a prepared instance may take to stop.
const prepareTimeout = 30 * time.Second

// copySnapshot fills an empty data folder with a copy of a prepared one, if SNAPSHOT is set: databases, chain, events, media and secrets, as they
// are after the first start. Preparing takes as long as a first start, a copy less than a second. It does nothing for an instance with parts
// elsewhere.
func (s *settings) copySnapshot(ctx context.Context) error {
	if !s.Snapshot || cmp.Or(s.DatabaseURL, s.NATSURL, s.EthRPCURL, s.Chains, s.OIDCIssuer, s.StripeURL, s.SMTPURL) != "" {
		return nil
	}
	if _, err := os.Stat(filepath.Join(s.Data, "secrets.json")); err == nil {
		return nil // it has started before
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	key, err := s.snapshotKey()
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	snapshots := filepath.Join(cache, "vitrine", "snapshots")
	from := filepath.Join(snapshots, key)
	if err := os.MkdirAll(snapshots, 0o700); err != nil {
		return err
	}
	turn, err := os.OpenFile(filepath.Join(snapshots, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer turn.Close()
	// One process prepares a folder while the others wait. Then all copy it at the same time.
	if err := syscall.Flock(int(turn.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		if err := s.prepareSnapshot(ctx, from); err != nil {
			return fmt.Errorf("snapshot: %w", err)
		}
	}
	if err := errors.Join(os.Chtimes(from, time.Now(), time.Now()), removeSnapshots(snapshots), syscall.Flock(int(turn.Fd()), syscall.LOCK_SH)); err != nil {
		return err
	}
	return copyFolder(from, s.Data)
}

// prepareSnapshot starts an instance from empty, on the ports of this one, stops it and keeps its data folder.
func (s *settings) prepareSnapshot(ctx context.Context, to string) (err error) {
	cfg := defaults()
	cfg.Data, cfg.Root, cfg.Content, cfg.Offset = s.Data+"-first", s.Root, s.Content, s.Offset // Postgres can enter the one folder if it can enter the other
	cfg.Site, cfg.RenditionWorkers = false, 0
	if err := cfg.Validate(); err != nil {
		return err
	}
	if err := os.Mkdir(cfg.Data, 0o755); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(cfg.Data)) }()
	h := &instance{cfg: cfg, log: slog.New(slog.DiscardHandler), out: io.Discard, began: time.Now()}
	err = h.start(ctx)
	if !h.stopWithin(prepareTimeout) {
		err = errors.Join(err, fmt.Errorf("the prepared instance did not stop within %s", prepareTimeout))
	}
	if err != nil {
		return err
	}
	if found, _ := filepath.Glob(filepath.Join(cfg.Data, "postgres", "*", "data", "PG_VERSION")); len(found) == 0 {
		return fmt.Errorf("the databases are not in %s: choose a folder for VITRINE_DATA that the user of Postgres can enter", cfg.Data)
	}
	// Renamed when it is complete, because a copy may be interrupted.
	if err := errors.Join(os.RemoveAll(to+".new"), os.MkdirAll(to+".new", 0o755)); err != nil {
		return err
	}
	if err := copyFolder(cfg.Data, to+".new"); err != nil {
		return err
	}
	return os.Rename(to+".new", to)
}

// inputs are what the data of a first start depends on: migrations, contracts, content and the code that imports it, the stand-ins with their
// people, and the versions of Postgres and the chain.
var inputs = []string{
	"services/*/internal/postgres/migrations", "services/catalog/internal/content", "kit/postgres/migrations", "contracts/bindings",
	"deploy/onebox/*.go", "deploy/onebox/standins", "deploy/onebox/package-lock.json",
}

// snapshotKey hashes the inputs, and the day, because some data ages.
func (s *settings) snapshotKey() (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, time.Now().UTC().Format(time.DateOnly))
	paths := []string{s.Content}
	for _, pattern := range inputs {
		found, err := filepath.Glob(filepath.Join(s.Root, pattern))
		if err != nil {
			return "", err
		}
		if len(found) == 0 {
			return "", fmt.Errorf("%s matches nothing in %s", pattern, s.Root)
		}
		paths = append(paths, found...)
	}
	for _, path := range paths {
		if err := hashFiles(sum, path); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:12]), nil
}

// hashFiles adds the text of a file, or of the files below a folder, to a key; of media only the names and sizes.
func hashFiles(sum hash.Hash, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains([]string{"node_modules", "testdata", "tools"}, d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, "_test.go") {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		fmt.Fprintln(sum, relative, info.Size())
		if !slices.Contains([]string{".sql", ".go", ".md", ".yaml", ".json"}, filepath.Ext(path)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		_, err = sum.Write(text)
		return err
	})
}

// removeSnapshots removes all prepared folders but those that were used last.
func removeSnapshots(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	used := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() {
			used[e.Name()] = info.ModTime()
		}
	}
	names := make([]string, 0, len(used))
	for name := range used {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return used[b].Compare(used[a]) })
	for _, name := range names[min(len(names), keepSnapshots):] {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, name)))
	}
	return err
}

// copyFolder copies the files of a folder with their owners, because Postgres may run as another user. File systems that can share blocks do.
func copyFolder(from, to string) error {
	args := []string{"-a"}
	if runtime.GOOS == "linux" {
		args = append(args, "--reflink=auto")
	}
	return subprocess.Run(exec.Command("cp", append(args, from+string(filepath.Separator)+".", to)...))
}

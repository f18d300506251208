package compose

import (
	"compress/gzip"
	"debug/elf"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// programs has the folder of built programs, and a lock for each.
var programs struct {
	dir   string
	locks sync.Map
}

func TestMain(m *testing.M) {
	var err error
	if programs.dir, err = os.MkdirTemp("", "programs"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(programs.dir)
	os.Exit(status)
}

// build builds the program of a module as its image does, once for all tests.
func build(t *testing.T, module string) string {
	t.Helper()
	program := filepath.Join(programs.dir, filepath.Base(module))
	lock, _ := programs.locks.LoadOrStore(module, new(sync.Mutex))
	lock.(*sync.Mutex).Lock()
	defer lock.(*sync.Mutex).Unlock()
	if _, err := os.Stat(program); err == nil {
		return program
	}
	// Without paths in what is compiled, as everywhere else, so that nothing is compiled again. Linking takes less without DWARF.
	build := exec.Command("go", "build", "-ldflags=-w", "-o", program, "./cmd/"+filepath.Base(module))
	build.Dir = filepath.Join(root, module)
	build.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: error = %v, want nil\n%s", err, out)
	}
	return program
}

// settings returns the names of a program's settings.
func settings(t *testing.T, program string) []string {
	t.Helper()
	table, err := exec.Command(program, "settings").Output()
	if err != nil {
		t.Fatal(err)
	}
	return names(table)
}

// accepts lets a program validate its settings.
func accepts(t *testing.T, program string, env []string) {
	t.Helper()
	probe := exec.Command(program, "settings", "check")
	probe.Env = env
	if out, err := probe.CombinedOutput(); err != nil {
		t.Errorf("check of the settings: error = %v, want nil\n%s", err, out)
	}
}

// refuses runs a program's check of its settings, which must fail and name one of them.
func refuses(t *testing.T, program string, env []string, setting string) {
	t.Helper()
	probe := exec.Command(program, "settings", "check")
	probe.Env = env
	if out, err := probe.CombinedOutput(); err == nil || !strings.Contains(string(out), setting) {
		t.Errorf("check without %s: error = %v, want one that names it\n%s", setting, err, out)
	}
}

// static reports whether a program needs no loader, so that images without libraries can start it. Programs of other systems pass.
func static(t *testing.T, program string) bool {
	t.Helper()
	if runtime.GOOS != "linux" {
		return true
	}
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	return !slices.ContainsFunc(file.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}

// renderSettings are the names that render reads.
func renderSettings(t *testing.T) []string {
	t.Helper()
	table, err := exec.Command("node", filepath.Join(root, "render/dist/main.js"), "settings").Output()
	if err != nil {
		t.Fatal(err)
	}
	return names(table)
}

// names reads the first column of a table of settings.
func names(table []byte) []string {
	var out []string
	for _, match := range regexp.MustCompile("(?m)^\\| `([A-Z0-9_]+)` \\|").FindAllSubmatch(table, -1) {
		out = append(out, string(match[1]))
	}
	return out
}

// siteSettings are the names that the frontend reads.
func siteSettings(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, "frontend/src/lib/env.ts"))
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, match := range regexp.MustCompile(`(?m)^\s+([A-Z0-9_]+): z\b`).FindAllSubmatch(source, -1) {
		known = append(known, string(match[1]))
	}
	return known
}

// TestEveryProgramReportsItsErrors: a program that cannot start reports why to the error-reporting service, before it ends.
func TestEveryProgramReportsItsErrors(t *testing.T) {
	for name, s := range load(t, "docker-compose.yml").Services {
		m := module(s)
		if m == "" || once(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			received := make(chan string, 10)
			sentry := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				var body io.Reader = r.Body
				if r.Header.Get("Content-Encoding") == "gzip" {
					var err error
					if body, err = gzip.NewReader(body); err != nil {
						t.Error(err)
						return
					}
				}
				text, err := io.ReadAll(body)
				if err != nil {
					t.Error(err)
				}
				received <- r.URL.Path + " " + string(text)
			}))
			defer sentry.Close()
			program := exec.Command(build(t, m))
			// Nothing listens at the database's address, and the address to listen at isn't local.
			program.Env = append(environ(s), "DATABASE_URL=postgres://nobody:hush@127.0.0.1:1/none", "ADDR=192.0.2.1:8080", "BUILD_ID=build-7",
				"SENTRY_ENVIRONMENT=staging", "SENTRY_DSN="+strings.Replace(sentry.URL, "://", "://public@", 1)+"/1")
			if out, err := program.CombinedOutput(); err == nil {
				t.Fatalf("exited with code 0, want an error: %s", out)
			}
			select {
			case got := <-received:
				_, event, _ := strings.Cut(got, "\n") // the first line names the receiver
				for _, want := range []string{"/api/1/envelope/ ", `"release":"build-7"`, `"environment":"staging"`, `"service":"` + name + `"`, `"exception":`} {
					if !strings.Contains(got, want) {
						t.Errorf("no %s in %s", want, got)
					}
				}
				if strings.Contains(event, "hush") || strings.Contains(event, "127.0.0.1") || strings.Contains(event, "192.0.2.1") {
					t.Errorf("report = %s, want no password and no address", event)
				}
			default:
				t.Error("the program exited without a report, want one")
			}
		})
	}
}

// Package rendertest runs render, the program that opens untrusted bytes, for tests of the services that call it.
package rendertest

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/subprocess"
	"github.com/vitrine/vitrine/kit/testkit/freeport"
	"github.com/vitrine/vitrine/kit/testkit/repository"
)

const (
	startTimeout = time.Minute
	stopTimeout  = 5 * time.Second
)

// callers are the services that may call render.
var callers = []string{"catalog", "profiles", "checkout", "chainwatcher"}

// Options change a process from its defaults.
type Options struct {
	// ArtOrigin is where live works run; without it no pages are drawn.
	ArtOrigin string
	// PublicURL is the origin of the shop.
	PublicURL string
	// Browser is the setting RENDER_BROWSER. By default it is found, and runs without its sandbox for root.
	Browser string
	// PageLimit is the time limit for drawing a page.
	PageLimit time.Duration
}

// Server is a running process.
type Server struct {
	// URL is its address.
	URL string

	dir     string
	process *subprocess.Process
}

// keys are the private keys of the services that may call render, the same for all processes of a test binary.
var keys = sync.OnceValues(func() (map[string]string, error) {
	out := map[string]string{}
	for _, service := range callers {
		key, err := identity.NewKey()
		if err != nil {
			return nil, err
		}
		out[service] = key
	}
	return out, nil
})

// Key returns the private key that every process accepts for calls of a service.
func Key(t testing.TB, service string) string {
	t.Helper()
	all, err := keys()
	if err != nil {
		t.Fatal(err)
	}
	return all[service]
}

// Kill ends the process, as an outage.
func (s *Server) Kill() { s.process.Kill() }

var shared struct {
	sync.Mutex

	server *Server
	users  int
}

// Shared returns a process for pictures that tests use at the same time. It ends with the last of them.
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		s, err := start(Options{Browser: "none"})
		if err != nil {
			t.Fatal(err)
		}
		shared.server = s
	}
	shared.users++
	t.Cleanup(func() {
		shared.Lock()
		defer shared.Unlock()
		if shared.users--; shared.users == 0 {
			shared.server.stop()
			shared.server = nil
		}
	})
	return shared.server
}

// Start starts a process for one test.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s, err := start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	return s
}

func start(o Options) (s *Server, err error) {
	program := repository.Path("render/dist/main.js")
	repository.Path("render/package-lock.json") // what it imports
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("render isn't built (%w): run npm --prefix render ci && npm --prefix render run build", err)
	}
	dir, err := os.MkdirTemp("", "render-test-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	s = &Server{dir: dir}
	all, err := keys()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(s.dir, "public-keys.json")
	for _, service := range callers {
		if err := identity.AddPublic(file, service, all[service]); err != nil {
			return nil, err
		}
	}
	port, err := freeport.Take()
	if err != nil {
		return nil, err
	}
	addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	browser := o.Browser
	if browser == "" && os.Getuid() == 0 {
		browser = "--no-sandbox" // Chromium doesn't start in its sandbox as root; these pages are the tests' own
	}
	cmd := exec.Command("node", program)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "ADDR=" + addr, "PUBLIC_KEYS_FILE=" + file, "RENDER_TEMP=" + s.dir, "RENDER_BROWSER=" + browser, "RENDER_NICE=0", // tests wait for all jobs
		"ART_ORIGIN=" + o.ArtOrigin, "PUBLIC_URL=" + o.PublicURL, fmt.Sprintf("RENDER_PAGE_LIMIT=%.0f", cmp.Or(o.PageLimit, time.Minute).Seconds()),
	}
	if s.process, err = subprocess.Start(cmd, syscall.SIGTERM, nil); err != nil {
		return nil, fmt.Errorf("render needs Node: %w", err)
	}
	s.URL = "http://" + addr
	if err := s.ready(); err != nil {
		s.process.Kill()
		return nil, err
	}
	return s, nil
}

// ready waits until the process serves.
func (s *Server) ready() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/readyz", http.NoBody)
		if err != nil {
			return err
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.process.Done():
			return s.process.Err()
		case <-ctx.Done():
			return fmt.Errorf("render isn't ready after %v: %s", startTimeout, s.process.LastOutput())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (s *Server) stop() {
	s.process.Stop(stopTimeout)
	_ = os.RemoveAll(s.dir)
}

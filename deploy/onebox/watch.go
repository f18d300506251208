package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/subprocess"
)

const (
	// settleFor is the delay between an edit and a build, because editors write a file in several steps.
	settleFor = 50 * time.Millisecond
	// oldStop is how long the old process of a service may take to stop. All that a service confirmed survives a kill.
	oldStop = time.Second
	site    = "site"
)

// watcher runs one part of a running instance in its place, and starts it again after each edit.
type watcher struct {
	cfg      settings
	out      io.Writer
	name     string
	program  string
	instance net.Conn // nil until the instance has handed the part over
	part     handedOver
	child    *subprocess.Process
}

// watch runs a service, the gateway or the site from its source, in place of the running instance, until ctx or the instance ends.
func watch(ctx context.Context, cfg settings, out io.Writer, name string) error {
	w := &watcher{cfg: cfg, out: out, name: name, program: filepath.Join(cfg.Root, ".bin", "watched-"+name)}
	defer w.end()
	edits, err := w.edits(ctx)
	if err != nil {
		return err
	}
	gone := make(chan struct{})
	for saved := time.Now(); ; {
		if err := w.build(ctx); err != nil {
			fmt.Fprintf(out, "%v\n  %s doesn't build. What ran before keeps running.\n", err, name)
		} else {
			if w.instance == nil {
				if err := w.takeOver(); err != nil {
					return err
				}
				go func() {
					defer close(gone)
					_, _ = io.Copy(io.Discard, w.instance) // until the instance closes it
				}()
			}
			w.restart(ctx, saved)
		}
		var ended <-chan struct{}
		if w.child != nil {
			ended = w.child.Done()
		}
		select {
		case saved = <-edits:
		case <-ended:
			fmt.Fprintf(out, "  %s has ended: %v. It starts again after the next edit.\n", name, w.child.Failed())
			w.child = nil
			select {
			case saved = <-edits:
			case <-gone:
				return errors.New("the instance has ended")
			case <-ctx.Done():
				return nil
			}
		case <-gone:
			return errors.New("the instance has ended")
		case <-ctx.Done():
			return nil
		}
	}
}

// end stops the part and gives it back. It returns when the instance runs the part again.
func (w *watcher) end() {
	w.stop()
	if w.instance == nil {
		return
	}
	fmt.Fprintf(w.out, "  Giving %s back …\n", w.name)
	_ = w.instance.(*net.UnixConn).CloseWrite()
	_, _ = io.Copy(io.Discard, w.instance)
	_ = w.instance.Close()
}

func (w *watcher) stop() {
	if w.child != nil {
		w.child.Stop(oldStop)
		w.child = nil
	}
}

// folder is the source of the part, relative to the checkout.
func (w *watcher) folder() string {
	if w.name == identity.Gateway {
		return w.name
	}
	return filepath.Join("services", w.name)
}

// build compiles the service alone: linking all of onebox takes three times as long. Next.js compiles the site itself.
func (w *watcher) build(ctx context.Context) error {
	if w.name == site {
		return nil
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-ldflags=-w", "-o", w.program, "./"+filepath.Join(w.folder(), "cmd", w.name))
	cmd.Dir = w.cfg.Root
	said, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s%w", said, err)
	}
	return nil
}

// takeOver gets the part from the instance.
func (w *watcher) takeOver() error {
	conn, err := net.Dial("unix", handoverSocket(w.cfg.Data))
	if err != nil {
		return fmt.Errorf("no instance runs with the data folder %s: start one with `make up` (%w)", w.cfg.Data, err)
	}
	if _, err = fmt.Fprintln(conn, w.name); err == nil {
		err = json.NewDecoder(conn).Decode(&w.part)
	}
	if err == nil && w.part.Error != "" {
		err = errors.New(w.part.Error)
	}
	if err != nil {
		_ = conn.Close()
		return err
	}
	w.instance = conn
	return nil
}

// restart replaces the running process by the new build.
func (w *watcher) restart(ctx context.Context, saved time.Time) {
	w.stop()
	log := slog.New(lines{w.out, w.name})
	probed := "/readyz"
	if w.name == site {
		probed = "/healthz"
	} else if w.name != identity.Gateway {
		// An edit may be a new migration.
		if said, err := w.command(ctx, "migrate").CombinedOutput(); err != nil {
			fmt.Fprintf(w.out, "%s  %s can't migrate its database: %v\n", said, w.name, err)
			return
		}
	}
	child, err := subprocess.Start(w.command(ctx), syscall.SIGKILL, log)
	if err == nil {
		w.child = child
		err = probe.Wait(ctx, "http://"+w.part.Address+probed, startTimeout, child.Done())
	}
	if err != nil {
		fmt.Fprintf(w.out, "  %s: %v\n", w.name, err)
		return
	}
	fmt.Fprintf(w.out, "  %s is ready at %s after %.1f s. Ctrl-C gives it back.\n", w.name, w.part.Address, time.Since(saved).Seconds())
}

// command runs the part with the settings that the instance gave it.
func (w *watcher) command(ctx context.Context, args ...string) *exec.Cmd {
	if w.name != site {
		cmd := exec.CommandContext(ctx, w.program, args...)
		cmd.Env = append(append(os.Environ(), "LOG_FORMAT=text"), w.part.Environ...)
		return cmd
	}
	host, port, _ := net.SplitHostPort(w.part.Address)
	frontend := filepath.Join(w.cfg.Root, "frontend")
	modules := filepath.Join(frontend, "node_modules", ".bin")
	cmd := exec.CommandContext(ctx, filepath.Join(modules, "next"), "dev", "--hostname", host, "--port", port)
	cmd.Dir = frontend
	cmd.Env = append(w.part.Environ, "NODE_ENV=development", "PATH="+modules+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return cmd
}

// edits reports when files of the part, or of what all services share, were saved.
func (w *watcher) edits(ctx context.Context) (<-chan time.Time, error) {
	out := make(chan time.Time, 1)
	if w.name == site {
		return out, nil
	}
	if _, err := os.Stat(filepath.Join(w.cfg.Root, w.folder(), "cmd", w.name)); err != nil {
		return nil, fmt.Errorf("no service %q: name a folder of services/, gateway or site", w.name)
	}
	watched, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	for _, root := range []string{w.folder(), "kit", filepath.Join("proto", "gen"), filepath.Join("contracts", "bindings")} {
		if err := addFolders(watched, filepath.Join(w.cfg.Root, root)); err != nil {
			return nil, err
		}
	}
	go func() {
		defer watched.Close()
		timer := time.NewTimer(time.Hour)
		var saved time.Time
		for {
			select {
			case <-ctx.Done():
				return
			case e := <-watched.Events:
				base := filepath.Base(e.Name)
				if e.Op == fsnotify.Chmod || strings.HasPrefix(base, ".") || strings.HasSuffix(base, "~") || strings.HasSuffix(base, "_test.go") {
					continue
				}
				if e.Has(fsnotify.Create) {
					_ = addFolders(watched, e.Name) // not a folder, or already gone
				}
				if saved.IsZero() {
					saved = time.Now()
				}
				timer.Reset(settleFor)
			case <-timer.C:
				select {
				case out <- saved:
				default: // an edit is already waiting for the current build to end
				}
				saved = time.Time{}
			}
		}
	}()
	return out, nil
}

// addFolders watches a folder and those in it that builds read.
func addFolders(w *fsnotify.Watcher, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		}
		return w.Add(path)
	})
}

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// handedOver is the reply to a request for a part: where the part listens, and the settings that it has here.
type handedOver struct {
	Address string
	Environ []string
	Error   string
}

// replaceable is a part of the instance that `onebox watch` may run in its place.
type replaceable struct {
	address string
	environ func() []string
	start   func(ctx context.Context) (stop func(), err error)

	mu   sync.Mutex // held while another process runs the part
	stop func()
}

// run starts a part, stops it with the instance, and offers it to `onebox watch`.
func (h *instance) run(ctx context.Context, name string, p *replaceable) (err error) {
	if p.stop, err = p.start(ctx); err != nil {
		return err
	}
	if h.replaceable == nil {
		h.replaceable = map[string]*replaceable{}
	}
	h.replaceable[name] = p
	h.onStop(func() { p.stop() })
	return nil
}

// handoverSocket is where `onebox watch` gets a part from the instance of a data folder. Only the folder's user can connect.
func handoverSocket(data string) string { return filepath.Join(data, "watch.sock") }

// handover lets `onebox watch` run parts in place of this instance. A part returns when the connection ends, however the other process ends.
func (h *instance) handover(ctx context.Context) error {
	path := handoverSocket(h.cfg.Data)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) { // of a killed instance
		return err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		h.log.Warn("make watch can't connect", "error", err) // such as a path that is too long for a socket
		return nil
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var all sync.WaitGroup
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				end := context.AfterFunc(run, func() { _ = conn.Close() })
				h.replace(run, conn)
				end()
				_ = conn.Close()
			})
		}
	})
	h.onStop(func() {
		cancel()
		_ = l.Close()
		all.Wait()
	})
	return nil
}

// replace stops the part that the other process names, and starts it again when that process closes its side.
func (h *instance) replace(ctx context.Context, conn net.Conn) {
	read := bufio.NewReader(conn)
	line, err := read.ReadString('\n')
	if err != nil {
		return
	}
	reply := json.NewEncoder(conn)
	name := strings.TrimSpace(line)
	p := h.replaceable[name]
	switch {
	case p == nil && (h.cfg.Split || h.cfg.Certificates != ""):
		_ = reply.Encode(handedOver{Error: "an instance with SPLIT or CERTIFICATES can't hand over a part"})
		return
	case p == nil:
		_ = reply.Encode(handedOver{Error: fmt.Sprintf("this instance doesn't run %q", name)})
		return
	case !p.mu.TryLock():
		_ = reply.Encode(handedOver{Error: name + " is already watched"})
		return
	}
	defer p.mu.Unlock()
	p.stop()
	p.stop = func() {}
	h.log.Info("handed over", "part", name)
	if err := reply.Encode(handedOver{Address: p.address, Environ: p.environ()}); err == nil {
		_, _ = io.Copy(io.Discard, read)
	}
	if ctx.Err() != nil {
		return
	}
	h.log.Info("taken back", "part", name)
	if p.stop, err = p.start(ctx); err != nil {
		p.stop = func() {}
		h.failed <- fmt.Errorf("%s: %w", name, err)
	}
}

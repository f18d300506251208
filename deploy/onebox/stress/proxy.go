package main

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// proxy forwards connections to one of several backends in turn. It can drop all traffic as a network
// partition does: open connections neither respond nor close, and neither side learns that the
// other has closed.
type proxy struct {
	l    net.Listener
	next atomic.Uint64

	mu    sync.Mutex
	to    []string
	black bool
	open  []*pair
}

type pair struct {
	in, out net.Conn
	gone    atomic.Bool
}

func newProxy(ctx context.Context, addr string, to ...string) (*proxy, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	w := &proxy{l: l, to: to}
	go w.serve()
	return w, nil
}

func (w *proxy) serve() {
	for {
		in, err := w.l.Accept()
		if err != nil {
			return
		}
		go w.join(in)
	}
}

func (w *proxy) join(in net.Conn) {
	p := &pair{in: in}
	w.mu.Lock()
	p.gone.Store(w.black)
	w.open = append(w.open, p)
	w.mu.Unlock()
	if p.gone.Load() {
		return
	}
	out, err := w.dial()
	if err != nil {
		_ = in.Close()
		w.forget(p)
		return
	}
	w.mu.Lock()
	p.out = out
	w.mu.Unlock()
	var both sync.WaitGroup
	for _, d := range [][2]net.Conn{{out, in}, {in, out}} {
		both.Go(func() { p.pass(d[0], d[1]) })
	}
	both.Wait()
	if !p.gone.Load() {
		w.forget(p)
	}
}

// dial tries every backend once, starting with the next.
func (w *proxy) dial() (out net.Conn, err error) {
	err = errors.New("proxy: no backends")
	w.mu.Lock()
	backends := w.to
	w.mu.Unlock()
	for range backends {
		to := backends[w.next.Add(1)%uint64(len(backends))]
		if out, err = new(net.Dialer).Dial("tcp", to); err == nil {
			return out, nil
		}
	}
	return nil, err
}

// pass copies until one side ends and then closes the other, unless traffic is being dropped.
func (p *pair) pass(dst, src net.Conn) {
	buf := make([]byte, 64<<10)
	for {
		n, err := src.Read(buf)
		if p.gone.Load() {
			return
		}
		if n > 0 {
			if _, wrong := dst.Write(buf[:n]); wrong != nil {
				err = wrong
			}
		}
		if err != nil {
			if c, ok := dst.(*net.TCPConn); ok && errors.Is(err, io.EOF) {
				_ = c.CloseWrite()
			} else {
				_, _ = src.Close(), dst.Close()
			}
			return
		}
	}
}

func (w *proxy) forget(p *pair) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, o := range w.open {
		if o == p {
			w.open = append(w.open[:i], w.open[i+1:]...)
			break
		}
	}
	_ = p.in.Close()
	if p.out != nil {
		_ = p.out.Close()
	}
}

// swallow drops open connections permanently, and new ones until it is switched off.
func (w *proxy) swallow(black bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.black = black
	if black {
		for _, p := range w.open {
			p.gone.Store(true)
		}
	}
}

// use replaces the backends of new connections.
func (w *proxy) use(to ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.to = to
}

func (w *proxy) addr() string { return w.l.Addr().String() }

func (w *proxy) stop() {
	_ = w.l.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.open {
		_ = p.in.Close()
		if p.out != nil {
			_ = p.out.Close()
		}
	}
}

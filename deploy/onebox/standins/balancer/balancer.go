// Package balancer forwards TCP connections to the replicas of a service, as a Kubernetes Service does.
package balancer

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
)

// Balancer forwards connections to one of several backends in turn. It can drop all traffic like a network
// partition: open connections neither respond nor close, and neither side notices that the
// other has closed.
type Balancer struct {
	l net.Listener
	// next is the backend that the next connection tries first; mu guards it.
	next int

	mu      sync.Mutex
	to      []string
	unready map[string]bool
	black   bool
	open    []*pair
}

type pair struct {
	in, out net.Conn
	gone    atomic.Bool
}

// New listens on addr and forwards to the backends.
func New(ctx context.Context, addr string, to ...string) (*Balancer, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	b := &Balancer{l: l, to: to, unready: map[string]bool{}}
	go b.serve()
	return b, nil
}

func (b *Balancer) serve() {
	for {
		in, err := b.l.Accept()
		if err != nil {
			return
		}
		go b.join(in)
	}
}

func (b *Balancer) join(in net.Conn) {
	p := &pair{in: in}
	b.mu.Lock()
	p.gone.Store(b.black)
	b.open = append(b.open, p)
	b.mu.Unlock()
	if p.gone.Load() {
		return
	}
	out, err := b.dial()
	if err != nil {
		_ = in.Close()
		b.forget(p)
		return
	}
	b.mu.Lock()
	p.out = out
	b.mu.Unlock()
	var both sync.WaitGroup
	for _, d := range [][2]net.Conn{{out, in}, {in, out}} {
		both.Go(func() { p.pass(d[0], d[1]) })
	}
	both.Wait()
	if !p.gone.Load() {
		b.forget(p)
	}
}

// dial tries every backend once, starting with the next one and leaving those that are not ready for last.
func (b *Balancer) dial() (out net.Conn, err error) {
	err = errors.New("balancer: no backends")
	for _, to := range b.order() {
		if out, err = new(net.Dialer).Dial("tcp", to); err == nil {
			return out, nil
		}
	}
	return nil, err
}

func (b *Balancer) order() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var first, last []string
	b.next = (b.next + 1) % len(b.to)
	for i := range b.to {
		to := b.to[(b.next+i)%len(b.to)]
		if b.unready[to] {
			last = append(last, to)
			continue
		}
		first = append(first, to)
	}
	return append(first, last...)
}

// checkEvery is how often Follow checks each backend.
const checkEvery = 100 * time.Millisecond

// Follow checks GET /readyz of the backends until ctx ends. New connections go to ready ones; open connections stay.
func (b *Balancer) Follow(ctx context.Context) {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		b.mu.Lock()
		backends := b.to
		b.mu.Unlock()
		for _, to := range backends {
			up := probe.OK(ctx, client, "http://"+to+"/readyz")
			b.mu.Lock()
			b.unready[to] = !up
			b.mu.Unlock()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(checkEvery):
		}
	}
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

func (b *Balancer) forget(p *pair) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, o := range b.open {
		if o == p {
			b.open = append(b.open[:i], b.open[i+1:]...)
			break
		}
	}
	_ = p.in.Close()
	if p.out != nil {
		_ = p.out.Close()
	}
}

// DropConnections drops open connections, and new ones until it is switched off.
func (b *Balancer) DropConnections(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.black = on
	if on {
		for _, p := range b.open {
			p.gone.Store(true)
		}
	}
}

// Use replaces the backends of new connections.
func (b *Balancer) Use(to ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.to = to
}

// Addr returns the address that it listens on.
func (b *Balancer) Addr() string { return b.l.Addr().String() }

// Stop closes the listener and all connections.
func (b *Balancer) Stop() {
	_ = b.l.Close()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.open {
		_ = p.in.Close()
		if p.out != nil {
			_ = p.out.Close()
		}
	}
}

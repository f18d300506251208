// Package waiting reports what a process waits for, such as a broker that doesn't respond yet: in one line of the log as soon as the wait begins, in another
// one when it ends, and in readiness in between.
package waiting

import (
	"context"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// list is what a process waits for.
type list struct {
	mu    sync.Mutex
	waits map[string]*entry
}

// entry is something that at least one part of the process waits for.
type entry struct {
	parts map[*Wait]bool
	since time.Time
	err   string
}

type key struct{}

// With returns a context in which Problems returns what [For] reports in it.
func With(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, &list{waits: map[string]*entry{}})
}

func of(ctx context.Context) *list {
	l, ok := ctx.Value(key{}).(*list)
	if !ok {
		return &list{waits: map[string]*entry{}} // only the log has it
	}
	return l
}

// Problems returns a line for each thing that is waited for. Lines with causes may contain addresses, but no passwords.
func Problems(ctx context.Context, causes bool) (lines []string) {
	l := of(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, what := range slices.Sorted(maps.Keys(l.waits)) {
		line := "waiting for " + what
		if causes {
			line += ": " + strings.Join(strings.Fields(l.waits[what].err), " ")
		}
		lines = append(lines, line)
	}
	return lines
}

// Wait is one part of a process that needs something. Parts that need the same share lines of the log.
type Wait struct {
	list                 *list
	log                  *slog.Logger
	what, setting, where string
}

// For names what is needed, such as "the broker", the setting with its address, and the address, of which only the hosts are logged.
func For(ctx context.Context, log *slog.Logger, what, setting, address string) *Wait {
	return &Wait{of(ctx), log, what, setting, Hosts(address)}
}

// Report says whether it is available. The wait lasts from the first error until nil.
func (w *Wait) Report(err error) {
	l := w.list
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.waits[w.what]
	switch {
	case err != nil && e == nil:
		e = &entry{parts: map[*Wait]bool{}, since: time.Now()}
		l.waits[w.what] = e
		fallthrough
	case err != nil:
		e.parts[w] = true
		if text := err.Error(); e.err != text { // a new cause is worth a line
			e.err = text
			w.log.Warn("waiting for "+w.what, "setting", w.setting, "address", w.where, "error", err)
		}
	case w.remove():
		if l.waits[w.what] == nil {
			w.log.Info("no longer waiting for "+w.what, "address", w.where, "after", time.Since(e.since).Round(time.Millisecond))
		}
	}
}

// Forget ends the wait of a part that stops retrying.
func (w *Wait) Forget() {
	w.list.mu.Lock()
	defer w.list.mu.Unlock()
	w.remove()
}

// remove reports whether this part waited. The caller holds the lock.
func (w *Wait) remove() bool {
	e := w.list.waits[w.what]
	if e == nil || !e.parts[w] {
		return false
	}
	if delete(e.parts, w); len(e.parts) == 0 {
		delete(w.list.waits, w.what)
	}
	return true
}

// Watch calls check immediately and after each pause until ctx ends, reports its results, and then returns nil.
func Watch(ctx context.Context, w *Wait, pause time.Duration, check func(context.Context) error) error {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		if err := check(ctx); ctx.Err() == nil {
			w.Report(err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Hosts shortens addresses with commas between them to what may be logged: without users, passwords, paths and parameters. Paths of folders stay.
func Hosts(addresses string) string {
	var out []string
	for address := range strings.SplitSeq(addresses, ",") {
		address = strings.TrimSpace(address)
		if strings.HasPrefix(address, "/") || strings.HasPrefix(address, ".") {
			out = append(out, address) // a folder
			continue
		}
		scheme, rest, ok := strings.Cut(address, "://")
		if !ok {
			scheme, rest = "", address
		}
		u, err := url.Parse("//" + rest)
		switch {
		case err != nil || u.Host == "":
			out = append(out, "?")
		case ok:
			out = append(out, scheme+"://"+u.Host)
		default:
			out = append(out, u.Host)
		}
	}
	return strings.Join(out, ", ")
}

// Package cache remembers, in memory, what a process computed from public content: responses, totals of lists, facets and words of searches. There is
// one cache with one limit of memory, and two ways to leave it: the content changes, or the value becomes too old.
package cache

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"
)

const (
	// small is the memory for everything but responses, in bytes.
	small = 4 << 20
	// overhead is about the memory of an entry besides its value.
	overhead = 132
)

// Versions reports when public content changes.
type Versions interface {
	// Version returns a number that every change of public content increments.
	Version(ctx context.Context) (int64, error)
	// NextScheduled returns when content next changes automatically after a time; zero means never.
	NextScheduled(ctx context.Context, now time.Time) (time.Time, error)
}

// Cache is safe for concurrent use. A nil Cache remembers nothing.
type Cache struct {
	entries *otter.Cache[Key, entry]
	flights singleflight.Group
	mu      sync.Mutex
	state   state
}

// Key identifies a value: one of a state of the content ([Cache.Of]), or one that changes of the content don't end ([Always]).
type Key struct {
	state int64 // 0 for values of any state
	name  string
}

// flight names the computation of a value.
func (k Key) flight() string { return strconv.FormatInt(k.state, 10) + " " + k.name }

type entry struct {
	value any
	size  int
	age   time.Duration
}

// state is a state of the content: a version, until the next scheduled time, when an artwork or post appears or a drop starts or ends.
type state struct {
	number      int64 // counts the states that this process has seen
	version     int64
	from, until time.Time // a zero until means no end
}

func (s state) is(version int64, now time.Time) bool {
	return s.number > 0 && s.version == version && !now.Before(s.from) && (s.until.IsZero() || now.Before(s.until))
}

// New returns a cache of at most the given number of bytes for responses, and some megabytes for the rest.
func New(bytes int) *Cache {
	return &Cache{entries: otter.Must(&otter.Options[Key, entry]{
		MaximumWeight:    uint64(bytes) + small,
		Weigher:          func(k Key, e entry) uint32 { return uint32(len(k.name) + e.size + overhead) },
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[Key, entry]) time.Duration { return e.Value.age }),
	})}
}

// Always returns the key of a value that changes of the content don't end. It leaves the cache by its age.
func Always(name string) Key { return Key{name: name} }

// Of returns the key of a value of the state that Enter saw last.
func (c *Cache) Of(name string) Key {
	if c == nil {
		return Key{name: name}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return Key{c.state.number, name}
}

// Enter reads the version of the content, which costs one small query, and returns its state. Values of earlier states are forgotten, so a value that
// is found with the state's key is never older than the content was when Enter was called.
func (c *Cache) Enter(ctx context.Context, content Versions, now time.Time) (State, error) {
	version, err := content.Version(ctx)
	if err != nil {
		return State{}, err
	}
	c.mu.Lock()
	known := c.state
	c.mu.Unlock()
	if known.is(version, now) {
		return State{known}, nil
	}
	until, err := content.NextScheduled(ctx, now)
	if err != nil {
		return State{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.state.is(version, now) {
		c.state = state{number: c.state.number + 1, version: version, from: now, until: until}
		for k := range c.entries.Keys() {
			if k.state != 0 && k.state != c.state.number {
				c.entries.Invalidate(k)
			}
		}
	}
	return State{c.state}, nil
}

// State is a state of the content.
type State struct{ s state }

// Of returns the key of a value of this state.
func (s State) Of(name string) Key { return Key{s.s.number, name} }

// Version returns the version of the content.
func (s State) Version() int64 { return s.s.version }

// Until returns when the state ends at the latest; zero means that nothing is scheduled.
func (s State) Until() time.Time { return s.s.until }

// Forget forgets everything. Values that are being computed aren't found later.
func (c *Cache) Forget() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = state{number: c.state.number + 1, version: -1}
	c.entries.InvalidateAll()
}

// Get returns a value that Put stored.
func Get[T any](c *Cache, k Key) (value T, ok bool) {
	if c == nil {
		return value, false
	}
	e, ok := c.entries.GetIfPresent(k)
	if !ok {
		return value, false
	}
	value, ok = e.value.(T)
	return value, ok
}

// Put stores a value of a size in bytes, for at most an age; 0 stores nothing. Callers don't change the value any more.
func Put[T any](c *Cache, k Key, value T, size int, age time.Duration) {
	if c != nil && age > 0 {
		c.entries.Set(k, entry{value, size, age})
	}
}

// Find returns a stored value, or calls find and stores its result. Several callers share one call, so it doesn't end when the first of them leaves,
// but after a timeout.
func Find[T any](ctx context.Context, c *Cache, k Key, age, timeout time.Duration, find func(context.Context) (T, error)) (T, error) {
	if c == nil || age <= 0 {
		return find(ctx)
	}
	if v, ok := Get[T](c, k); ok {
		return v, nil
	}
	v, err, _ := c.flights.Do(k.flight(), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		v, err := find(ctx)
		if err != nil {
			return nil, err
		}
		Put(c, k, v, overhead, age)
		return v, nil
	})
	if err != nil {
		var none T
		return none, err
	}
	return v.(T), nil
}

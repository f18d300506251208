// Package made caches renditions on disk by the hash of the original, so that another instance on the same computer can use them.
package made

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

const (
	// maxBytes is the maximum size of the folder. What wasn't used for the longest time is removed first.
	maxBytes = 1 << 30
	// pruneEvery is how many bytes are written between two checks of the size.
	pruneEvery = 64 << 20
	// abandoned is the age at which files of an interrupted process are removed.
	abandoned = time.Hour
	// partial begins the names of folders that are being written.
	partial = ".partial-"
	// resultName is the file with the result of a job, beside its numbered files.
	resultName = "result.json"
)

// Pictures is a picture.Maker that keeps the results of another one in a folder. Processes may share the folder.
type Pictures struct {
	maker  picture.Maker
	dir    string
	recipe string
	limit  int64

	mu      sync.Mutex
	written int64
}

// New returns a maker that keeps results in dir. recipe is the version of how they are made. An error means that the folder can't be created.
func New(maker picture.Maker, dir, recipe string) (*Pictures, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("kept results: %w", err)
	}
	p := &Pictures{maker: maker, dir: dir, recipe: recipe, limit: maxBytes}
	return p, p.prune()
}

// result is the result of a job.
type result struct {
	Header picture.Header
	Files  []picture.File
}

// Inspect implements picture.Maker.
func (p *Pictures) Inspect(ctx context.Context, s picture.Source, urgent bool) (picture.Header, error) {
	return p.do(s, "inspect", nil, nil, func(func(picture.File) error) (picture.Header, error) { return p.maker.Inspect(ctx, s, urgent) })
}

// Convert implements picture.Maker.
func (p *Pictures) Convert(ctx context.Context, s picture.Source, c picture.Conversion, keep func(picture.File) error) (picture.Header, error) {
	return p.do(s, "convert", c, keep, func(both func(picture.File) error) (picture.Header, error) { return p.maker.Convert(ctx, s, c, both) })
}

// Tile implements picture.Maker.
func (p *Pictures) Tile(ctx context.Context, s picture.Source, t picture.Tiling, keep func(picture.File) error) (picture.Header, error) {
	return p.do(s, "tile", t, keep, func(both func(picture.File) error) (picture.Header, error) { return p.maker.Tile(ctx, s, t, both) })
}

// do returns the kept result of a job, or runs the job and keeps its result. A folder that can't be written to costs the result only.
func (p *Pictures) do(s picture.Source, kind string, job any, keep func(picture.File) error, run func(func(picture.File) error) (picture.Header, error)) (picture.Header, error) {
	doc, err := json.Marshal([]any{p.recipe, s.Hash, kind, job})
	if err != nil {
		return picture.Header{}, err
	}
	sum := sha256.Sum256(doc)
	dir := filepath.Join(p.dir, hex.EncodeToString(sum[:]))
	if r, ok := read(dir); ok {
		return r.Header, replay(dir, r, keep)
	}
	next, err := os.MkdirTemp(p.dir, partial)
	if err != nil {
		return run(keep)
	}
	defer func() { _ = os.RemoveAll(next) }()
	var r result
	var size int64
	broken := false // the folder, not the job
	r.Header, err = run(func(f picture.File) error {
		out, err := os.Create(filepath.Join(next, strconv.Itoa(len(r.Files))))
		if err != nil {
			broken = true
			return keep(f)
		}
		content := f.Content
		f.Content = io.TeeReader(content, &lenient{out, &broken, &size})
		err = keep(f)
		if err == nil {
			_, err = io.Copy(io.Discard, f.Content)
		}
		if out.Close() != nil {
			broken = true
		}
		f.Content = nil
		r.Files = append(r.Files, f)
		return err
	})
	if err != nil || broken {
		return r.Header, err
	}
	if doc, err := json.Marshal(r); err == nil && os.WriteFile(filepath.Join(next, resultName), doc, 0o600) == nil {
		_ = os.Rename(next, dir) // it fails if another process was faster
		p.wrote(size)
	}
	return r.Header, nil
}

// lenient writes to a file and remembers a failure instead of returning it.
type lenient struct {
	out    io.Writer
	broken *bool
	size   *int64
}

// Write implements io.Writer.
func (l *lenient) Write(b []byte) (int, error) {
	if _, err := l.out.Write(b); err != nil {
		*l.broken = true
	}
	*l.size += int64(len(b))
	return len(b), nil
}

// read returns a kept result, and marks it as used.
func read(dir string) (r result, ok bool) {
	doc, err := os.ReadFile(filepath.Join(dir, resultName))
	if err != nil || json.Unmarshal(doc, &r) != nil {
		return r, false
	}
	now := time.Now()
	_ = os.Chtimes(dir, now, now)
	return r, true
}

func replay(dir string, r result, keep func(picture.File) error) error {
	for i, f := range r.Files {
		in, err := os.Open(filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			return err // removed just now: the caller tries again
		}
		f.Content = in
		if err := errors.Join(keep(f), in.Close()); err != nil {
			return err
		}
	}
	return nil
}

// wrote counts bytes and prunes the folder now and then.
func (p *Pictures) wrote(size int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.written += size; p.written >= min(pruneEvery, p.limit) {
		p.written = 0
		_ = p.prune()
	}
}

// prune removes the results that weren't used for the longest time, until the rest is small enough.
func (p *Pictures) prune() error {
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return fmt.Errorf("kept results: %w", err)
	}
	type kept struct {
		dir  string
		used time.Time
		size int64
	}
	var all []kept
	var total int64
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() {
			continue // another process removed it
		}
		dir := filepath.Join(p.dir, e.Name())
		if len(e.Name()) > len(partial) && e.Name()[:len(partial)] == partial {
			if time.Since(info.ModTime()) > abandoned {
				_ = os.RemoveAll(dir)
			}
			continue
		}
		size := sizeOf(dir)
		total += size
		all = append(all, kept{dir, info.ModTime(), size})
	}
	slices.SortFunc(all, func(a, b kept) int { return a.used.Compare(b.used) })
	for _, k := range all {
		if total <= p.limit {
			break
		}
		_ = os.RemoveAll(k.dir)
		total -= k.size
	}
	return nil
}

func sizeOf(dir string) (size int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}

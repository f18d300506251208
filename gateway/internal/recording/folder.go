package recording

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	// maxSession is the maximum size of a recording. The first snapshot of a page is the large part.
	maxSession = 32 << 20
	// maxFolder is the maximum size of all recordings together, because anyone can add to them. Nothing is deleted to make room.
	maxFolder = 8 << 30
	// block is the minimum disk space of a file.
	block = 4 << 10
	// measureEvery is how soon deleted recordings count as free space.
	measureEvery = 10 * time.Minute
)

// Folder stores one NDJSON file per session.
type Folder struct {
	dir string
	max int64
	log *slog.Logger

	mu sync.Mutex // one writer at a time, so that lines stay whole
	// size is the last measured size of the folder, and since the bytes that were added after that.
	size, since int64
}

// NewFolder returns a store in the folder dir, which is created if it doesn't exist.
func NewFolder(dir string, log *slog.Logger) *Folder {
	return &Folder{dir: dir, max: maxFolder, log: log}
}

// Run measures the folder until ctx ends.
func (f *Folder) Run(ctx context.Context) error {
	tick := time.NewTicker(measureEvery)
	defer tick.Stop()
	for {
		f.measure(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// measure adds up the sizes of all files. Other processes may write to the folder too, and operators delete old recordings.
func (f *Folder) measure(ctx context.Context) {
	f.mu.Lock()
	f.since = 0
	f.mu.Unlock()
	sum, err := diskUsage(ctx, f.dir)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, fs.ErrNotExist) {
			f.log.WarnContext(ctx, "cannot measure the recordings", "error", err)
		}
		return
	}
	f.mu.Lock()
	f.size = sum + f.since
	full := f.size >= f.max
	f.mu.Unlock()
	if full {
		f.log.ErrorContext(ctx, "no more recordings are stored: the folder is full", "bytes", sum)
	}
}

func diskUsage(ctx context.Context, dir string) (sum int64, err error) {
	d, err := os.Open(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	for ctx.Err() == nil {
		entries, err := d.ReadDir(1000) // the entries may not all fit into memory
		for _, e := range entries {
			if info, err := e.Info(); err == nil { // otherwise the file was just deleted
				sum += blocks(info.Size())
			}
		}
		if errors.Is(err, io.EOF) {
			return sum, nil
		}
		if err != nil {
			return 0, err
		}
	}
	return 0, ctx.Err()
}

// blocks rounds n up to the disk space of a file.
func blocks(n int64) int64 { return max(block, (n+block-1)/block*block) }

// Append implements Store.
func (f *Folder) Append(_ context.Context, session string, lines []byte) (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.size >= f.max {
		return ErrStoreFull
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(f.dir, session+".ndjson"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	before, after := info.Size(), info.Size()+int64(len(lines))
	if after > maxSession {
		return ErrRecordingFull
	}
	more := blocks(after)
	if before > 0 {
		more -= blocks(before)
	}
	f.size += more
	f.since += more
	_, err = file.Write(lines)
	return err
}

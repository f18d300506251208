package recording

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/vitrine/vitrine/kit/blob"
)

// Bucket stores one folder of NDJSON objects per session. Object names sort by time, so a recording is the concatenation of its objects.
type Bucket struct {
	objects *blob.Store
	max     int64
	log     *slog.Logger

	mu sync.Mutex
	// size is the last measured size of the bucket, and since the bytes that were added after that.
	size, since int64
	// sessions has the sizes of recordings that this replica added to since the last measurement.
	sessions map[string]int64
}

// NewBucket returns a store in a bucket, which several replicas may share.
func NewBucket(objects *blob.Store, log *slog.Logger) *Bucket {
	return &Bucket{objects: objects, max: maxFolder, log: log, sessions: map[string]int64{}}
}

// Run measures the bucket until ctx ends.
func (b *Bucket) Run(ctx context.Context) error {
	tick := time.NewTicker(measureEvery)
	defer tick.Stop()
	for {
		b.measure(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// measure adds up the sizes of all objects. Other replicas may write to the bucket too, and a lifecycle rule removes old recordings.
func (b *Bucket) measure(ctx context.Context) {
	b.mu.Lock()
	b.since = 0
	clear(b.sessions)
	b.mu.Unlock()
	sum, err := b.sum(ctx, "")
	if err != nil {
		if ctx.Err() == nil {
			b.log.WarnContext(ctx, "cannot measure the recordings", "error", err)
		}
		return
	}
	b.mu.Lock()
	b.size = sum + b.since
	full := b.size >= b.max
	b.mu.Unlock()
	if full {
		b.log.ErrorContext(ctx, "no more recordings are stored: the bucket is full", "bytes", sum)
	}
}

func (b *Bucket) sum(ctx context.Context, prefix string) (sum int64, _ error) {
	for o, err := range b.objects.List(ctx, prefix) {
		if err != nil {
			return 0, err
		}
		sum += blocks(o.Size)
	}
	return sum, nil
}

// Append implements Store. Concurrent requests of one session may each exceed the size limit by one piece.
func (b *Bucket) Append(ctx context.Context, session string, lines []byte) error {
	b.mu.Lock()
	full := b.size >= b.max
	before, known := b.sessions[session]
	b.mu.Unlock()
	if full {
		return ErrStoreFull
	}
	if !known {
		sum, err := b.sum(ctx, session+"/")
		if err != nil {
			return err
		}
		before = sum
	}
	more := blocks(int64(len(lines)))
	if before+more > maxSession {
		return ErrRecordingFull
	}
	key := fmt.Sprintf("%s/%013d-%s.ndjson", session, time.Now().UnixMilli(), rand.Text()[:8])
	if err := b.objects.Write(ctx, key, func(w io.Writer) error { _, err := w.Write(lines); return err }); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.size += more
	b.since += more
	b.sessions[session] = max(b.sessions[session], before) + more
	return nil
}

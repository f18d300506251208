package media

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

const (
	// wantedMax is how many requests wait to become jobs, and how many are remembered so that they aren't added again.
	wantedMax = 4096
	// wantedAgain is how long a request isn't repeated: its job is unique as well, so that only the database would notice.
	wantedAgain = 10 * time.Minute
	// wantedPause is the pause after the database failed.
	wantedPause = time.Second
)

// makeTiles is the job that makes the tiles of a large picture.
type makeTiles struct {
	Hash string `json:"hash"`
}

// Kind implements river.JobArgs.
func (makeTiles) Kind() string { return "tiles" }

// makeAVIF is the job that makes the AVIF of a rendition.
type makeAVIF struct {
	Hash string `json:"hash"`
	Name string `json:"name"`
}

// Kind implements river.JobArgs.
func (makeAVIF) Kind() string { return "avif" }

// Queue implements Wanted with jobs, one for each file.
type Queue struct {
	files MadeFiles
	pool  *pgxpool.Pool
	log   *slog.Logger
	next  chan river.JobArgs

	mu   sync.Mutex
	seen map[river.JobArgs]time.Time
}

// NewQueue returns a queue. Call Run.
func NewQueue(files MadeFiles, pool *pgxpool.Pool, log *slog.Logger) *Queue {
	return &Queue{files: files, pool: pool, log: log, next: make(chan river.JobArgs, wantedMax), seen: map[river.JobArgs]time.Time{}}
}

// File implements Wanted.
func (q *Queue) File(ctx context.Context, hash string) (artwork.File, artwork.Made, error) {
	return q.files.MadeFile(ctx, hash)
}

// AVIF implements Wanted.
func (q *Queue) AVIF(hash, name string) { q.want(makeAVIF{hash, name}) }

// Tiles implements Wanted.
func (q *Queue) Tiles(hash string) { q.want(makeTiles{hash}) }

// want passes a request on, unless it was passed on recently or too many wait: then a later request does.
func (q *Queue) want(args river.JobArgs) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if last, ok := q.seen[args]; ok && time.Since(last) < wantedAgain {
		return
	}
	if len(q.seen) >= wantedMax {
		clear(q.seen)
	}
	select {
	case q.next <- args:
		q.seen[args] = time.Now()
	default:
	}
}

// Run adds the jobs until ctx ends.
func (q *Queue) Run(ctx context.Context) error {
	for {
		var args river.JobArgs
		select {
		case <-ctx.Done():
			return nil
		case args = <-q.next:
		}
		for err := jobs.Add(ctx, q.pool, args); err != nil; err = jobs.Add(ctx, q.pool, args) {
			q.log.WarnContext(ctx, "what visitors want can't be queued", "error", err)
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(wantedPause):
			}
		}
	}
}

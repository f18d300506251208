package media

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Queue lists the pictures that wait for their renditions. Its errors are temporary.
type Queue interface {
	ClaimFile(ctx context.Context) (f artwork.File, left int, ok bool, err error)
	ReleaseFile(ctx context.Context, hash string) error
	SetMade(ctx context.Context, f artwork.File, made artwork.Made, now time.Time) error
	SetFailed(ctx context.Context, hash, reason string) error
	// Unmade counts the pictures that wait, and those of which no renditions can be made.
	Unmade(ctx context.Context) (waiting, failed int, err error)
}

const (
	poll = 2 * time.Second
	told = 10 * time.Second // between two lines about progress
)

// Worker makes renditions in the background.
type Worker struct {
	library *Library
	queue   Queue
	count   int
	avif    bool
	log     *slog.Logger
}

// NewWorker makes renditions of count pictures at once. With avif, one picture after the other gets AVIF files while nothing else waits; programs built without the tag wasm2go make none. What is asked of
// the machine at the same time goes first.
func NewWorker(library *Library, queue Queue, count int, avif bool, log *slog.Logger) *Worker {
	if avif && count > 0 && !interruptible {
		log.Warn("no AVIF is made: it needs a program that was built with the tag wasm2go")
	}
	return &Worker{library: library, queue: queue, count: count, avif: avif && interruptible, log: log}
}

// Run works until ctx ends. It looks for work every 2 s.
func (w *Worker) Run(ctx context.Context) error {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	pending, news := w.withoutAVIF(ctx)
	for {
		if made, failed := w.Drain(ctx); made+failed > 0 {
			pending, _ = w.withoutAVIF(ctx)
			news = true
		}
		if len(pending) > 0 && ctx.Err() == nil {
			w.makeAVIF(ctx, pending[0])
			if pending = pending[1:]; len(pending) > 0 {
				continue
			}
		}
		if news && ctx.Err() == nil {
			news = false
			w.tell(ctx)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// tell says how far the library is once there is nothing to do.
func (w *Worker) tell(ctx context.Context) {
	switch waiting, failed, err := w.queue.Unmade(ctx); {
	case err != nil:
		w.log.WarnContext(ctx, "cannot ask for pictures", "error", err)
	case waiting+failed > 0:
		w.log.WarnContext(ctx, "pictures lack their sizes", "waiting", waiting, "failed", failed)
	default:
		w.log.InfoContext(ctx, "every picture has its sizes")
	}
}

// Drain makes all that waits and answers of how many pictures renditions were made, and of how many not, now or ever.
func (w *Worker) Drain(ctx context.Context) (made, failed int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var last time.Time
	for range w.count {
		wg.Go(func() {
			for ctx.Err() == nil {
				f, left, ok, err := w.queue.ClaimFile(ctx)
				if err != nil && ctx.Err() == nil {
					w.log.WarnContext(ctx, "cannot ask for pictures", "error", err)
				}
				if err != nil || !ok {
					return
				}
				err = w.one(ctx, f)
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				if err == nil {
					made++
				} else {
					failed++
				}
				if time.Since(last) > told {
					last = time.Now()
					w.log.InfoContext(ctx, "making renditions", "done", made, "failed", failed, "left", left-1)
				}
				mu.Unlock()
				if err != nil && !errors.Is(err, errPicture) {
					return // a pause may help
				}
			}
		})
	}
	wg.Wait()
	if made+failed > 0 && ctx.Err() == nil {
		w.log.InfoContext(ctx, "renditions are made", "pictures", made, "failed", failed)
	}
	return made, failed
}

// pending finds pictures without AVIF, where that is wanted, and whether there are any pictures.
func (w *Worker) withoutAVIF(ctx context.Context) (metadata []string, some bool) {
	if w.count == 0 {
		return nil, false
	}
	metadata, all, err := w.library.WithoutAVIF(ctx)
	if err != nil && ctx.Err() == nil {
		w.log.WarnContext(ctx, "cannot look for pictures without AVIF", "error", err)
	}
	if !w.avif {
		metadata = nil
	}
	return metadata, all > 0
}

// makeAVIF makes the AVIF files of one picture. What fails is tried again after the next start: WebP is there.
func (w *Worker) makeAVIF(ctx context.Context, metadata string) {
	lowerPriority()
	defer func() {
		if p := recover(); p != nil {
			w.log.WarnContext(ctx, "no AVIF of a picture", "metadata", metadata, "error", p)
		}
	}()
	if err := w.library.MakeAVIF(ctx, metadata); err != nil && ctx.Err() == nil {
		w.log.WarnContext(ctx, "no AVIF of a picture", "metadata", metadata, "error", err)
	}
}

// one makes the renditions of a picture, and answers why there are none. errPicture is final.
func (w *Worker) one(ctx context.Context, f artwork.File) error {
	lowerPriority()
	made, err := w.make(ctx, f)
	if err == nil {
		err = w.queue.SetMade(ctx, f, made, time.Now())
	}
	switch {
	case err == nil:
	case errors.Is(err, errPicture):
		w.log.WarnContext(ctx, "no renditions of a picture", "file", f.Name, "error", err)
		if err := w.queue.SetFailed(ctx, f.Hash, err.Error()); err != nil {
			w.log.WarnContext(ctx, "cannot note it", "error", err)
		}
	case ctx.Err() != nil:
		// Given back at once, so that the next start need not wait.
		if err := w.queue.ReleaseFile(context.WithoutCancel(ctx), f.Hash); err != nil {
			w.log.WarnContext(ctx, "a claim stays until it is over", "error", err)
		}
	default:
		w.log.ErrorContext(ctx, "renditions failed, trying again later", "file", f.Name, "error", err)
	}
	return err
}

// make turns a panic of a decoder into an error about the picture.
func (w *Worker) make(ctx context.Context, f artwork.File) (made artwork.Made, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPicture, p)
		}
	}()
	return w.library.Make(ctx, f)
}

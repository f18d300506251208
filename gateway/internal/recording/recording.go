// Package recording keeps recordings of sessions: what the recorder of a visitor who agreed sends, one file a session.
package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/problem"
)

const (
	// maxPiece bounds one request, maxSession a whole recording: the first picture of a page is the large one.
	maxPiece, maxSession = 1 << 20, 32 << 20
	maxEvents            = 1000
	// maxFolder bounds all recordings together, which anybody can add to. What is there is never thrown away to make room.
	maxFolder = 8 << 30
	// block is what a file takes of a disk at least.
	block = 4 << 10
	// measureEvery is how soon there is room where somebody has removed recordings.
	measureEvery = 10 * time.Minute
	// perMinute is what one caller may send; a recorder flushes every ten seconds or 200 events.
	perMinute = 120
)

var (
	session   = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	profileID = regexp.MustCompile(`^[0-9a-zA-Z-]{1,64}$`)
)

// piece is what the recorder sends: events of one session, and once whose session it is.
type piece struct {
	Session  string            `json:"session"`
	Events   []json.RawMessage `json:"events"`
	Identify *struct {
		ProfileID string `json:"profileId"`
	} `json:"identify"`
}

// Sink takes pieces into a folder.
type Sink struct {
	dir string
	max int64
	log *slog.Logger

	mu   sync.Mutex // one writer at a time: lines stay whole
	sent map[string]int
	// kept is what the folder holds: as it was measured last, and since then.
	kept, since int64
}

// New keeps recordings in dir; with an empty dir everything is refused.
func New(dir string, log *slog.Logger) *Sink {
	return &Sink{dir: dir, max: maxFolder, log: log, sent: map[string]int{}}
}

// Run forgets each minute who sent how much, and measures the folder, until ctx ends.
func (s *Sink) Run(ctx context.Context) error {
	if s.dir == "" {
		return nil
	}
	tick, measure := time.NewTicker(time.Minute), time.NewTicker(measureEvery)
	defer tick.Stop()
	defer measure.Stop()
	s.measure(ctx)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			s.mu.Lock()
			clear(s.sent)
			s.mu.Unlock()
		case <-measure.C:
			s.measure(ctx)
		}
	}
}

// measure adds the folder up. Other replicas may keep theirs in the same one, and an operator removes old ones.
func (s *Sink) measure(ctx context.Context) {
	s.mu.Lock()
	s.since = 0
	s.mu.Unlock()
	sum, err := size(ctx, s.dir)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, fs.ErrNotExist) {
			s.log.WarnContext(ctx, "cannot measure the recordings", "error", err)
		}
		return
	}
	s.mu.Lock()
	s.kept = sum + s.since
	full := s.kept >= s.max
	s.mu.Unlock()
	if full {
		s.log.ErrorContext(ctx, "no more recordings are kept: the folder is full", "bytes", sum)
	}
}

// size is what the files of a folder take of the disk.
func size(ctx context.Context, dir string) (sum int64, err error) {
	d, err := os.Open(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	for ctx.Err() == nil {
		entries, err := d.ReadDir(1000) // a folder may have more than fit into memory
		for _, e := range entries {
			if info, err := e.Info(); err == nil { // else it was removed just now
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

// blocks rounds up to what the disk gives to a file.
func blocks(n int64) int64 { return max(block, (n+block-1)/block*block) }

// ServeHTTP answers POST /api/recordings with 204.
func (s *Sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.dir == "":
		problem.Write(w, http.StatusNotFound, "not_found", "Sessions are not recorded here.", nil)
		return
	case !s.allowed(limit.Caller(r)):
		w.Header().Set("Retry-After", "60")
		problem.Write(w, http.StatusTooManyRequests, "too_many_requests", "Too many requests. Try again in a moment.", nil)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		problem.Body(w, err)
		return
	}
	name, lines, ok := read(body)
	if !ok {
		problem.Write(w, http.StatusBadRequest, "malformed", "Expected a session and a list of its events.", nil)
		return
	}
	switch err := s.keep(name, lines); {
	case errors.Is(err, errFull):
		problem.Write(w, http.StatusConflict, "recording_full", "This recording is as long as it may be.", nil)
	case errors.Is(err, errNoRoom):
		w.Header().Set("Retry-After", "3600")
		problem.Write(w, http.StatusServiceUnavailable, "unavailable", "There is no room for more recordings.", nil)
	case err != nil:
		s.log.ErrorContext(r.Context(), "cannot keep a recording", "error", err)
		w.Header().Set("Retry-After", "60")
		problem.Write(w, http.StatusServiceUnavailable, "unavailable", "The recording could not be kept.", nil)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (s *Sink) allowed(who string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent[who]++
	return s.sent[who] <= perMinute
}

// read judges a piece and writes it as lines, one an event.
func read(body []byte) (name string, lines []byte, ok bool) {
	var p piece
	if json.Unmarshal(body, &p) != nil || !session.MatchString(p.Session) || len(p.Events) > maxEvents {
		return "", nil, false
	}
	var out bytes.Buffer
	for _, raw := range p.Events {
		var event struct {
			Type      *int     `json:"type"`
			Timestamp *float64 `json:"timestamp"`
		}
		if json.Unmarshal(raw, &event) != nil || event.Type == nil || event.Timestamp == nil || json.Compact(&out, raw) != nil {
			return "", nil, false
		}
		out.WriteByte('\n')
	}
	if p.Identify != nil {
		if !profileID.MatchString(p.Identify.ProfileID) {
			return "", nil, false
		}
		out.WriteString(`{"identify":{"profileId":"` + p.Identify.ProfileID + "\"}}\n")
	}
	return p.Session, out.Bytes(), true
}

var (
	errFull   = errors.New("the recording is full")
	errNoRoom = errors.New("the folder is full")
)

func (s *Sink) keep(name string, lines []byte) (err error) {
	if len(lines) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept >= s.max {
		return errNoRoom
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(s.dir, name+".ndjson"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	before, after := info.Size(), info.Size()+int64(len(lines))
	if after > maxSession {
		return errFull
	}
	more := blocks(after)
	if before > 0 {
		more -= blocks(before)
	}
	s.kept += more
	s.since += more
	_, err = f.Write(lines)
	return err
}

// Package recording keeps recordings of sessions: what the recorder of a visitor who agreed sends, one file a session.
package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
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
	log *slog.Logger

	mu   sync.Mutex // one writer at a time: lines stay whole
	sent map[string]int
}

// New keeps recordings in dir; with an empty dir everything is refused.
func New(dir string, log *slog.Logger) *Sink {
	return &Sink{dir: dir, log: log, sent: map[string]int{}}
}

// Run forgets each minute who sent how much, until ctx ends.
func (s *Sink) Run(ctx context.Context) error {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			s.mu.Lock()
			clear(s.sent)
			s.mu.Unlock()
		}
	}
}

// ServeHTTP answers POST /api/recordings with 204.
func (s *Sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.dir == "":
		problem.Write(w, http.StatusNotFound, "not_found", "Sessions are not recorded here.", nil)
		return
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		problem.Write(w, http.StatusMethodNotAllowed, "method_not_allowed", "This address does not take this method.", nil)
		return
	case !s.allowed(limit.Caller(r)):
		w.Header().Set("Retry-After", "60")
		problem.Write(w, http.StatusTooManyRequests, "too_many_requests", "Too many requests. Try again in a moment.", nil)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPiece))
	if err != nil {
		problem.Write(w, http.StatusBadRequest, "malformed", "The request body is too large or was cut off.", nil)
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
	case err != nil:
		s.log.ErrorContext(r.Context(), "cannot keep a recording", "err", err)
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

var errFull = errors.New("the recording is full")

func (s *Sink) keep(name string, lines []byte) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
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
	if info.Size()+int64(len(lines)) > maxSession {
		return errFull
	}
	_, err = f.Write(lines)
	return err
}

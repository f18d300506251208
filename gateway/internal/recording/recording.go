// Package recording stores session recordings, which browsers send if the visitor agreed.
package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/limit"
	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
)

const (
	maxEvents = 1000
	// perMinute limits the requests of one caller; a recorder sends one every ten seconds or 200 events.
	perMinute = 120
)

var session = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Errors of a store.
var (
	ErrRecordingFull = errors.New("the recording is full")
	ErrStoreFull     = errors.New("the store is full")
)

// Store keeps recordings. Run does its background work until ctx ends.
type Store interface {
	// Append adds lines to the recording of a session. Errors: ErrRecordingFull, ErrStoreFull.
	Append(ctx context.Context, session string, lines []byte) error
	Run(ctx context.Context) error
}

// piece is one request of the recorder: events of a session and, in one of them, that the session belongs to the caller. The profile that it
// names isn't stored, because anyone can name anyone's.
type piece struct {
	Session  string            `json:"session"`
	Events   []json.RawMessage `json:"events"`
	Identify *struct {
		ProfileID string `json:"profileId"`
	} `json:"identify"`
}

// Handler serves POST /api/recordings.
type Handler struct {
	store Store
	log   *slog.Logger

	mu   sync.Mutex
	sent map[string]int
}

// New returns a handler that stores recordings in store. With nil it responds with 404.
func New(store Store, log *slog.Logger) *Handler {
	return &Handler{store: store, log: log, sent: map[string]int{}}
}

// Run resets the callers' counts each minute and runs the store, until ctx ends.
func (h *Handler) Run(ctx context.Context) error {
	if h.store == nil {
		return nil
	}
	return background.RunAll(ctx, h.store.Run, h.reset)
}

func (h *Handler) reset(ctx context.Context) error {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			h.mu.Lock()
			clear(h.sent)
			h.mu.Unlock()
		}
	}
}

// ServeHTTP implements http.Handler. It responds with 204.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case h.store == nil:
		problem.Write(w, http.StatusNotFound, errorsv1.Reason_REASON_NOT_FOUND, "Sessions are not recorded here.", nil)
		return
	case !h.allowed(limit.Caller(r)):
		w.Header().Set("Retry-After", "60")
		problem.Write(w, http.StatusTooManyRequests, errorsv1.Reason_REASON_TOO_MANY_REQUESTS, "Too many requests. Try again in a moment.", nil)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		problem.Body(w, err)
		return
	}
	if field := unknown(body); field != "" {
		problem.Write(w, http.StatusUnprocessableEntity, errorsv1.Reason_REASON_INVALID, "The request has an unknown field: "+field+".", map[string]string{field: "unknown field"})
		return
	}
	name, lines, ok := read(body, caller(r.Context()))
	if !ok {
		problem.Write(w, http.StatusBadRequest, errorsv1.Reason_REASON_MALFORMED, "Expected a session and a list of its events.", nil)
		return
	}
	if len(lines) > 0 {
		err = h.store.Append(r.Context(), name, lines)
	}
	switch {
	case errors.Is(err, ErrRecordingFull):
		problem.Write(w, http.StatusConflict, errorsv1.Reason_REASON_RECORDING_FULL, "This recording has reached its maximum size.", nil)
	case errors.Is(err, ErrStoreFull):
		w.Header().Set("Retry-After", "3600")
		problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "The storage for recordings is full.", nil)
	case err != nil:
		h.log.ErrorContext(r.Context(), "cannot store a recording", "error", err)
		w.Header().Set("Retry-After", "60")
		problem.Write(w, http.StatusServiceUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "The recording could not be stored.", nil)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (h *Handler) allowed(caller string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent[caller]++
	return h.sent[caller] <= perMinute
}

// caller returns the account that is logged in, or "".
func caller(ctx context.Context) string {
	if p, ok := identity.From(ctx); ok {
		return p.Subject
	}
	return ""
}

// unknown returns the name of a field that pieces don't have. Events have the recorder's fields.
func unknown(body []byte) string {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&piece{}); err != nil {
		if quoted, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			return strings.Trim(quoted, `"`)
		}
	}
	return ""
}

// read validates a piece from an account and returns its session's name and one line per event.
func read(body []byte, accountID string) (name string, lines []byte, ok bool) {
	var p piece
	if json.Unmarshal(body, &p) != nil || !session.MatchString(p.Session) || len(p.Events) > maxEvents {
		return "", nil, false
	}
	var out bytes.Buffer
	for _, raw := range p.Events {
		var event struct {
			Type      *int     `json:"type"`
			Timestamp *float64 `json:"timestamp"`
			// Only this package writes a line that says whose recording it is.
			Identify json.RawMessage `json:"identify"`
		}
		if json.Unmarshal(raw, &event) != nil || event.Type == nil || event.Timestamp == nil || event.Identify != nil || json.Compact(&out, raw) != nil {
			return "", nil, false
		}
		out.WriteByte('\n')
	}
	if p.Identify != nil {
		if accountID == "" {
			return "", nil, false
		}
		line, err := json.Marshal(map[string]any{"identify": map[string]string{"accountId": accountID}})
		if err != nil {
			return "", nil, false
		}
		out.Write(append(line, '\n'))
	}
	return p.Session, out.Bytes(), true
}

package recording

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
)

const id = "0b8e8c1e-5a1f-4c5e-9f3d-2f6f0a7b1c2d"

// maxPiece is the limit of the route.
const maxPiece = 1 << 20

// sink is a handler with its folder.
type sink struct {
	*Handler
	*Folder
}

// Run and ServeHTTP are the handler's.
func (s sink) Run(ctx context.Context) error { return s.Handler.Run(ctx) }

func open(t *testing.T, dir string) sink {
	t.Helper()
	f := NewFolder(dir, testkit.Log(t))
	return sink{New(f, testkit.Log(t)), f}
}

func send(s http.Handler, body string) int { return sendAs(s, "", body) }

func sendAs(s http.Handler, account, body string) int {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/recordings", strings.NewReader(body))
	if account != "" {
		r = r.WithContext(identity.With(r.Context(), &identity.Principal{Subject: account}))
	}
	route.LimitBody(maxPiece, s).ServeHTTP(w, r)
	return w.Code
}

func TestPiecesOfASessionBecomeLinesOfOneFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "recordings")
	s := open(t, dir)
	for _, body := range []string{
		`{"session":"` + id + `","events":[{"type":4,"timestamp":1,"data":{"href":"/en/"}},{"type":2,` + "\n" + `"timestamp":2}]}`,
		`{"session":"` + id + `","events":[{"type":3,"timestamp":3}],"identify":{"profileId":"p-1"}}`,
	} {
		// The recording is the caller's, whatever profile the browser names.
		if code := sendAs(s, "ada", body); code != http.StatusNoContent {
			t.Fatalf("status = %d for %s, want 204", code, body)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, id+".ndjson"))
	want := `{"type":4,"timestamp":1,"data":{"href":"/en/"}}` + "\n" + `{"type":2,"timestamp":2}` + "\n" + `{"type":3,"timestamp":3}` + "\n" + `{"identify":{"accountId":"ada"}}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("ReadFile() error = %v, content =\n%s\nwant\n%s", err, got, want)
	}
}

func TestInvalidRecordingsAreRejected(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	for _, body := range []string{
		``, `[]`, `{}`, `{"session":"../../etc/passwd","events":[]}`, `{"session":"` + id + `","events":[1]}`, `{"session":"` + id + `","events":[{"type":"x"}]}`,
		`{"session":"` + id + `","events":[{"type":3}]}`, `{"session":"` + id + `","events":{}}`,
		`{"session":"` + id + `","events":[],"identify":{"profileId":"p-1"}}`, // without a login
		`{"session":"` + id + `","events":[{"identify":{"accountId":"ada"},"type":3,"timestamp":3}]}`,
		`{"session":"` + id + `","events":[` + strings.Repeat(`{"type":3,"timestamp":1},`, maxEvents) + `{"type":3,"timestamp":1}]}`,
	} {
		if code := send(s, body); code != http.StatusBadRequest {
			t.Errorf("status = %d for %.80s, want 400", code, body)
		}
	}
	large := `{"session":"` + id + `","events":[{"type":3,"timestamp":1,"data":"` + strings.Repeat("x", maxPiece) + `"}]}`
	if code := send(s, large); code != http.StatusRequestEntityTooLarge {
		t.Errorf("body over the limit: status = %d, want 413", code)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v %v, want an empty folder", left, err)
	}
}

func TestRecordingOff(t *testing.T) {
	t.Parallel()
	if code := send(New(nil, testkit.Log(t)), `{"session":"`+id+`","events":[]}`); code != http.StatusNotFound {
		t.Errorf("%d, want 404", code)
	}
}

func TestOneAddressCannotFillTheDisk(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for range perMinute {
		send(s, `{"session":"`+id+`","events":[]}`)
	}
	if code := send(s, `{"session":"`+id+`","events":[]}`); code != http.StatusTooManyRequests {
		t.Errorf("over the caller's limit: status = %d, want 429", code)
	}
	// One household has 2^64 IPv6 addresses.
	s = open(t, t.TempDir())
	code := 0
	for i := range perMinute + 1 {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/recordings", strings.NewReader(`{"session":"`+id+`","events":[]}`))
		r.RemoteAddr = fmt.Sprintf("[2001:db8::%x]:1", i+1)
		s.ServeHTTP(w, r)
		code = w.Code
	}
	if code != http.StatusTooManyRequests {
		t.Errorf("over the limit, from many addresses: status = %d, want 429", code)
	}
	full := open(t, t.TempDir())
	if err := os.WriteFile(filepath.Join(full.dir, id+".ndjson"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(full.dir, id+".ndjson"), maxSession); err != nil {
		t.Fatal(err)
	}
	if code := send(full, `{"session":"`+id+`","events":[{"type":3,"timestamp":1}]}`); code != http.StatusConflict {
		t.Errorf("over the recording's size: status = %d, want 409", code)
	}
}

// Session ids can be invented for free, so a limit for each session limits nothing.
func TestAllRecordingsTogetherHaveABound(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "recordings"))
	s.max = 3 * block
	session := func(n int) string {
		return fmt.Sprintf(`{"session":"0b8e8c1e-5a1f-4c5e-9f3d-%012d","events":[{"type":3,"timestamp":1}]}`, n)
	}
	var codes []int
	for n := range 5 {
		codes = append(codes, send(s, session(n)))
	}
	if want := []int{204, 204, 204, 503, 503}; !slices.Equal(codes, want) {
		t.Errorf("%d, want %d", codes, want)
	}
	left, err := os.ReadDir(s.dir)
	if err != nil || len(left) != 3 {
		t.Fatalf("%v %v, want 3 files", left, err)
	}
	// A gateway that starts with a full folder knows it, and one whose folder was cleared does.
	again := open(t, s.dir)
	again.max = s.max
	again.measure(t.Context())
	if code := send(again, session(6)); code != http.StatusServiceUnavailable {
		t.Errorf("full, after a restart: status = %d, want 503", code)
	}
	if err := os.Remove(filepath.Join(s.dir, left[0].Name())); err != nil {
		t.Fatal(err)
	}
	again.measure(t.Context())
	if code := send(again, session(6)); code != http.StatusNoContent {
		t.Errorf("with free space: status = %d, want 204", code)
	}
	if code := send(again, session(7)); code != http.StatusServiceUnavailable {
		t.Errorf("full again: status = %d, want 503", code)
	}
	// Without data there is no file.
	if code := send(open(t, s.dir), `{"session":"`+id+`","events":[]}`); code != http.StatusNoContent {
		t.Errorf("without events: status = %d, want 204", code)
	}
	if left, err := os.ReadDir(s.dir); err != nil || len(left) != 3 {
		t.Errorf("%v %v, want 3 files", left, err)
	}
}

// Run measures first, so no request has to wait for it.
func TestRunMeasures(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	s.max = block
	if err := os.WriteFile(filepath.Join(s.dir, "old.ndjson"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	testkit.Eventually(t, 10*time.Second, func() bool {
		s.Folder.mu.Lock()
		defer s.Folder.mu.Unlock()
		return s.size == block
	})
	if code := send(s, `{"session":"`+id+`","events":[{"type":3,"timestamp":1}]}`); code != http.StatusServiceUnavailable {
		t.Errorf("in a full folder: status = %d, want 503", code)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

package recording

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit"
)

const id = "0b8e8c1e-5a1f-4c5e-9f3d-2f6f0a7b1c2d"

func send(s *Sink, body string) int {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/recordings", strings.NewReader(body)))
	return w.Code
}

func TestPiecesOfASessionBecomeLinesOfOneFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "recordings")
	s := New(dir, testkit.Log(t))
	for _, body := range []string{
		`{"session":"` + id + `","events":[{"type":4,"timestamp":1,"data":{"href":"/en/"}},{"type":2,` + "\n" + `"timestamp":2}]}`,
		`{"session":"` + id + `","events":[{"type":3,"timestamp":3}],"identify":{"profileId":"p-1"}}`,
	} {
		if code := send(s, body); code != http.StatusNoContent {
			t.Fatalf("%d for %s", code, body)
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, id+".ndjson"))
	want := `{"type":4,"timestamp":1,"data":{"href":"/en/"}}` + "\n" + `{"type":2,"timestamp":2}` + "\n" + `{"type":3,"timestamp":3}` + "\n" + `{"identify":{"profileId":"p-1"}}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestWhatIsNoRecordingIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := New(dir, testkit.Log(t))
	for _, body := range []string{
		``, `[]`, `{}`, `{"session":"../../etc/passwd","events":[]}`, `{"session":"` + id + `","events":[1]}`, `{"session":"` + id + `","events":[{"type":"x"}]}`,
		`{"session":"` + id + `","events":[{"type":3}]}`, `{"session":"` + id + `","events":{}}`,
		`{"session":"` + id + `","events":[],"identify":{"profileId":"\"}\n{"}}`,
		`{"session":"` + id + `","events":[` + strings.Repeat(`{"type":3,"timestamp":1},`, maxEvents) + `{"type":3,"timestamp":1}]}`,
		`{"session":"` + id + `","events":[{"type":3,"timestamp":1,"data":"` + strings.Repeat("x", maxPiece) + `"}]}`,
	} {
		if code := send(s, body); code != http.StatusBadRequest {
			t.Errorf("%d for %.80s", code, body)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
}

func TestOffIsNotThere(t *testing.T) {
	t.Parallel()
	if code := send(New("", testkit.Log(t)), `{"session":"`+id+`","events":[]}`); code != http.StatusNotFound {
		t.Errorf("%d", code)
	}
}

func TestOneAddressCannotFillTheDisk(t *testing.T) {
	t.Parallel()
	s := New(t.TempDir(), testkit.Log(t))
	for range perMinute {
		send(s, `{"session":"`+id+`","events":[]}`)
	}
	if code := send(s, `{"session":"`+id+`","events":[]}`); code != http.StatusTooManyRequests {
		t.Errorf("beyond the limit: %d", code)
	}
	// One household has 2^64 addresses of IPv6.
	s = New(t.TempDir(), testkit.Log(t))
	code := 0
	for i := range perMinute + 1 {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/recordings", strings.NewReader(`{"session":"`+id+`","events":[]}`))
		r.RemoteAddr = fmt.Sprintf("[2001:db8::%x]:1", i+1)
		s.ServeHTTP(w, r)
		code = w.Code
	}
	if code != http.StatusTooManyRequests {
		t.Errorf("beyond the limit, from as many addresses: %d", code)
	}
	full := New(t.TempDir(), testkit.Log(t))
	if err := os.WriteFile(filepath.Join(full.dir, id+".ndjson"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(full.dir, id+".ndjson"), maxSession); err != nil {
		t.Fatal(err)
	}
	if code := send(full, `{"session":"`+id+`","events":[{"type":3,"timestamp":1}]}`); code != http.StatusConflict {
		t.Errorf("beyond the size: %d", code)
	}
}

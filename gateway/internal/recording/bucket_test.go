package recording

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/kit/testkit"
)

func recorded(t *testing.T, objects *blob.Store, session string) (content string, pieces []string) {
	t.Helper()
	for o, err := range objects.List(t.Context(), session+"/") {
		if err != nil {
			t.Fatal(err)
		}
		piece, err := objects.Read(t.Context(), o.Key)
		if err != nil {
			t.Fatal(err)
		}
		content, pieces = content+string(piece), append(pieces, o.Key)
	}
	return content, pieces
}

func TestPiecesOfASessionAreObjectsInOrder(t *testing.T) {
	t.Parallel()
	objects := blobtest.Bucket(t)
	// Two replicas share the bucket.
	a, b := New(NewBucket(objects, testkit.Log(t)), testkit.Log(t)), New(NewBucket(objects, testkit.Log(t)), testkit.Log(t))
	want := ""
	for i, replica := range []*Handler{a, b, a} {
		event := fmt.Sprintf(`{"type":3,"timestamp":%d}`, i)
		if code := send(replica, `{"session":"`+id+`","events":[`+event+`]}`); code != http.StatusNoContent {
			t.Fatalf("status = %d, want 204", code)
		}
		want += event + "\n"
	}
	got, pieces := recorded(t, objects, id)
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	slices.Sort(gotLines) // pieces of the same millisecond have no order
	slices.Sort(wantLines)
	if !slices.Equal(gotLines, wantLines) || len(pieces) != 3 {
		t.Errorf("recording in %v = %q, want %q", pieces, got, want)
	}
}

func TestBucketHasLimits(t *testing.T) {
	t.Parallel()
	objects := blobtest.Bucket(t)
	store := NewBucket(objects, testkit.Log(t))
	store.max = 3 * block
	s := New(store, testkit.Log(t))
	piece := func(n int) string {
		return fmt.Sprintf(`{"session":"0b8e8c1e-5a1f-4c5e-9f3d-%012d","events":[{"type":3,"timestamp":1}]}`, n)
	}
	var codes []int
	for n := range 5 {
		codes = append(codes, send(s, piece(n)))
	}
	if want := []int{204, 204, 204, 503, 503}; !slices.Equal(codes, want) {
		t.Errorf("statuses = %d, want %d", codes, want)
	}
	again := NewBucket(objects, testkit.Log(t))
	again.max = store.max
	again.measure(t.Context())
	if code := send(New(again, testkit.Log(t)), piece(6)); code != http.StatusServiceUnavailable {
		t.Errorf("status after a restart = %d, want 503", code)
	}
	// A replica that didn't write the first part of a recording knows its size, too.
	if err := objects.Write(t.Context(), id+"/0.ndjson", zeros(maxSession)); err != nil {
		t.Fatal(err)
	}
	if code := send(New(NewBucket(objects, testkit.Log(t)), testkit.Log(t)), `{"session":"`+id+`","events":[{"type":3,"timestamp":1}]}`); code != http.StatusConflict {
		t.Errorf("status of a full recording = %d, want 409", code)
	}
}

func zeros(n int) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(make([]byte, n))
		return err
	}
}

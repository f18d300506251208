package made

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/picture"
)

// counted is a maker that counts its jobs. It fails with err after the files.
type counted struct {
	jobs int
	err  error
}

func (c *counted) Inspect(context.Context, picture.Source, bool) (picture.Header, error) {
	c.jobs++
	return picture.Header{Format: picture.WebP, Width: 3, Height: 2, Frames: 1}, c.err
}

func (c *counted) Convert(_ context.Context, s picture.Source, job picture.Conversion, keep func(picture.File) error) (picture.Header, error) {
	c.jobs++
	for _, o := range job.Outputs {
		if err := keep(picture.File{Name: o.Name, Width: o.Width, Content: strings.NewReader(s.Hash + o.Name)}); err != nil {
			return picture.Header{}, err
		}
	}
	return picture.Header{Width: 3}, c.err
}

func (c *counted) Tile(context.Context, picture.Source, picture.Tiling, func(picture.File) error) (picture.Header, error) {
	c.jobs++
	return picture.Header{}, c.err
}

var job = picture.Conversion{Outputs: []picture.Output{{Name: "a", Format: picture.WebP, Width: 320}, {Name: "b", Format: picture.WebP, Width: 640}}}

// convert returns the files of a job as name=content.
func convert(t *testing.T, p *Pictures, hash string, c picture.Conversion) (string, error) {
	t.Helper()
	var files []string
	_, err := p.Convert(t.Context(), picture.Source{Hash: hash}, c, func(f picture.File) error {
		content, err := io.ReadAll(f.Content)
		files = append(files, f.Name+"="+string(content))
		return err
	})
	return strings.Join(files, " "), err
}

func setup(t *testing.T, dir string, maker picture.Maker, recipe string) *Pictures {
	t.Helper()
	p, err := New(maker, dir, recipe)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNothingIsMadeTwice: by another process, neither, unless anything that the result depends on differs.
func TestNothingIsMadeTwice(t *testing.T) {
	t.Parallel()
	maker, dir := &counted{}, t.TempDir()
	for i, c := range []struct {
		recipe, hash string
		job          picture.Conversion
		jobs         int
	}{
		{"1", "x", job, 1},
		{"1", "x", job, 1},
		{"1", "x", picture.Conversion{Urgent: true, Outputs: job.Outputs}, 1},
		{"1", "y", job, 2},
		{"1", "x", picture.Conversion{Outputs: job.Outputs[:1]}, 3},
		{"2", "x", job, 4},
	} {
		files, err := convert(t, setup(t, dir, maker, c.recipe), c.hash, c.job)
		want := "a=" + c.hash + "a"
		if len(c.job.Outputs) > 1 {
			want += " b=" + c.hash + "b"
		}
		if err != nil || files != want || maker.jobs != c.jobs {
			t.Errorf("call %d: %q, %v after %d jobs, want %q after %d", i, files, err, maker.jobs, want, c.jobs)
		}
	}
	p := setup(t, dir, maker, "1")
	for range 2 {
		if h, err := p.Inspect(t.Context(), picture.Source{Hash: "x"}, false); err != nil || h.Width != 3 || h.Height != 2 || h.Format != picture.WebP {
			t.Errorf("Inspect() = %+v, %v, want 3 × 2 WebP", h, err)
		}
	}
	if maker.jobs != 5 {
		t.Errorf("%d jobs, want 5", maker.jobs)
	}
}

func TestFailuresAreNotKept(t *testing.T) {
	t.Parallel()
	maker, dir := &counted{err: errors.New("away")}, t.TempDir()
	p := setup(t, dir, maker, "1")
	if _, err := convert(t, p, "x", job); !errors.Is(err, maker.err) {
		t.Errorf("Convert() = %v, want the maker's error", err)
	}
	maker.err = nil
	if files, err := convert(t, p, "x", job); err != nil || files != "a=xa b=xb" || maker.jobs != 2 {
		t.Errorf("Convert() = %q, %v after %d jobs, want the files after 2", files, err, maker.jobs)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v, want one result", left, err)
	}
}

// TestTheFolderIsBounded: what wasn't used for the longest time goes first.
func TestTheFolderIsBounded(t *testing.T) {
	t.Parallel()
	maker, dir := &counted{}, t.TempDir()
	p := setup(t, dir, maker, "1")
	for _, hash := range []string{"old", "used"} {
		if _, err := convert(t, p, hash, job); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-time.Hour)
	for _, e := range entries {
		if err := os.Chtimes(dir+"/"+e.Name(), past, past); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := convert(t, p, "used", job); err != nil {
		t.Fatal(err)
	}
	p.limit = sizeOf(dir) - 1
	if err := p.prune(); err != nil {
		t.Fatal(err)
	}
	before := maker.jobs
	if _, err := convert(t, p, "used", job); err != nil || maker.jobs != before {
		t.Errorf("the used result: %v after %d jobs, want it kept", err, maker.jobs-before)
	}
	if _, err := convert(t, p, "old", job); err != nil || maker.jobs != before+1 {
		t.Errorf("the old result: %v after %d jobs, want it made again", err, maker.jobs-before)
	}
}

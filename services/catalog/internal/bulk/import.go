package bulk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// The limits of files that are sent to the desk, in bytes. Larger collections are for the command import-csv.
const (
	// MaxFile is the maximum size of a file, MaxSent the one of both as they are sent, compressed.
	MaxFile = 20_000_000
	MaxSent = 6_000_000
)

// FilesKept is how long the files of an import that wasn't started are kept.
const FilesKept = 24 * time.Hour

// ErrState means that the import's state, or its check, doesn't allow the call. Final until it is checked again.
var ErrState = errors.New("not possible in this state")

// State is the state of an import on the desk.
type State string

// The states.
const (
	Checked State = "checked"
	Running State = "running"
	Done    State = "done"
	Failed  State = "failed"
)

// Import is an import of a collection on the desk.
type Import struct {
	ID, Source string
	// Account checked it last, or started it.
	Account, Email            string
	ArtistsName, ArtworksName string
	// Columns are nil if columns are found by their names.
	Columns *Columns
	State   State
	// Result is the check's result for people. Sound is whether it can be imported, MostlyRemoved whether only with AllowRemovals.
	Result               []byte
	Sound, MostlyRemoved bool
	AllowRemovals        bool
	// Works is how many artworks the files have. Done grows to twice that.
	Works, Done      int
	Written, Removed int
	// Reason is why it failed, for people. Retrying is whether its last attempt failed for a temporary reason.
	Reason    string
	Retrying  bool
	UpdatedAt time.Time
}

// Columns are the columns of both files by ours.
type Columns struct {
	Artists  map[string]string `json:"artists"`
	Artworks map[string]string `json:"artworks"`
}

// Files are the contents of both files, plain or gzip'ed.
type Files struct{ Artists, Artworks []byte }

// ImportCollection is the job that runs an import.
type ImportCollection struct {
	ID string `json:"id"`
}

// Kind implements river.JobArgs.
func (ImportCollection) Kind() string { return "collection_import" }

// reading ends with the error of its ctx. It reads in small pieces, because a piece of a packed file has much text.
type reading struct {
	ctx context.Context
	in  io.Reader
}

func (r reading) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p[:min(len(p), 4096)])
}

// Of returns the source of an import's files, which can be read until ctx ends. idBase is the first id of its entries.
func (i *Import) Of(ctx context.Context, files Files, idBase int64, currency string) Source {
	src := Source{
		Artists: "artists/" + i.ArtistsName, Artworks: "artworks/" + i.ArtworksName, Name: i.Source, IDBase: idBase, Currency: currency,
		AllowRemovals: i.AllowRemovals,
	}
	if i.Columns != nil {
		src.ArtistColumns, src.ArtworkColumns = i.Columns.Artists, i.Columns.Artworks
	}
	src.Open = func(path string) (io.ReadCloser, error) {
		content := files.Artworks
		if path == src.Artists {
			content = files.Artists
		}
		return io.NopCloser(reading{ctx, bytes.NewReader(content)}), nil
	}
	return src
}

// Fits returns an artwork.FieldError for a file that is larger than MaxFile.
func Fits(kind Kind, content []byte) error {
	text, err := plain(bytes.NewReader(content))
	if err != nil {
		return nil //nolint:nilerr // the check reports it as a problem of the file
	}
	if n, _ := io.Copy(io.Discard, io.LimitReader(text, MaxFile+1)); n > MaxFile {
		return &artwork.FieldError{Field: string(kind), Reason: fmt.Sprintf("the file has more than %d MB: import it with the command import-csv", MaxFile/1_000_000)}
	}
	return nil
}

// Steps returns how much of an import is done, from the stages that are reported: every artwork is first copied, then written.
func (i *Import) Steps(stage string, works int) (done int, ok bool) {
	switch stage {
	case "copied":
		return works, true
	case "written":
		return i.Works + works, true
	}
	return 0, false
}

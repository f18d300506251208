package api

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
)

const (
	// maxProblems is how many problems, and how many notices, a check lists.
	maxProblems = 500
	// reserve is the time that a check leaves of its caller's, for the response.
	reserve = 2 * time.Second
)

// Imports stores imports of collections. artwork.ErrNotFound and bulk.ErrState are final, other errors temporary.
type Imports interface {
	CollectionImports(ctx context.Context) ([]bulk.Import, error)
	CollectionImport(ctx context.Context, id string) (bulk.Import, error)
	CollectionFiles(ctx context.Context, id string) (bulk.Files, error)
	// SaveCollection returns bulk.ErrState once the import has started.
	SaveCollection(ctx context.Context, i bulk.Import, files bulk.Files) error
	// StartCollection queues an import; a running one stays as it is. It returns bulk.ErrState if its check doesn't allow it.
	StartCollection(ctx context.Context, id string, by artwork.Change, allowRemovals bool) error
}

// Previews says what the import of a collection would do.
type Previews interface {
	// SourceBase returns the first id of a source's entries.
	SourceBase(ctx context.Context, name string) (int64, error)
	// PreviewBulk returns artwork.MostlyRemovedError unless removals are allowed, and artwork.ErrInvalid for ids of another source.
	PreviewBulk(ctx context.Context, c artwork.Bulk) (artwork.Preview, error)
}

// ImportServer implements the ImportService.
type ImportServer struct {
	Imports  Imports
	Previews Previews
	// Currency is the shop's.
	Currency string
	Clock    clock.Clock
}

var _ catalogv1connect.ImportServiceHandler = ImportServer{}

// ListImports implements the contract.
func (s ImportServer) ListImports(ctx context.Context, _ *catalogv1.ListImportsRequest) (*catalogv1.ListImportsResponse, error) {
	list, err := s.Imports.CollectionImports(ctx)
	if err != nil {
		return nil, err
	}
	out := &catalogv1.ListImportsResponse{FileBytes: bulk.MaxFile, SentBytes: bulk.MaxSent}
	for _, i := range list {
		out.Items = append(out.Items, importMessage(i))
	}
	return out, nil
}

// GetImport implements the contract.
func (s ImportServer) GetImport(ctx context.Context, req *catalogv1.GetImportRequest) (*catalogv1.CollectionImport, error) {
	i, err := s.Imports.CollectionImport(ctx, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	out := importMessage(i)
	if len(i.Result) > 0 {
		out.Check = &catalogv1.ImportCheck{}
		err = proto.Unmarshal(i.Result, out.GetCheck())
	}
	return out, err
}

// CheckImport implements the contract.
func (s ImportServer) CheckImport(ctx context.Context, req *catalogv1.CheckImportRequest) (*catalogv1.CollectionImport, error) {
	by, _ := identity.From(ctx)
	i, err := s.Imports.CollectionImport(ctx, req.GetId())
	if err != nil && (!errors.Is(err, artwork.ErrNotFound) || req.GetArtists() == nil || req.GetArtworks() == nil) {
		return nil, public(err)
	}
	if i.State == bulk.Running || i.State == bulk.Done {
		return nil, public(bulk.ErrState)
	}
	files, err := s.files(ctx, req, &i)
	if err != nil {
		return nil, public(err)
	}
	if i.Columns, err = chosen(req.GetColumns()); err != nil {
		return nil, public(err)
	}
	i.ID, i.Source, i.Account, i.Email, i.UpdatedAt, i.AllowRemovals = req.GetId(), req.GetName(), by.Subject, by.Email, s.Clock.Now().UTC(), false
	limited, cancel := inTime(ctx)
	defer cancel()
	check, err := s.check(limited, &i, files)
	if limited.Err() != nil && ctx.Err() == nil {
		err = &artwork.FieldError{
			Field: string(bulk.ArtworkFile), Reason: "checking the files takes too long here: leave out columns that aren't imported, or import them with the command import-csv",
		}
	}
	if err != nil {
		return nil, public(err)
	}
	if i.Result, err = proto.Marshal(check); err != nil {
		return nil, err
	}
	if err := s.Imports.SaveCollection(ctx, i, files); err != nil {
		return nil, public(err)
	}
	i.State, i.Done, i.Reason, i.Retrying = bulk.Checked, 0, "", false
	out := importMessage(i)
	out.Check = check
	return out, nil
}

// StartImport implements the contract.
func (s ImportServer) StartImport(ctx context.Context, req *catalogv1.StartImportRequest) (*catalogv1.CollectionImport, error) {
	by, _ := identity.From(ctx)
	change := artwork.Change{Account: by.Subject, Email: by.Email, Action: "import", At: s.Clock.Now().UTC()}
	if err := s.Imports.StartCollection(ctx, req.GetId(), change, req.GetAllowRemovals()); err != nil {
		return nil, public(err)
	}
	return s.GetImport(ctx, &catalogv1.GetImportRequest{Id: req.GetId()})
}

// inTime returns a context that ends before the deadline of the caller, who otherwise would read only that it has passed.
func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, end.Add(-reserve))
	}
	return context.WithCancel(ctx)
}

// files returns the files of a request, or the stored ones.
func (s ImportServer) files(ctx context.Context, req *catalogv1.CheckImportRequest, i *bulk.Import) (files bulk.Files, err error) {
	if req.GetArtists() == nil || req.GetArtworks() == nil {
		if files, err = s.Imports.CollectionFiles(ctx, req.GetId()); err != nil {
			return files, err
		}
	}
	if f := req.GetArtists(); f != nil {
		i.ArtistsName, files.Artists = f.GetName(), f.GetContent()
		err = bulk.Fits(bulk.ArtistFile, f.GetContent())
	}
	if f := req.GetArtworks(); f != nil && err == nil {
		i.ArtworksName, files.Artworks = f.GetName(), f.GetContent()
		err = bulk.Fits(bulk.ArtworkFile, f.GetContent())
	}
	switch {
	case err != nil:
		return files, err
	case files.Artists == nil || files.Artworks == nil:
		return files, artwork.ErrNotFound
	case len(files.Artists)+len(files.Artworks) > bulk.MaxSent:
		return files, &artwork.FieldError{Field: string(bulk.ArtworkFile), Reason: "the files are too large: import them with the command import-csv"}
	}
	return files, nil
}

// chosen returns the columns of a request, nil for none. A column of a file is for one of ours.
func chosen(req *catalogv1.ImportColumns) (*bulk.Columns, error) {
	if req == nil {
		return nil, nil //nolint:nilnil // columns are found by their names
	}
	of := func(kind bulk.Kind, list []*catalogv1.ImportColumn) (map[string]string, error) {
		out, taken := map[string]string{}, map[string]bool{}
		for _, c := range list {
			name, from := c.GetName(), c.GetFrom()
			switch {
			case from == "":
				continue
			case !slices.Contains(bulk.ColumnNames(kind), name):
				return nil, &artwork.FieldError{Field: "columns", Reason: fmt.Sprintf("there is no column %s of %s", name, kind)}
			case taken[from]:
				return nil, &artwork.FieldError{Field: "columns", Reason: fmt.Sprintf("the column %s of the file of %s is chosen twice", from, kind)}
			}
			out[name], taken[from] = from, true
		}
		return out, nil
	}
	artists, err := of(bulk.ArtistFile, req.GetArtists())
	if err != nil {
		return nil, err
	}
	artworks, err := of(bulk.ArtworkFile, req.GetArtworks())
	return &bulk.Columns{Artists: artists, Artworks: artworks}, err
}

// check reads both files and says what their import would do.
func (s ImportServer) check(ctx context.Context, i *bulk.Import, files bulk.Files) (*catalogv1.ImportCheck, error) {
	base, err := s.Previews.SourceBase(ctx, i.Source)
	if err != nil {
		return nil, err
	}
	c, report, err := bulk.Check(i.Of(ctx, files, base, s.Currency))
	problems, read := errors.AsType[bulk.ProblemsError](err)
	if err != nil && !read {
		return nil, &artwork.FieldError{Field: "name", Reason: strings.TrimPrefix(err.Error(), artwork.ErrInvalid.Error()+": ")}
	}
	i.Works = report.Artworks.Rows
	out := &catalogv1.ImportCheck{Artists: fileReport(report.Artists), Artworks: fileReport(report.Artworks)}
	i.Sound, i.MostlyRemoved = false, false
	if len(problems) == 0 {
		out.Preview, err = s.preview(ctx, c)
		if errors.Is(err, artwork.ErrInvalid) {
			problems = append(problems, bulk.Problem{
				Kind: bulk.ArtworkFile, Line: 1, Column: "id", Reason: err.Error(), Fix: "Import the files as a collection with another name, or use lower ids.",
			})
		} else if err != nil {
			return nil, err
		}
		i.Sound, i.MostlyRemoved = len(problems) == 0, out.GetPreview().GetMostlyRemoved()
	}
	out.ProblemCount = int32(len(problems))
	for _, p := range problems[:min(len(problems), maxProblems)] {
		out.Problems = append(out.Problems, &catalogv1.ImportProblem{File: string(p.Kind), Line: int32(p.Line), Column: text(p.Column), Problem: text(p.Reason), Fix: p.Fix})
	}
	out.Notices = valid(c.Notices[:min(len(c.Notices), maxProblems)])
	if n := len(c.Cleaned); n > 0 {
		out.Notices = append(out.Notices, fmt.Sprintf("control characters, or line breaks where there is one line, are removed from %d cells; the first one is %s", n, c.Cleaned[0]))
	}
	return out, nil
}

func (s ImportServer) preview(ctx context.Context, c artwork.Bulk) (*catalogv1.ImportPreview, error) {
	p, err := s.Previews.PreviewBulk(ctx, c)
	_, mostly := errors.AsType[artwork.MostlyRemovedError](err)
	if mostly {
		c.AllowRemovals = true
		p, err = s.Previews.PreviewBulk(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	return &catalogv1.ImportPreview{
		Unchanged: p.Unchanged, Artworks: int32(p.Works), NewArtworks: int32(p.NewWorks), ChangedArtworks: int32(p.ChangedWorks), Artists: int32(p.Artists),
		NewArtists: int32(p.NewArtists), Removed: int32(p.Removed), MostlyRemoved: mostly, PictureOrigins: slices.Sorted(maps.Keys(c.PictureOrigins)),
	}, nil
}

func fileReport(r bulk.FileReport) *catalogv1.ImportFileReport {
	out := &catalogv1.ImportFileReport{Encoding: r.Encoding, Guessed: r.Guessed, Separator: r.Separator, Rows: int32(r.Rows), Header: valid(r.Header)}
	for _, c := range r.Columns {
		out.Columns = append(out.Columns, &catalogv1.ImportReportColumn{Name: c.Name, Required: c.Required, From: text(c.From)})
	}
	for _, row := range r.First {
		out.First = append(out.First, &catalogv1.ImportRow{Line: int32(row.Line), Cells: valid(row.Cells)})
	}
	return out
}

// text returns a text in UTF-8.
func text(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// valid returns texts in UTF-8.
func valid(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = text(s)
	}
	return out
}

func importMessage(i bulk.Import) *catalogv1.CollectionImport {
	out := &catalogv1.CollectionImport{
		Id: i.ID, Name: i.Source, ArtistsFile: i.ArtistsName, ArtworksFile: i.ArtworksName, State: string(i.State), Email: i.Email,
		UpdatedAt: timestamppb.New(i.UpdatedAt), Done: int32(i.Done), Total: int32(2 * i.Works), Written: int32(i.Written), Removed: int32(i.Removed),
		Reason: i.Reason, Retrying: i.Retrying,
	}
	return out
}

// stateError is the error of a call that the state of an import doesn't allow.
func stateError() error {
	return rpc.Error(connect.CodeFailedPrecondition, errorsv1.Reason_REASON_CONFLICT, "The import has changed in the meantime. Read it again.", nil)
}

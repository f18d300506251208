package catalog_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
)

const (
	csvArtists  = "id;name\n1;Zoë\n"
	csvArtworks = "Nummer;title;artist_id;category;edition_size;editions_available;created_at\n1;One;1;print;1;1;2026-01-01T00:00:00Z\n2;Two;1;print;2;1;2026-01-01T00:00:00Z\n"
)

func (h *fixture) imports() catalogv1connect.ImportServiceClient {
	return catalogv1connect.NewImportServiceClient(h.fleet.Client(h.t, "catalog", h.url))
}

func (h *fixture) editor() context.Context {
	return identity.With(h.t.Context(), &identity.Principal{Subject: id.New(), SessionID: "s", Email: "editor@example.org", Roles: []string{"content"}})
}

// columnsOf returns the columns of a check, with changes.
func columnsOf(report *catalogv1.ImportFileReport, change map[string]string) (list []*catalogv1.ImportColumn) {
	for _, c := range report.GetColumns() {
		from := c.GetFrom()
		if name, ok := change[c.GetName()]; ok {
			from = name
		}
		list = append(list, &catalogv1.ImportColumn{Name: c.GetName(), From: from})
	}
	return list
}

// ended waits until an import doesn't run any more.
func (h *fixture) ended(ctx context.Context, id string) (last *catalogv1.CollectionImport) {
	h.t.Helper()
	testkit.Eventually(h.t, time.Minute, func() bool {
		i, err := h.imports().GetImport(ctx, &catalogv1.GetImportRequest{Id: id})
		last = i
		return err == nil && i.GetState() != "running"
	})
	return last
}

// TestImportOnTheDesk checks files, chooses a column, imports, repeats that, and removes most of the collection. The catalog leaves pictures to other
// replicas.
func TestImportOnTheDesk(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 })
	ctx, client, first := h.editor(), h.imports(), id.New()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(csvArtworks))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	request := &catalogv1.CheckImportRequest{
		Id: first, Name: "museum", Artists: &catalogv1.ImportFile{Name: "a.csv", Content: []byte(csvArtists)}, Artworks: &catalogv1.ImportFile{Name: "w.csv", Content: packed.Bytes()},
	}
	got, err := client.CheckImport(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	check := got.GetCheck()
	if got.GetState() != "checked" || check.GetProblemCount() != 1 || check.GetPreview() != nil || check.GetArtworks().GetSeparator() != "semicolons" ||
		check.GetArtists().GetEncoding() != "UTF-8" || check.GetArtworks().GetHeader()[0] != "Nummer" {
		t.Fatalf("check = %v, want the missing id and how the files are written", got)
	}
	if p := check.GetProblems()[0]; p.GetFile() != "artworks" || p.GetLine() != 1 || p.GetColumn() != "id" || p.GetProblem() != "the column is missing" || p.GetFix() == "" {
		t.Errorf("problem = %v, want that id is missing in line 1 of the artworks", p)
	}
	start := &catalogv1.StartImportRequest{Id: first}
	if _, err := client.StartImport(ctx, start); !rpc.HasReason(err, errorsv1.Reason_REASON_CONFLICT) {
		t.Errorf("start with a problem = %v, want conflict", err)
	}

	// The stored files with another column.
	again := &catalogv1.CheckImportRequest{Id: first, Name: "museum", Columns: &catalogv1.ImportColumns{
		Artists: columnsOf(check.GetArtists(), nil), Artworks: columnsOf(check.GetArtworks(), map[string]string{"id": "Nummer"}),
	}}
	if got, err = client.CheckImport(ctx, again); err != nil {
		t.Fatal(err)
	}
	check = got.GetCheck()
	if p := check.GetPreview(); check.GetProblemCount() != 0 || p.GetNewArtworks() != 2 || p.GetNewArtists() != 1 || p.GetRemoved() != 0 {
		t.Fatalf("check = %v, want two new artworks of a new artist", check)
	}
	if rows := check.GetArtworks().GetFirst(); len(rows) != 2 || rows[1].GetLine() != 3 || !slices.Equal(rows[1].GetCells(),
		[]string{"2", "Two", "1", "print", "", "", "", "2", "1", "", "", "2026-01-01T00:00:00Z"}) {
		t.Errorf("first rows = %v, want both as they are imported", rows)
	}
	if _, all := h.ask(`{artworks(filter:{search:"Two"}){items{title}}}`, nil); strings.Contains(all, "Two") {
		t.Error("a check imported an artwork")
	}

	// Repeating the start, as after a lost response, imports once.
	for range 2 {
		if _, err := client.StartImport(ctx, start); err != nil {
			t.Fatal(err)
		}
	}
	done := h.ended(ctx, first)
	if done.GetState() != "done" || done.GetWritten() == 0 || done.GetRemoved() != 0 || done.GetDone() != done.GetTotal() || done.GetTotal() != 4 || done.GetCheck() != nil {
		t.Errorf("import = %v, want it done", done)
	}
	if _, all := h.ask(`{artworks(filter:{search:"Two"}){items{title artist{name}}}}`, nil); !strings.Contains(all, "Zoë") {
		t.Errorf("artworks = %s, want Two by Zoë", all)
	}
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	var changes int
	var files bool
	if err := pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM content_changes WHERE kind = 'collection' AND email = 'editor@example.org'),
		(SELECT bool_or(artists IS NOT NULL OR artworks IS NOT NULL) FROM collection_imports)`).Scan(&changes, &files); err != nil || changes != 1 || files {
		t.Errorf("records = %d, files kept = %t, %v, want one record and no files", changes, files, err)
	}
	if _, err := client.CheckImport(ctx, again); !rpc.HasReason(err, errorsv1.Reason_REASON_CONFLICT) {
		t.Errorf("a check of a finished import = %v, want conflict", err)
	}

	// The same files change nothing; a file without most works needs a decision.
	request.Id, request.Columns = id.New(), again.GetColumns()
	if got, err = client.CheckImport(ctx, request); err != nil || !got.GetCheck().GetPreview().GetUnchanged() {
		t.Errorf("the same files: %v, %v, want unchanged", got, err)
	}
	request.Id, request.Artists.Content = id.New(), []byte("id,name\n2,Bea\n")
	request.Artworks.Content = []byte("Nummer;title;artist_id;category;edition_size;editions_available;created_at\n3;Three;2;print;1;1;2026-01-01T00:00:00Z\n")
	if got, err = client.CheckImport(ctx, request); err != nil || !got.GetCheck().GetPreview().GetMostlyRemoved() || got.GetCheck().GetPreview().GetRemoved() != 3 {
		t.Fatalf("another file: %v, %v, want most entries removed", got, err)
	}
	start = &catalogv1.StartImportRequest{Id: request.GetId()}
	if _, err := client.StartImport(ctx, start); !rpc.HasReason(err, errorsv1.Reason_REASON_CONFLICT) {
		t.Errorf("start without a decision = %v, want conflict", err)
	}
	start.AllowRemovals = true
	if _, err := client.StartImport(ctx, start); err != nil {
		t.Fatal(err)
	}
	if done = h.ended(ctx, request.GetId()); done.GetState() != "done" || done.GetRemoved() != 3 {
		t.Errorf("import = %v, want three entries removed", done)
	}
	// Its queue may be the only one that adds jobs, but makes no pictures.
	testkit.Eventually(t, time.Minute, func() bool { return h.count(`kind = 'renditions_requeue' AND state = 'completed'`) > 0 })
	if waiting, begun := h.count(`kind = 'renditions'`), h.count(`kind = 'renditions' AND attempt > 0`); waiting == 0 || begun > 0 {
		t.Errorf("%d pictures are queued and %d were begun, want some and none", waiting, begun)
	}
	list, err := client.ListImports(ctx, &catalogv1.ListImportsRequest{})
	if err != nil || len(list.GetItems()) != 3 || list.GetItems()[0].GetId() != request.GetId() || list.GetItems()[0].GetEmail() != "editor@example.org" {
		t.Errorf("imports = %v, %v, want three, the newest first", list, err)
	}
}

// TestImportsAreForStaff calls each RPC as nobody, as other staff, and with an old login.
func TestImportsAreForStaff(t *testing.T) {
	t.Parallel()
	h := setup(t)
	client := h.imports()
	file := &catalogv1.ImportFile{Name: "a.csv", Content: []byte(csvArtists)}
	calls := map[string]func(ctx context.Context) error{
		"list": func(ctx context.Context) error {
			_, err := client.ListImports(ctx, &catalogv1.ListImportsRequest{})
			return err
		},
		"get": func(ctx context.Context) error {
			_, err := client.GetImport(ctx, &catalogv1.GetImportRequest{Id: id.New()})
			return err
		},
		"check": func(ctx context.Context) error {
			_, err := client.CheckImport(ctx, &catalogv1.CheckImportRequest{Id: id.New(), Name: "museum", Artists: file, Artworks: file})
			return err
		},
		"start": func(ctx context.Context) error {
			_, err := client.StartImport(ctx, &catalogv1.StartImportRequest{Id: id.New()})
			return err
		},
	}
	for name, call := range calls {
		if err := call(t.Context()); connect.CodeOf(err) != connect.CodeUnauthenticated {
			t.Errorf("%s as nobody = %v, want unauthenticated", name, err)
		}
		for _, role := range []string{"artist", "support", "finance", "admin"} {
			ctx := identity.With(t.Context(), &identity.Principal{Subject: id.New(), SessionID: "s", Roles: []string{role}})
			if err := call(ctx); !rpc.HasReason(err, errorsv1.Reason_REASON_FORBIDDEN) {
				t.Errorf("%s as %s = %v, want forbidden", name, role, err)
			}
		}
	}
	h.auth.stale.Store(true)
	if err := calls["start"](h.editor()); !rpc.HasReason(err, errorsv1.Reason_REASON_RECENT_LOGIN_REQUIRED) {
		t.Errorf("start after an old login = %v, want recent_login_required", err)
	}
	if err := calls["check"](h.editor()); err != nil {
		t.Errorf("check after an old login = %v, want nil", err)
	}
}

// TestImportsAreRefused checks what a request may not say.
func TestImportsAreRefused(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ctx, client := h.editor(), h.imports()
	large := append([]byte(csvArtists), bytes.Repeat([]byte("2;Bea\n"), 4_000_000)...)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(large)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*catalogv1.CheckImportRequest)
		field  string
	}{
		"the content folder's name":                {func(r *catalogv1.CheckImportRequest) { r.Name = "content" }, "name"},
		"the studio's name":                        {func(r *catalogv1.CheckImportRequest) { r.Name = "studio" }, "name"},
		"a name with spaces":                       {func(r *catalogv1.CheckImportRequest) { r.Name = "My museum" }, "name"},
		"a file that is large once it is unpacked": {func(r *catalogv1.CheckImportRequest) { r.Artists.Content = packed.Bytes() }, "artists"},
		"large files":                              {func(r *catalogv1.CheckImportRequest) { r.Artworks.Content = large[:6_500_000] }, "artworks"},
		"an unknown column": {func(r *catalogv1.CheckImportRequest) {
			r.Columns = &catalogv1.ImportColumns{Artists: []*catalogv1.ImportColumn{{Name: "title", From: "name"}}}
		}, "columns"},
		"a column twice": {func(r *catalogv1.CheckImportRequest) {
			r.Columns = &catalogv1.ImportColumns{Artists: []*catalogv1.ImportColumn{{Name: "name", From: "name"}, {Name: "sort_name", From: "name"}}}
		}, "columns"},
	} {
		r := &catalogv1.CheckImportRequest{
			Id: id.New(), Name: "museum", Artists: &catalogv1.ImportFile{Name: "a.csv", Content: []byte(csvArtists)},
			Artworks: &catalogv1.ImportFile{Name: "w.csv", Content: []byte(csvArtworks)},
		}
		c.change(r)
		_, err := client.CheckImport(ctx, r)
		if _, details := rpc.ReasonOf(err); connect.CodeOf(err) != connect.CodeInvalidArgument || details[c.field] == "" {
			t.Errorf("%s: %v %v, want invalid_argument of the field %s", name, err, details, c.field)
		}
	}
	_, err = client.CheckImport(ctx, &catalogv1.CheckImportRequest{Id: id.New(), Name: "museum"})
	if !rpc.HasReason(err, errorsv1.Reason_REASON_NOT_FOUND) {
		t.Errorf("a check without files = %v, want not_found", err)
	}
	// A workbook, and text that is no UTF-8, are results of a check.
	got, err := client.CheckImport(ctx, &catalogv1.CheckImportRequest{
		Id: id.New(), Name: "museum", Artists: &catalogv1.ImportFile{Name: "a.csv", Content: []byte("PK\x03\x04\xff\xfe")},
		Artworks: &catalogv1.ImportFile{Name: "w.csv", Content: []byte("id,\xe9t\xe9\n1,a\n")},
	})
	if err != nil || got.GetCheck().GetProblemCount() == 0 || got.GetCheck().GetArtworks().GetEncoding() != "Windows-1252" || !got.GetCheck().GetArtworks().GetGuessed() {
		t.Errorf("unreadable files: %v, %v, want their problems", got, err)
	}
}

// TestCheckInTime checks files that take longer than the caller waits.
func TestCheckInTime(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 })
	var rows, packed bytes.Buffer
	rows.WriteString("id,title,artist_id,category,edition_size,editions_available,created_at\n")
	for i := range 400_000 {
		_, _ = fmt.Fprintf(&rows, "%d,One,1,print,1,1,2026-01-01T00:00:00Z\n", i+1)
	}
	z := gzip.NewWriter(&packed)
	_, err := z.Write(rows.Bytes())
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	request := &catalogv1.CheckImportRequest{
		Id: id.New(), Name: "museum", Artists: &catalogv1.ImportFile{Name: "a.csv", Content: []byte(csvArtists)},
		Artworks: &catalogv1.ImportFile{Name: "w.csv", Content: packed.Bytes()},
	}
	// Less than the catalog reserves for its response: the check ends where it first looks at the time, on any machine.
	ctx, cancel := context.WithTimeout(h.editor(), 1900*time.Millisecond)
	defer cancel()
	_, err = h.imports().CheckImport(ctx, request)
	if _, details := rpc.ReasonOf(err); !strings.Contains(details["artworks"], "import-csv") {
		t.Errorf("check = %v %v, want that the command import-csv takes such files", err, details)
	}
	if _, err := h.imports().GetImport(h.editor(), &catalogv1.GetImportRequest{Id: request.GetId()}); !rpc.HasReason(err, errorsv1.Reason_REASON_NOT_FOUND) {
		t.Errorf("the import afterwards = %v, want not_found", err)
	}
}

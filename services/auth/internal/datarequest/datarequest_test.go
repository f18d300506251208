package datarequest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/datarequest"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
)

var errKilled = errors.New("killed")

// world is the store and everything else around the core. The call with the number of dies fails, as if the process ended there.
type world struct {
	datarequest.Store

	t        *testing.T
	pool     *pgxpool.Pool
	service  *datarequest.Service
	clock    *clock.Fake
	calls    int
	dies     int
	asked    time.Time // when the deletion was requested
	id       string    // of the account
	account  *datarequest.Account
	closed   bool
	provider bool // the user is there
	holds    map[string]bool
	names    []string // with which the services must forget
	blocked  string
	sent     map[string]int
	secret   string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldIn(t, testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	}))))
}

// newWorldIn returns another account in a database whose requests are all done.
func newWorldIn(t *testing.T, pool *pgxpool.Pool) *world {
	t.Helper()
	account := id.New()
	w := &world{
		Store: postgres.NewDataRequests(pool), t: t, pool: pool, id: account, clock: clock.NewFake(time.Now().Truncate(time.Second)),
		account:  &datarequest.Account{ID: account, Email: "ada@example.org", Mailed: true, Wallets: []string{"0x1"}, Provider: "auth0|1"},
		provider: true, holds: map[string]bool{"first": true, "second": true, "own": true}, names: []string{"ada@example.org", "0x1"}, sent: map[string]int{},
	}
	w.service = &datarequest.Service{
		Store: w, Accounts: w, Parts: []datarequest.Part{part{w, "first"}, part{w, "second"}}, Own: part{w, "own"}, Notices: w,
		Rules: datarequest.Rules{Wait: 7 * 24 * time.Hour, Tokens: 5 * time.Minute}, Clock: w.clock, Log: slog.New(slog.DiscardHandler),
	}
	return w
}

func (w *world) call() error {
	if w.calls++; w.calls == w.dies {
		return errKilled
	}
	return nil
}

func (w *world) Due(ctx context.Context, now time.Time) ([]datarequest.Request, error) {
	out, err := w.Store.Due(ctx, now)
	return out, errors.Join(err, w.call())
}

func (w *world) Move(ctx context.Context, requestID string, m datarequest.Move, moved func(context.Context) error) (bool, error) {
	if err := w.call(); err != nil {
		return false, err
	}
	return w.Store.Move(ctx, requestID, m, moved)
}

func (w *world) Account(context.Context, string) (datarequest.Account, error) {
	if err := w.call(); err != nil {
		return datarequest.Account{}, err
	}
	if w.account == nil {
		return datarequest.Account{}, datarequest.ErrNotFound
	}
	return *w.account, nil
}

func (w *world) Close(context.Context, string) error {
	err := w.call()
	w.closed = w.closed || err == nil
	return err
}

func (w *world) DeleteUser(context.Context, string) error {
	if !w.closed {
		w.t.Error("the user is deleted before the account is closed")
	}
	err := w.call()
	w.provider = w.provider && err != nil
	return err
}

func (w *world) ConfirmDeletion(_ context.Context, _ datarequest.Account, _, secret string, _ time.Time) error {
	w.secret = secret
	w.sent["confirm"]++
	return nil
}

func (w *world) DeletionScheduled(context.Context, datarequest.Account, string, time.Time) error {
	w.sent["scheduled"]++
	return nil
}

func (w *world) ExportReady(context.Context, datarequest.Account, string, time.Time) error {
	w.sent["ready"]++
	return nil
}

func (w *world) Sentence(reason string) string { return "sentence: " + reason }

type part struct {
	w    *world
	name string
}

func (p part) Name() string { return p.name }

func (p part) Export(_ context.Context, accountID string, names []string) ([]byte, error) {
	return fmt.Appendf(nil, `{"%s": %q}`, accountID, names), p.w.call()
}

func (p part) Forget(_ context.Context, _ string, names []string, check bool) ([]string, error) {
	if err := p.w.call(); err != nil {
		return nil, err
	}
	if p.w.blocked == p.name {
		return []string{"the order 1 is paid"}, nil
	}
	if check {
		return nil, nil
	}
	if !p.w.closed || p.w.clock.Now().Before(p.w.asked.Add(7*24*time.Hour)) {
		p.w.t.Errorf("%s was erased at %s, want after the account is closed and %s", p.name, p.w.clock.Now(), p.w.asked.Add(7*24*time.Hour))
	}
	if p.w.holds[p.name] && !slices.Equal(names, p.w.names) {
		p.w.t.Errorf("first erasure in %s gets %q, want %q", p.name, names, p.w.names)
	}
	if p.name == "own" {
		if p.w.holds["first"] || p.w.holds["second"] {
			p.w.t.Error("auth was erased before the other services")
		}
		p.w.account = nil
	}
	p.w.holds[p.name] = false
	return nil, nil
}

// request returns a request as it is stored.
func (w *world) request(requestID string) datarequest.Request {
	w.t.Helper()
	list, err := w.service.List(w.t.Context(), w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(r datarequest.Request) bool { return r.ID == requestID })
	if i < 0 {
		w.t.Fatalf("requests = %+v, want %s among them", list, requestID)
	}
	return list[i]
}

// hasArchive reports whether the copy of an export is stored.
func (w *world) hasArchive(requestID string) (has bool) {
	w.t.Helper()
	if err := w.pool.QueryRow(w.t.Context(), `SELECT archive IS NOT NULL FROM data_requests WHERE id = $1`, requestID).Scan(&has); err != nil {
		w.t.Fatal(err)
	}
	return has
}

// deletion requests and confirms a deletion.
func (w *world) deletion() datarequest.Request {
	w.t.Helper()
	r, reasons, err := w.service.RequestDeletion(w.t.Context(), w.id)
	if err != nil || len(reasons) > 0 || r.State != datarequest.Unconfirmed {
		w.t.Fatalf("%+v %q %v; want an unconfirmed request", r, reasons, err)
	}
	w.asked = r.RequestedAt
	if r, err = w.service.Confirm(w.t.Context(), w.secret); err != nil || r.State != datarequest.Waiting {
		w.t.Fatalf("Confirm() = %+v, %v, want waiting", r, err)
	}
	return r
}

// TestDeletionSurvivesKills ends the process at every call in turn: the next runs finish the deletion, in order.
func TestDeletionSurvivesKills(t *testing.T) {
	pool := newWorld(t).pool
	for dies := 1; ; dies++ {
		w := newWorldIn(t, pool)
		r := w.deletion()
		w.clock.Advance(6 * 24 * time.Hour)
		_ = w.service.Work(t.Context()) // too early
		w.calls, w.dies = 0, dies
		for range 16 {
			w.clock.Advance(6 * time.Hour)
			_ = w.service.Work(t.Context())
		}
		if got := w.request(r.ID); got.State != datarequest.Done || w.provider || w.account != nil || w.holds["first"] || w.holds["second"] || w.holds["own"] {
			t.Fatalf("killed at call %d: request = %+v, provider %t, holds %v, want done and nothing left", dies, got, w.provider, w.holds)
		}
		if w.sent["confirm"] != 1 || w.sent["scheduled"] != 1 {
			t.Errorf("emails = %v, want one confirm and one scheduled", w.sent)
		}
		if w.calls < dies {
			return // nothing was killed: every call had its turn
		}
	}
}

// contents returns the text of a file of an archive.
func contents(t *testing.T, f *zip.File) string {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestUnverifiedEmailDoesntIdentify: anyone can register anyone's address, so only a verified one selects or removes data.
func TestUnverifiedEmailDoesntIdentify(t *testing.T) {
	w := newWorld(t)
	w.account.Mailed = false
	r, err := w.service.RequestExport(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.service.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	file, err := w.service.Archive(t.Context(), w.id, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, archive.File[1]), fmt.Sprintf(`{"%s": ["0x1"]}`, w.id); got != want {
		t.Errorf("a service exports %s, want %s", got, want)
	}
	w.names = []string{"0x1"}
	if r, _, err = w.service.RequestDeletion(t.Context(), w.id); err != nil {
		t.Fatal(err)
	}
	w.asked = r.RequestedAt
	for range 4 {
		w.clock.Advance(7 * 24 * time.Hour)
		if err := w.service.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if w.request(r.ID).State != datarequest.Done || w.account != nil {
		t.Errorf("deletion = %+v, want done", w.request(r.ID))
	}
}

func TestDeletionWaits(t *testing.T) {
	w := newWorld(t)
	w.blocked = "second"
	if _, reasons, err := w.service.RequestDeletion(t.Context(), w.id); err != nil || !slices.Equal(reasons, []string{"sentence: the order 1 is paid"}) {
		t.Fatalf("%q %v; want the reason order paid", reasons, err)
	}
	w.blocked, w.account.Roles = "", []string{"artist"}
	if _, reasons, err := w.service.RequestDeletion(t.Context(), w.id); err != nil || len(reasons) != 1 {
		t.Fatalf("with a role: reasons = %q, %v, want one", reasons, err)
	}
	w.account.Roles = nil
	r := w.deletion()
	if _, err := w.service.Confirm(t.Context(), w.secret); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("second use of the link: error = %v, want ErrNotFound", err)
	}
	w.blocked = "second" // something began meanwhile
	w.clock.Advance(8 * 24 * time.Hour)
	if err := w.service.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := w.request(r.ID); got.State != datarequest.Waiting || len(got.Reasons) != 1 || w.closed {
		t.Fatalf("request = %+v, account closed = %t, want waiting for one reason, and open", got, w.closed)
	}
	if got, err := w.service.Cancel(t.Context(), w.id, r.ID); err != nil || got.State != datarequest.Cancelled {
		t.Errorf("Cancel() = %+v, %v, want cancelled", got, err)
	}
	w.blocked = ""
	w.clock.Advance(24 * time.Hour)
	if err := w.service.Work(t.Context()); err != nil || w.closed || w.account == nil {
		t.Errorf("after a cancelled deletion: error = %v, account closed = %t, want nil and an open account", err, w.closed)
	}
}

func TestTooLateToCancel(t *testing.T) {
	w := newWorld(t)
	r := w.deletion()
	w.clock.Advance(8 * 24 * time.Hour)
	if err := w.service.Work(t.Context()); err != nil || w.request(r.ID).State != datarequest.Running {
		t.Fatalf("%+v %v; want a running request", w.request(r.ID), err)
	}
	if _, err := w.service.Cancel(t.Context(), w.id, r.ID); !errors.Is(err, datarequest.ErrTooLate) {
		t.Errorf("cancel while it is running: error = %v, want ErrTooLate", err)
	}
	if _, err := w.service.Cancel(t.Context(), w.id, id.New()); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("cancel of another account's request: error = %v, want ErrNotFound", err)
	}
}

func TestUnconfirmedExpires(t *testing.T) {
	w := newWorld(t)
	r, _, err := w.service.RequestDeletion(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(25 * time.Hour)
	if _, err := w.service.Confirm(t.Context(), w.secret); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("confirm by an expired link: error = %v, want ErrNotFound", err)
	}
	if err := w.service.Work(t.Context()); err != nil || w.request(r.ID).State != datarequest.Expired || w.closed {
		t.Errorf("%+v %v; want an expired request and an open account", w.request(r.ID), err)
	}
}

func TestExport(t *testing.T) {
	w := newWorld(t)
	r, err := w.service.RequestExport(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.service.Archive(t.Context(), w.id, r.ID); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("download before the export is ready: error = %v, want ErrNotFound", err)
	}
	w.dies = 4 // the first attempt
	for range 2 {
		if err := w.service.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	file, err := w.service.Archive(t.Context(), w.id, r.ID)
	if err != nil || w.sent["ready"] != 1 {
		t.Fatalf("Archive() = %d bytes, %v, emails %v, want a file and one ready", len(file), err, w.sent)
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
		if strings.HasSuffix(f.Name, ".json") {
			if got, want := contents(t, f), fmt.Sprintf(`{"%s": ["ada@example.org" "0x1"]}`, w.id); got != want {
				t.Errorf("%s = %s, want %s", f.Name, got, want)
			}
		}
	}
	if want := []string{"README.txt", "own.json", "first.json", "second.json"}; !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	w.clock.Advance(25 * time.Hour)
	if _, err := w.service.Archive(t.Context(), w.id, r.ID); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("download after a day: error = %v, want ErrNotFound", err)
	}
	if err := w.service.Work(t.Context()); err != nil || w.hasArchive(r.ID) || w.request(r.ID).State != datarequest.Expired {
		t.Errorf("%+v %v; want an expired request without an archive", w.request(r.ID), err)
	}
}

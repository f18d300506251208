package datarequest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/auth/internal/datarequest"
)

var errKilled = errors.New("killed")

// world is everything around the core, in memory. The call with the number of dies fails, as if the process ended there.
type world struct {
	t        *testing.T
	service  *datarequest.Service
	clock    *clock.Fake
	calls    int
	dies     int
	requests map[string]*datarequest.Request
	hashes   map[string][]byte
	archives map[string][]byte
	account  *datarequest.Account
	closed   bool
	provider bool // the user is there
	holds    map[string]bool
	blocked  string
	sent     map[string]int
	secret   string
}

func newWorld(t *testing.T) *world {
	w := &world{
		t: t, clock: clock.NewFake(time.Now()), requests: map[string]*datarequest.Request{}, hashes: map[string][]byte{}, archives: map[string][]byte{},
		account:  &datarequest.Account{ID: "a", Email: "ada@example.org", Mailed: true, Wallets: []string{"0x1"}, Provider: "auth0|1"},
		provider: true, holds: map[string]bool{"first": true, "second": true, "own": true}, sent: map[string]int{},
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

func (w *world) Create(ctx context.Context, r datarequest.Request, hash []byte, created func(context.Context) error) (datarequest.Request, error) {
	for _, live := range w.requests {
		if live.Kind == r.Kind && !slices.Contains([]string{"done", "cancelled", "expired"}, live.State) {
			return *live, nil
		}
	}
	if created != nil {
		if err := created(ctx); err != nil {
			return r, err
		}
	}
	w.requests[r.ID], w.hashes[r.ID] = &r, hash
	return r, nil
}

func (w *world) List(context.Context, string, time.Time) (out []datarequest.Request, err error) {
	for _, r := range w.requests {
		out = append(out, *r)
	}
	return out, nil
}

func (w *world) Confirm(ctx context.Context, hash []byte, dueAt, now time.Time, confirmed func(context.Context, datarequest.Request) error) (datarequest.Request, error) {
	for id, r := range w.requests {
		if bytes.Equal(w.hashes[id], hash) && r.State == datarequest.Unconfirmed && r.DueAt.After(now) {
			if err := confirmed(ctx, *r); err != nil {
				return datarequest.Request{}, err
			}
			r.State, r.DueAt = datarequest.Waiting, dueAt
			return *r, nil
		}
	}
	return datarequest.Request{}, datarequest.ErrNotFound
}

func (w *world) Archive(_ context.Context, _, id string, now time.Time) ([]byte, error) {
	if r := w.requests[id]; r == nil || r.State != datarequest.Done || !r.DueAt.After(now) {
		return nil, datarequest.ErrNotFound
	}
	return w.archives[id], nil
}

func (w *world) Due(_ context.Context, now time.Time) (out []datarequest.Request, err error) {
	for id, r := range w.requests {
		if !r.DueAt.After(now) && (slices.Contains([]string{"unconfirmed", "waiting", "running", "clearing"}, r.State) || w.archives[id] != nil) {
			out = append(out, *r)
		}
	}
	return out, w.call()
}

func (w *world) Move(ctx context.Context, id string, m datarequest.Move, moved func(context.Context) error) (bool, error) {
	if err := w.call(); err != nil {
		return false, err
	}
	r := w.requests[id]
	if r.State != m.From {
		return false, nil
	}
	if moved != nil {
		if err := moved(ctx); err != nil {
			return false, err
		}
	}
	r.State, r.DueAt, r.Reasons, w.archives[id] = m.To, m.DueAt, m.Reasons, m.Archive
	return true, nil
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

func (p part) Export(_ context.Context, who string) ([]byte, error) {
	if who != "a" {
		return []byte(`{"rows": null}`), p.w.call()
	}
	return fmt.Appendf(nil, `{"rows": ["%s"]}`, who), p.w.call()
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
	if !p.w.closed || p.w.clock.Now().Before(p.w.requestedAt().Add(7*24*time.Hour)) {
		p.w.t.Errorf("%s was erased at %s, want after the account is closed and %s", p.name, p.w.clock.Now(), p.w.requestedAt().Add(7*24*time.Hour))
	}
	if p.w.holds[p.name] && !slices.Equal(names, []string{"ada@example.org", "0x1"}) {
		p.w.t.Errorf("first erasure in %s gets %q, want ada@example.org and 0x1", p.name, names)
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

func (w *world) requestedAt() time.Time {
	for _, r := range w.requests {
		return r.RequestedAt
	}
	return time.Time{}
}

// deletion requests and confirms a deletion.
func (w *world) deletion() datarequest.Request {
	w.t.Helper()
	r, reasons, err := w.service.RequestDeletion(w.t.Context(), "a")
	if err != nil || len(reasons) > 0 || r.State != datarequest.Unconfirmed {
		w.t.Fatalf("%+v %q %v; want an unconfirmed request", r, reasons, err)
	}
	if r, err = w.service.Confirm(w.t.Context(), w.secret); err != nil || r.State != datarequest.Waiting {
		w.t.Fatalf("Confirm() = %+v, %v, want waiting", r, err)
	}
	return r
}

// TestDeletionSurvivesKills ends the process at every call in turn: the next runs finish the deletion, in order.
func TestDeletionSurvivesKills(t *testing.T) {
	for dies := 1; ; dies++ {
		w := newWorld(t)
		r := w.deletion()
		w.calls, w.dies = 0, dies
		for range 40 {
			w.clock.Advance(6 * time.Hour)
			_ = w.service.Work(t.Context())
		}
		if w.requests[r.ID].State != datarequest.Done || w.provider || w.account != nil || w.holds["first"] || w.holds["second"] || w.holds["own"] {
			t.Fatalf("killed at call %d: request = %+v, provider %t, holds %v, want done and nothing left", dies, w.requests[r.ID], w.provider, w.holds)
		}
		if w.sent["confirm"] != 1 || w.sent["scheduled"] != 1 {
			t.Errorf("emails = %v, want one confirm and one scheduled", w.sent)
		}
		if dies > 60 {
			return
		}
	}
}

func TestDeletionWaits(t *testing.T) {
	w := newWorld(t)
	w.blocked = "second"
	if _, reasons, err := w.service.RequestDeletion(t.Context(), "a"); err != nil || !slices.Equal(reasons, []string{"sentence: the order 1 is paid"}) {
		t.Fatalf("%q %v; want the reason order paid", reasons, err)
	}
	w.blocked, w.account.Roles = "", []string{"artist"}
	if _, reasons, err := w.service.RequestDeletion(t.Context(), "a"); err != nil || len(reasons) != 1 {
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
	if got := w.requests[r.ID]; got.State != datarequest.Waiting || len(got.Reasons) != 1 || w.closed {
		t.Fatalf("request = %+v, account closed = %t, want waiting for one reason, and open", got, w.closed)
	}
	if got, err := w.service.Cancel(t.Context(), "a", r.ID); err != nil || got.State != datarequest.Cancelled {
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
	if err := w.service.Work(t.Context()); err != nil || w.requests[r.ID].State != datarequest.Running {
		t.Fatalf("%+v %v; want a running request", w.requests[r.ID], err)
	}
	if _, err := w.service.Cancel(t.Context(), "a", r.ID); !errors.Is(err, datarequest.ErrTooLate) {
		t.Errorf("cancel while it is running: error = %v, want ErrTooLate", err)
	}
	if _, err := w.service.Cancel(t.Context(), "a", "other"); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("cancel of another account's request: error = %v, want ErrNotFound", err)
	}
}

func TestUnconfirmedExpires(t *testing.T) {
	w := newWorld(t)
	r, _, err := w.service.RequestDeletion(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(25 * time.Hour)
	if _, err := w.service.Confirm(t.Context(), w.secret); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("confirm by an expired link: error = %v, want ErrNotFound", err)
	}
	if err := w.service.Work(t.Context()); err != nil || w.requests[r.ID].State != datarequest.Expired || w.closed {
		t.Errorf("%+v %v; want an expired request and an open account", w.requests[r.ID], err)
	}
}

func TestExport(t *testing.T) {
	w := newWorld(t)
	r, err := w.service.RequestExport(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.service.Archive(t.Context(), "a", r.ID); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("download before the export is ready: error = %v, want ErrNotFound", err)
	}
	w.dies = 4 // the first attempt
	for range 2 {
		if err := w.service.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	file, err := w.service.Archive(t.Context(), "a", r.ID)
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
	}
	if want := []string{"README.txt", "own.json", "first.json", "second.json"}; !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	w.clock.Advance(25 * time.Hour)
	if _, err := w.service.Archive(t.Context(), "a", r.ID); !errors.Is(err, datarequest.ErrNotFound) {
		t.Errorf("download after a day: error = %v, want ErrNotFound", err)
	}
	if err := w.service.Work(t.Context()); err != nil || w.archives[r.ID] != nil || w.requests[r.ID].State != datarequest.Expired {
		t.Errorf("%+v %v; want an expired request without an archive", w.requests[r.ID], err)
	}
}

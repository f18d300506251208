// Package payouttest is the test suite that every store of payout wallets passes.
package payouttest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

const (
	wallet1 = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	wallet2 = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func quiet(context.Context, *payout.ArtistWallet) error { return nil }

func request(t *testing.T, s payout.Store, u payout.Update) payout.Update {
	t.Helper()
	var out payout.Update
	err := s.Change(t.Context(), u.ArtistID, func(b *payout.ArtistWallet) (err error) { out, err = b.Request(u); return err }, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// stored returns the wallet and the open changes of an artist.
func stored(t *testing.T, s payout.Store, artistID int64) (b payout.ArtistWallet) {
	t.Helper()
	if err := s.Change(t.Context(), artistID, func(found *payout.ArtistWallet) error { b = *found; return nil }, quiet); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestStore runs the suite.
func TestStore(t *testing.T, open func(t *testing.T) payout.Store) {
	t.Run("life", func(t *testing.T) { t.Parallel(); testLife(t, t.Context(), open(t)) })
	t.Run("race", func(t *testing.T) { t.Parallel(); testRace(t, t.Context(), open(t)) })
	t.Run("two artists", func(t *testing.T) { t.Parallel(); testTwoArtists(t, t.Context(), open(t)) })
	t.Run("failure", func(t *testing.T) { t.Parallel(); testFailure(t, t.Context(), open(t)) })
}

func testLife(t *testing.T, ctx context.Context, s payout.Store) {
	account := id.New()
	if w := stored(t, s, 7).Wallet; w != (payout.Wallet{ArtistID: 7}) {
		t.Errorf("wallet without changes = %+v, want none of artist 7", w)
	}
	first := request(t, s, payout.Update{ID: id.New(), AccountID: account, ArtistID: 7, ArtistName: "A", Email: "a@example.org", Address: wallet1, RequestedAt: start})
	if got, err := s.Update(ctx, first.ID); err != nil || got != first || got.Status != payout.AwaitingApproval {
		t.Errorf("stored = %+v, %v, want %+v, awaiting approval", got, err, first)
	}
	decide := func(updateID string, at time.Time) {
		t.Helper()
		err := s.Change(ctx, 7, func(b *payout.ArtistWallet) error { return b.Decide(updateID, payout.Approved, time.Hour, at) }, quiet)
		if err != nil {
			t.Fatal(err)
		}
	}
	decide(first.ID, start)
	if due, err := s.Due(ctx, start.Add(time.Hour-1)); err != nil || len(due) != 0 {
		t.Errorf("due too early = %v, %v, want none", due, err)
	}
	if due, err := s.Due(ctx, start.Add(time.Hour)); err != nil || len(due) != 1 || due[0].ID != first.ID || due[0].ArtistID != 7 {
		t.Fatalf("due = %v, %v, want %s of artist 7", due, err, first.ID)
	}
	activate := func(at time.Time) {
		t.Helper()
		if err := s.Change(ctx, 7, func(b *payout.ArtistWallet) error { return b.Activate(at) }, quiet); err != nil {
			t.Fatal(err)
		}
	}
	activate(start.Add(time.Hour))
	if w := stored(t, s, 7).Wallet; w != (payout.Wallet{ArtistID: 7, Address: wallet1, Version: 1}) {
		t.Errorf("wallet = %+v, want %s in version 1 of artist 7", w, wallet1)
	}
	second := request(t, s, payout.Update{ID: id.New(), AccountID: account, ArtistID: 7, Email: "a@example.org", Address: wallet2, RequestedAt: start.Add(2 * time.Hour)})
	if second.Previous != wallet1 {
		t.Errorf("previous = %q, want %q", second.Previous, wallet1)
	}
	decide(second.ID, start.Add(2*time.Hour))
	activate(start.Add(3 * time.Hour))
	if got, err := s.Update(ctx, second.ID); err != nil || got.Status != payout.Active || !got.NotBefore.Equal(start.Add(3*time.Hour)) {
		t.Errorf("second change = %+v, %v, want it active from %s", got, err, start.Add(3*time.Hour))
	}
	if got, err := s.Update(ctx, first.ID); err != nil || got.Status != payout.Superseded {
		t.Errorf("first change = %+v, %v, want it superseded", got, err)
	}
	for _, at := range []time.Time{start.Add(time.Minute), start.Add(time.Hour)} { // only the first time counts
		if err := s.OwnerApproved(ctx, second.ID, at); err != nil {
			t.Fatal(err)
		}
	}
	if u, err := s.Update(ctx, second.ID); err != nil || !u.OwnerApprovedAt.Equal(start.Add(time.Minute)) {
		t.Errorf("approved by the owner at %v, %v, want %v", u.OwnerApprovedAt, err, start.Add(time.Minute))
	}
	if err := s.PutAlert(ctx, []byte("hash"), second.ID, start.Add(90*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Alert(ctx, []byte("hash")); err != nil || got.Update.ID != second.ID || !got.ExpiresAt.Equal(start.Add(90*time.Hour)) {
		t.Errorf("alert = %+v, %v, want %s until %s", got, err, second.ID, start.Add(90*time.Hour))
	}
	for _, f := range []func() error{
		func() error { _, err := s.Alert(ctx, []byte("other")); return err },
		func() error { _, err := s.Update(ctx, id.New()); return err },
		func() error { _, err := s.Update(ctx, "no uuid"); return err },
	} {
		if err := f(); !errors.Is(err, payout.ErrNotFound) {
			t.Errorf("unknown: error = %v, want ErrNotFound", err)
		}
	}
	if err := s.Change(ctx, 7, func(b *payout.ArtistWallet) error { return b.Freeze(second.ID) }, quiet); err != nil {
		t.Fatal(err)
	}
	if w := stored(t, s, 7).Wallet; !w.Frozen || w.Version != 3 {
		t.Errorf("frozen wallet = %+v, want frozen in version 3", w)
	}
}

func testRace(t *testing.T, ctx context.Context, s payout.Store) {
	account := id.New()
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		ids[i] = id.New()
		wg.Go(func() {
			address := wallet1[:41] + string(rune('0'+i))
			err := s.Change(ctx, 9, func(b *payout.ArtistWallet) error {
				_, err := b.Request(payout.Update{ID: ids[i], AccountID: account, ArtistID: 9, Email: "a@example.org", Address: address, RequestedAt: start})
				return err
			}, quiet)
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	pending := 0
	for _, update := range ids {
		u, err := s.Update(ctx, update)
		if err != nil {
			t.Error(err)
		}
		if u.IsPending() {
			pending++
		}
	}
	if pending != 1 {
		t.Errorf("%d of 8 changes are pending, want 1", pending)
	}
}

// testTwoArtists: a wallet belongs to the artist whose change to it is approved first, also if several are approved at the same time. Changes
// that only wait keep nobody from it.
func testTwoArtists(t *testing.T, ctx context.Context, s payout.Store) {
	add := func(artistID int64, address string) (u payout.Update, err error) {
		err = s.Change(ctx, artistID, func(b *payout.ArtistWallet) error {
			u, err = b.Request(payout.Update{ID: id.New(), AccountID: id.New(), ArtistID: artistID, Email: "a@example.org", Address: address, RequestedAt: start})
			return err
		}, quiet)
		return u, err
	}
	approve := func(u payout.Update) error {
		return s.Change(ctx, u.ArtistID, func(b *payout.ArtistWallet) error { return b.Decide(u.ID, payout.Approved, 0, start) }, quiet)
	}
	var wg sync.WaitGroup
	changes, errs := make([]payout.Update, 8), make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			if changes[i], errs[i] = add(int64(i+1), wallet1); errs[i] != nil {
				t.Errorf("artist %d while no change is approved: %v, want nil", i+1, errs[i])
			}
		})
	}
	wg.Wait()
	for i := range errs {
		wg.Go(func() { errs[i] = approve(changes[i]) })
	}
	wg.Wait()
	var first, second payout.Update
	for i, err := range errs {
		switch {
		case err == nil && first.ID == "":
			first = changes[i]
		case !errors.Is(err, payout.ErrOtherArtist):
			t.Errorf("artist %d: %v, want one wallet for artist %d and ErrOtherArtist for the others", i+1, err, first.ArtistID)
		default:
			second = changes[i]
		}
	}
	if first.ID == "" || second.ID == "" {
		t.Fatalf("errors %v, want one artist with the wallet", errs)
	}
	for _, u := range []payout.Update{first, second} {
		want := map[bool]payout.Status{true: payout.Cooling, false: payout.AwaitingApproval}[u.ID == first.ID]
		if got, err := s.Update(ctx, u.ID); err != nil || got.Status != want {
			t.Errorf("artist %d: %s %v, want %s", u.ArtistID, got.Status, err, want)
		}
	}
	change := func(artistID int64, work func(*payout.ArtistWallet) error) {
		t.Helper()
		if err := s.Change(ctx, artistID, work, quiet); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := add(100, wallet1); !errors.Is(err, payout.ErrOtherArtist) {
		t.Errorf("a request after the approval: %v, want ErrOtherArtist", err)
	}
	// A change that ends before it is active leaves the wallet to others.
	change(first.ArtistID, func(b *payout.ArtistWallet) error { _, err := b.Cancel(first.ID); return err })
	if err := approve(second); err != nil {
		t.Fatal(err)
	}
	owner, other := second.ArtistID, first.ArtistID
	for _, next := range []string{wallet1, wallet2} { // active, then a former one
		if next == wallet2 {
			u, err := add(owner, wallet2)
			if err != nil {
				t.Fatal(err)
			}
			if err := approve(u); err != nil {
				t.Fatal(err)
			}
		}
		change(owner, func(b *payout.ArtistWallet) error { return b.Activate(start) })
		if _, err := add(other, wallet1); !errors.Is(err, payout.ErrOtherArtist) {
			t.Errorf("with %s active: %v, want ErrOtherArtist", next, err)
		}
	}
	// An artist may go back to an own former wallet.
	if _, err := add(owner, wallet1); err != nil {
		t.Error(err)
	}
}

func testFailure(t *testing.T, ctx context.Context, s payout.Store) {
	broken := errors.New("broken")
	u := payout.Update{ID: id.New(), AccountID: id.New(), ArtistID: 8, Email: "a@example.org", Address: wallet1, RequestedAt: start}
	add := func(b *payout.ArtistWallet) error { _, err := b.Request(u); return err }
	if err := s.Change(ctx, 8, func(b *payout.ArtistWallet) error { _ = add(b); return broken }, quiet); !errors.Is(err, broken) {
		t.Errorf("failed work: error = %v, want broken", err)
	}
	if err := s.Change(ctx, 8, add, func(context.Context, *payout.ArtistWallet) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("failed notification: error = %v, want broken", err)
	}
	if _, err := s.Update(ctx, u.ID); !errors.Is(err, payout.ErrNotFound) {
		t.Errorf("a failed change was stored: error = %v, want ErrNotFound", err)
	}
}

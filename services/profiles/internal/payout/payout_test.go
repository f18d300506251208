package payout

import (
	"errors"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const cooling = 48 * time.Hour

func ask(id, address string) Update {
	return Update{ID: id, ArtistID: 7, Email: "new@example.org", Address: address, RequestedAt: noon}
}

// TestEveryCommandInEveryState tries each command on a change in each state.
func TestEveryCommandInEveryState(t *testing.T) {
	t.Parallel()
	commands := map[string]struct {
		run func(b *ArtistWallet) error
		// want is the state afterwards; states without an entry don't change.
		want map[Status]Status
		// refuse are states that return ErrState.
		refuse []Status
	}{
		"approve":  {run: func(b *ArtistWallet) error { return b.Decide("u", Approved, cooling, noon) }, want: map[Status]Status{AwaitingApproval: Cooling}},
		"reject":   {run: func(b *ArtistWallet) error { return b.Decide("u", Rejected, cooling, noon) }, want: map[Status]Status{AwaitingApproval: Rejected}},
		"expire":   {run: func(b *ArtistWallet) error { return b.Decide("u", Expired, cooling, noon) }, want: map[Status]Status{AwaitingApproval: Expired}},
		"activate": {run: func(b *ArtistWallet) error { return b.Activate(noon) }, want: map[Status]Status{Cooling: Active}},
		"cancel": {
			run:    func(b *ArtistWallet) error { _, err := b.Cancel("u"); return err },
			want:   map[Status]Status{Requested: Cancelled, AwaitingApproval: Cancelled, Approved: Cancelled, Cooling: Cancelled},
			refuse: []Status{Active, Rejected, Expired, Cancelled, Superseded, Frozen},
		},
		"freeze": {
			run:    func(b *ArtistWallet) error { return b.Freeze("u") },
			want:   map[Status]Status{Requested: Frozen, AwaitingApproval: Frozen, Approved: Frozen, Cooling: Frozen, Active: Frozen},
			refuse: []Status{Rejected, Expired, Cancelled, Superseded},
		},
		"ask for another": {
			run:  func(b *ArtistWallet) error { _, err := b.Request(ask("v", "0x2")); return err },
			want: map[Status]Status{Requested: Superseded, AwaitingApproval: Superseded, Approved: Superseded, Cooling: Superseded},
		},
	}
	for name, c := range commands {
		t.Run(name, func(t *testing.T) {
			for _, from := range Statuses {
				u := ask("u", "0x1")
				u.Status, u.NotBefore = from, noon
				b := &ArtistWallet{Wallet: Wallet{ArtistID: 7}, Updates: []*Update{&u}}
				err := c.run(b)
				refused := false
				for _, s := range c.refuse {
					refused = refused || s == from
				}
				want := from
				if to, ok := c.want[from]; ok {
					want = to
				}
				if u.Status != want || refused != errors.Is(err, ErrState) || (!refused && err != nil) {
					t.Errorf("%s from %s = %s, %v, want %s, rejected = %t", name, from, u.Status, err, want, refused)
				}
				for _, s := range b.Transitions {
					if s.From != "" && !Allowed(s.From, s.To) {
						t.Errorf("%s from %s made the transition %s to %s, want an allowed one", name, from, s.From, s.To)
					}
				}
			}
		})
	}
}

func TestCoolingAndContacts(t *testing.T) {
	t.Parallel()
	old := ask("old", "0x1")
	old.Status, old.Email = Active, "old@example.org"
	b := &ArtistWallet{Wallet: Wallet{ArtistID: 7, Address: "0x1", Version: 3}, Updates: []*Update{&old}}
	u, err := b.Request(ask("u", "0x2"))
	if err != nil || u.Status != AwaitingApproval || u.Previous != "0x1" {
		t.Fatalf("request = %+v, %v, want awaiting approval after 0x1", u, err)
	}
	if again, err := b.Request(ask("v", "0x2")); err != nil || again.ID != "u" {
		t.Errorf("second request = %+v, %v, want u", again, err)
	}
	if _, err := b.Request(ask("w", "0x1")); !errors.Is(err, ErrSameAddress) {
		t.Errorf("request for the active wallet: error = %v, want ErrSameAddress", err)
	}
	if err := b.Decide("u", Approved, cooling, noon); err != nil {
		t.Fatal(err)
	}
	if err := b.Activate(noon.Add(cooling - 1)); err != nil || b.Wallet.Address != "0x1" {
		t.Errorf("wallet before its time = %+v, %v, want 0x1", b.Wallet, err)
	}
	if err := b.Activate(noon.Add(cooling)); err != nil || b.Wallet.Address != "0x2" || b.Wallet.Version != 4 || old.Status != Superseded {
		t.Errorf("wallet = %+v, old %s, %v, want 0x2 in version 4, old superseded", b.Wallet, old.Status, err)
	}
	told := map[string]int{}
	for _, n := range b.Notices {
		told[string(n.Kind)+" "+n.To]++
	}
	for _, want := range []string{"awaiting_approval new@example.org", "awaiting_approval old@example.org", "cooling new@example.org", "cooling old@example.org", "active new@example.org", "active old@example.org"} {
		if told[want] != 1 {
			t.Errorf("notification %q sent %d times, want 1", want, told[want])
		}
	}
	// Freezing the active wallet puts payouts on hold until another change is active.
	if err := b.Freeze("u"); err != nil || !b.Wallet.Frozen || b.Wallet.Version != 5 {
		t.Errorf("frozen wallet = %+v, %v, want frozen in version 5", b.Wallet, err)
	}
	if _, err := b.Request(ask("x", "0x2")); err != nil {
		t.Errorf("request for the frozen wallet: error = %v, want nil", err)
	}
	if err := errors.Join(b.Decide("x", Approved, 0, noon), b.Activate(noon)); err != nil || b.Wallet.Frozen || b.Wallet.Address != "0x2" || b.Wallet.Version != 6 {
		t.Errorf("wallet without cooling = %+v, %v, want 0x2 in version 6, not frozen", b.Wallet, err)
	}
}

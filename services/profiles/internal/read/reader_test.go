package read_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/read"
)

const (
	wallet1 = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	wallet2 = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
)

// setup opens a database as the user of the service, who doesn't own the tables.
func setup(t *testing.T) *read.Reader {
	t.Helper()
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	})))
	return &read.Reader{Pool: pool, Clock: clock.NewFake(time.Unix(1e9, 0)), Log: testkit.Log(t)}
}

// TestFindProfiles is about what staff search.
func TestFindProfiles(t *testing.T) {
	t.Parallel()
	r := setup(t)
	store, at := postgres.NewProfiles(r.Pool), time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)
	marit := profile.Profile{ID: id.New(), OwnerID: id.New(), FirstName: "Marit", LastName: "Solheim Aas", Name: "M", CreatedAt: at}
	marcel := profile.Profile{ID: id.New(), OwnerID: id.New(), Name: "Marcel", CreatedAt: at.Add(time.Hour)}
	for _, p := range []profile.Profile{marit, marcel} {
		if err := store.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	ctx := identity.With(t.Context(), &identity.Principal{Subject: id.New()})
	for name, c := range map[string]struct {
		search string
		owners []string
		want   []string
	}{
		"first name":         {"marit", nil, []string{"Marit Solheim Aas"}},
		"full name":          {"marit sol", nil, []string{"Marit Solheim Aas"}},
		"last name":          {"solheim", nil, []string{"Marit Solheim Aas"}},
		"display name":       {"marcel", nil, []string{"Marcel"}},
		"newest first":       {"mar", nil, []string{"Marcel", "Marit Solheim Aas"}},
		"middle of a name":   {"arit", nil, nil},
		"no pattern":         {"m%", nil, nil},
		"nothing":            {"", nil, nil},
		"account":            {"", []string{marit.OwnerID, id.New()}, []string{"Marit Solheim Aas"}},
		"account and name":   {"marcel", []string{marit.OwnerID}, []string{"Marcel", "Marit Solheim Aas"}},
		"account's own name": {"marit", []string{marit.OwnerID}, []string{"Marit Solheim Aas"}},
	} {
		found, err := r.ListDeskProfiles(ctx, &profilesv1.ListDeskProfilesRequest{Search: c.search, OwnerId: c.owners})
		var got []string
		for _, p := range found.GetItems() {
			got = append(got, p.GetName())
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

// TestCompletedProfiles have both names and the address, which a purchase needs.
func TestCompletedProfiles(t *testing.T) {
	t.Parallel()
	r := setup(t)
	store := postgres.NewProfiles(r.Pool)
	for _, c := range []struct {
		profile profile.Profile
		want    bool
	}{
		{profile.Profile{FirstName: "a", LastName: "b", Email: "c"}, true},
		{profile.Profile{FirstName: "a", LastName: "b"}, false},
		{profile.Profile{FirstName: "a", Email: "c"}, false},
		{profile.Profile{LastName: "b", Email: "c", Name: "d"}, false},
	} {
		c.profile.ID, c.profile.OwnerID, c.profile.CreatedAt = id.New(), id.New(), time.Unix(1e9, 0)
		if err := store.Create(t.Context(), c.profile); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Profile(t.Context(), c.profile.OwnerID); err != nil || got.GetIsProfileCompleted() != c.want || got.GetId() != c.profile.ID {
			t.Errorf("profile = %v, %v, want completed: %t", got, err, c.want)
		}
	}
}

// TestPayouts lists the changes of an artist, by any account, newest first.
func TestPayouts(t *testing.T) {
	t.Parallel()
	r, ctx := setup(t), t.Context()
	store, at := postgres.NewPayouts(r.Pool), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	former, now := id.New(), id.New()
	var ids []string
	for i, u := range []payout.Update{
		{AccountID: former, ArtistID: 7, ArtistName: "A", Address: wallet1},
		{AccountID: now, ArtistID: 7, ArtistName: "A", Address: wallet2},
		{AccountID: now, ArtistID: 8, ArtistName: "B", Address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"},
	} {
		u.ID, u.RequestedAt = id.New(), at.Add(time.Duration(i)*time.Hour)
		ids = append(ids, u.ID)
		if err := store.Change(ctx, u.ArtistID, func(b *payout.ArtistWallet) error {
			if _, err := b.Request(u); err != nil || u.ArtistID == 8 {
				return err
			}
			if err := b.Decide(u.ID, payout.Approved, 0, u.RequestedAt); err != nil {
				return err
			}
			return b.Activate(u.RequestedAt)
		}, func(context.Context, *payout.ArtistWallet) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.ArtistPayouts(ctx, now, 7, "A")
	if err != nil || len(got.GetItems()) != 2 || got.GetActiveAddress() != wallet2 || got.GetFrozen() || !got.GetLinked() || got.GetArtistName() != "A" {
		t.Fatalf("changes of the artist = %v, %v, want two with %s active", got, err, wallet2)
	}
	newest, oldest := got.GetItems()[0], got.GetItems()[1]
	if newest.GetId() != ids[1] || !newest.GetOwn() || newest.GetStatus() != "active" || newest.GetPreviousAddress() != wallet1 ||
		!newest.GetNotBefore().AsTime().Equal(at.Add(time.Hour)) || newest.GetOwnerApprovedAt() != nil {
		t.Errorf("newest change = %v, want %s, own and active", newest, ids[1])
	}
	if oldest.GetId() != ids[0] || oldest.GetOwn() || oldest.GetStatus() != "superseded" {
		t.Errorf("oldest change = %v, want %s, of another account and superseded", oldest, ids[0])
	}
	if got, err := r.RequestedPayouts(ctx, now); err != nil || len(got.GetItems()) != 2 || got.GetItems()[0].GetId() != ids[2] || got.GetItems()[1].GetId() != ids[1] ||
		got.GetLinked() || got.GetActiveAddress() != "" {
		t.Errorf("changes of the account = %v, %v, want %s and %s without the wallet", got, err, ids[2], ids[1])
	}
	if got, err := r.ArtistWallets(ctx, 7, "A"); err != nil || !slices.Equal(got.GetWallets(), []string{wallet2, wallet1}) || got.GetActiveAddress() != wallet2 {
		t.Errorf("wallets = %v, %v, want %s before %s", got, err, wallet2, wallet1)
	}
	if got, err := r.ArtistWallets(ctx, 9, "C"); err != nil || len(got.GetWallets()) != 0 || got.GetActiveAddress() != "" {
		t.Errorf("wallets of an artist without changes = %v, %v, want none", got, err)
	}
}

package profiles_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

const (
	wallet1 = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	wallet2 = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
)

func (h *fixture) own(ctx context.Context, accountID string) []*profilesv1.Profile {
	h.t.Helper()
	res, err := h.profiles.ListProfiles(ctx, &profilesv1.ListProfilesRequest{OwnerId: accountID})
	if err != nil {
		h.t.Fatal(err)
	}
	return res.GetProfiles()
}

func TestProfile(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, ctx := h.person("ann@example.org")
	strangerID, stranger := h.person("bob@example.org")
	if got := h.own(ctx, accountID); len(got) != 0 {
		t.Errorf("before the profile exists: %v, want none", got)
	}
	create := func() (*profilesv1.Profile, error) {
		res, err := h.profiles.CreateProfile(ctx, &profilesv1.CreateProfileRequest{Name: "Ann", Email: "other@example.org", OwnerId: accountID})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			p, err := create()
			if err != nil {
				t.Error(err)
			}
			ids[i] = p.GetId()
		})
	}
	wg.Wait()
	for _, other := range ids {
		if other != ids[0] {
			t.Fatalf("ids of one account's profile = %v, want the same", ids)
		}
	}
	p, err := create()
	if err != nil || p.GetEmail() != "ann@example.org" || p.GetIsProfileCompleted() || p.GetOwnerId() != accountID || p.GetAvatar() != nil {
		t.Errorf("profile = %v, %v, want ann@example.org of %s, not completed, without an avatar", p, err, accountID)
	}
	update := func(ctx context.Context, profileID string, p *profilesv1.Profile) (*profilesv1.Profile, error) {
		res, err := h.profiles.UpdateProfile(ctx, &profilesv1.UpdateProfileRequest{Id: profileID, Profile: p})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
	p, err = update(ctx, ids[0], &profilesv1.Profile{
		Id: id.New(), OwnerId: strangerID, IsProfileCompleted: false, Name: "Ann", FirstName: " Ann ", LastName: "Lee", Email: "evil@example.org",
	})
	if err != nil || p.GetId() != ids[0] || p.GetOwnerId() != accountID || !p.GetIsProfileCompleted() || p.GetEmail() != "ann@example.org" || p.GetFirstName() != "Ann" {
		t.Errorf("updated = %v, %v, want %s of %s, completed, Ann with ann@example.org", p, err, ids[0], accountID)
	}
	_, err = update(ctx, ids[0], &profilesv1.Profile{FirstName: "A\u200f", LastName: strings.Repeat("x", 201)})
	h.want(err, connect.CodeInvalidArgument, "invalid", "firstName", "lastName")

	// Another person's profile is not found.
	for _, f := range []func() error{
		func() error { _, err := update(stranger, ids[0], &profilesv1.Profile{Name: "x"}); return err },
		func() error { _, err := update(ctx, id.New(), &profilesv1.Profile{Name: "x"}); return err },
		func() error { _, err := update(ctx, "nonsense", &profilesv1.Profile{Name: "x"}); return err },
		func() error {
			_, err := h.profiles.ListProfiles(stranger, &profilesv1.ListProfilesRequest{OwnerId: accountID})
			return err
		},
		func() error {
			_, err := h.profiles.CreateProfile(stranger, &profilesv1.CreateProfileRequest{OwnerId: accountID})
			return err
		},
		func() error {
			_, err := h.profiles.UploadAvatar(stranger, &profilesv1.UploadAvatarRequest{ProfileId: ids[0], Content: []byte("x")})
			return err
		},
	} {
		h.want(f(), connect.CodeNotFound, "not_found")
	}
	_, err = h.profiles.ListProfiles(t.Context(), &profilesv1.ListProfilesRequest{})
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("list without a login: error = %v, want unauthenticated", err)
	}
	// Events of auth update the provider's address; reading a profile calls no service.
	h.services.with(func(n *fakeServices) { n.away = true })
	email := func(want string) {
		t.Helper()
		testkit.Eventually(t, 15*time.Second, func() bool { return h.own(ctx, accountID)[0].GetEmail() == want })
	}
	h.event(&authv1.CredentialsChanged{AccountId: accountID, Email: "new@example.org", Version: 2})
	email("new@example.org")
	h.event(&authv1.CredentialsChanged{AccountId: accountID, Email: "old@example.org", Version: 1})
	h.event(&authv1.CredentialsChanged{AccountId: accountID, Version: 3})
	h.event(&authv1.AccountVerified{AccountId: id.New(), Email: "other@example.org", Version: 9})
	h.event(&authv1.AccountVerified{AccountId: accountID, Email: "verified@example.org", Version: 4})
	email("verified@example.org")
	h.consumed(5)
	email("verified@example.org")
	_, err = update(ctx, ids[0], &profilesv1.Profile{Name: "x"})
	h.want(err, connect.CodeUnavailable, "unavailable")
	res, err := h.profiles.GetProfileByOwner(t.Context(), &profilesv1.GetProfileByOwnerRequest{OwnerId: accountID})
	if err != nil || res.GetProfile().GetId() != ids[0] {
		t.Errorf("profile for services = %v, %v, want id %s", res, err, ids[0])
	}
	_, err = h.profiles.GetProfileByOwner(t.Context(), &profilesv1.GetProfileByOwnerRequest{OwnerId: id.New()})
	h.want(err, connect.CodeNotFound, "not_found")
	_, err = h.profiles.GetProfileByOwner(ctx, &profilesv1.GetProfileByOwnerRequest{OwnerId: accountID})
	h.want(err, connect.CodePermissionDenied, "caller_forbidden")
	_, err = h.payouts.GetPayoutWallet(ctx, &profilesv1.GetPayoutWalletRequest{ArtistId: 7})
	h.want(err, connect.CodePermissionDenied, "caller_forbidden")
}

func TestWalletAccountsOwnAddress(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, ctx := h.person("")
	_, err := h.profiles.CreateProfile(ctx, &profilesv1.CreateProfileRequest{Name: "W", Email: "not an address"})
	h.want(err, connect.CodeInvalidArgument, "invalid", "email")
	res, err := h.profiles.CreateProfile(ctx, &profilesv1.CreateProfileRequest{Name: "W", Email: "w@example.org"})
	if err != nil || res.GetEmail() != "w@example.org" {
		t.Errorf("profile = %v, %v, want w@example.org", res, err)
	}
	if got := h.own(ctx, accountID); got[0].GetEmail() != "w@example.org" {
		t.Errorf("profile = %v, want w@example.org", got)
	}
	// An old login may change the name, and not the address.
	update := func(name, email string) (string, error) {
		res, err := h.profiles.UpdateProfile(ctx, &profilesv1.UpdateProfileRequest{
			Id: res.GetId(), Profile: &profilesv1.Profile{Name: name, Email: email},
		})
		if err != nil {
			return "", err
		}
		return res.GetName() + " " + res.GetEmail(), nil
	}
	h.services.with(func(n *fakeServices) { n.stale = true })
	if got, err := update("X", "w@example.org"); got != "X w@example.org" || err != nil {
		t.Errorf("profile = %q, %v, want X w@example.org", got, err)
	}
	_, err = update("Y", "x@example.org")
	h.want(err, connect.CodePermissionDenied, "recent_login_required")
	_, err = update("Y", "")
	h.want(err, connect.CodeInvalidArgument, "invalid", "email")
	h.services.with(func(n *fakeServices) { n.stale = false })
	if got, err := update("Y", "x@example.org"); got != "Y w@example.org" || err != nil {
		t.Errorf("profile = %q, %v, want the new name and the address as it was", got, err)
	}
}

// TestTheAccountComesWithTheSession: the check of the caller's session returns the account that the handler needs.
func TestTheAccountComesWithTheSession(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ctx := h.person("ada@example.org")
	p, err := h.profiles.CreateProfile(ctx, &profilesv1.CreateProfileRequest{Name: "Ada"})
	if err != nil || p.GetEmail() != "ada@example.org" {
		t.Fatalf("profile = %v, %v, want the provider's email", p, err)
	}
	if _, err := h.profiles.UpdateProfile(ctx, &profilesv1.UpdateProfileRequest{Id: p.GetId(), Profile: &profilesv1.Profile{Name: "Ada L."}}); err != nil {
		t.Fatal(err)
	}
	h.services.with(func(n *fakeServices) {
		if n.reads != 0 {
			t.Errorf("%d calls of GetAccount, want none", n.reads)
		}
	})
}

func TestAvatar(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ctx := h.person("ann@example.org")
	p, err := h.profiles.CreateProfile(ctx, &profilesv1.CreateProfileRequest{Name: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewNRGBA(image.Rect(0, 0, 600, 300))); err != nil {
		t.Fatal(err)
	}
	upload := func(content []byte) (*profilesv1.Avatar, error) {
		res, err := h.profiles.UploadAvatar(ctx, &profilesv1.UploadAvatarRequest{ProfileId: p.GetId(), Content: content})
		if err != nil {
			return nil, err
		}
		return res.GetAvatar(), nil
	}
	first, err := upload(content.Bytes())
	if err != nil || first.GetWidth() != 512 || first.GetHeight() != 256 || !strings.HasPrefix(first.GetUrl(), "/assets/avatars/") {
		t.Fatalf("avatar = %v, %v, want 512 × 256 at /assets/avatars/", first, err)
	}
	status := func(path string) int {
		res, err := http.Get(h.base + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	second, err := upload(content.Bytes())
	if err != nil || status(second.GetUrl()) != http.StatusOK || status(first.GetUrl()) != http.StatusNotFound {
		t.Errorf("second avatar = %v, %v, status %d, of the first %d, want 200 and 404", second, err, status(second.GetUrl()), status(first.GetUrl()))
	}
	for _, bad := range [][]byte{[]byte("<svg/>"), content.Bytes()[:100]} {
		_, err = upload(bad)
		h.want(err, connect.CodeInvalidArgument, "invalid_picture", "uri")
	}
	_, err = upload(make([]byte, 5<<20+1))
	h.want(err, connect.CodeInvalidArgument, "invalid", "content")
	res, err := h.profiles.UpdateProfile(ctx, &profilesv1.UpdateProfileRequest{Id: p.GetId(), Profile: &profilesv1.Profile{Name: "A"}})
	if err != nil || res.GetAvatar().GetUrl() != second.GetUrl() {
		t.Errorf("profile after an update = %v, %v, want avatar %s", res, err, second.GetUrl())
	}
}

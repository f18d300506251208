package profiles_test

import (
	"context"
	"slices"
	"testing"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// TestStaffFindProfiles: by a name or by an account, and only with a role.
func TestStaffFindProfiles(t *testing.T) {
	t.Parallel()
	h := setup(t)
	ada, ctx := h.person("ada@example.org")
	if _, err := h.profiles.CreateProfile(ctx, &profilesv1.CreateProfileRequest{Name: "Ada Lovelace"}); err != nil {
		t.Fatal(err)
	}
	find := func(role, search string, owners ...string) ([]*profilesv1.DeskProfile, error) {
		as := identity.With(context.WithoutCancel(t.Context()), &identity.Principal{Subject: id.New(), SessionID: id.New(), Roles: []string{role}})
		res, err := h.desk.ListDeskProfiles(as, &profilesv1.ListDeskProfilesRequest{Search: search, OwnerId: owners})
		if err != nil {
			return nil, err
		}
		return res.GetItems(), nil
	}
	for name, c := range map[string]struct {
		search string
		owners []string
		found  bool
	}{
		"name": {" ada  LOVE", nil, true}, "account": {"", []string{ada}, true},
		"nothing": {"", nil, false}, "another name": {"bell", nil, false}, "NUL": {"ad\x00a", nil, true},
	} {
		got, err := find("support", c.search, c.owners...)
		if err != nil || (len(got) == 1 && got[0].GetOwnerId() == ada && got[0].GetName() == "Ada Lovelace") != c.found {
			t.Errorf("%s: %v, %v; want Ada found: %t", name, got, err, c.found)
		}
	}
	for _, role := range []string{"finance", "content", "approver", "artist", ""} {
		_, err := find(role, "ada")
		h.want(err, connect.CodePermissionDenied, "forbidden")
	}
}

// TestNobodyDecidesAboutThemselves: staff decide about nothing here. Each write is of the caller's own account, or of an emailed link. Another payout
// wallet waits for the decision of somebody else, which approvals checks.
func TestNobodyDecidesAboutThemselves(t *testing.T) {
	t.Parallel()
	ofOneself := []string{
		"CollectorsService.SaveCollectorPage", "CollectorsService.SetWall", "EmailChangeService.CancelEmailChange", "EmailSettingsService.SetEmailSetting", "FavoritesService.AddFavorites",
		"FavoritesService.ListFavorites", "FavoritesService.RemoveFavorite", "PayoutService.CancelPayoutWalletUpdate", "PayoutService.ListPayoutWalletUpdates",
		"PayoutService.RequestPayoutWalletUpdate", "ProfilesService.CreateProfile", "ProfilesService.ListProfiles", "ProfilesService.UpdateProfile",
		"ProfilesService.UploadAvatar", "PushService.RemovePushSubscription", "PushService.SavePushSubscription", "RemindersService.AddReminder",
		"RemindersService.ListReminders", "RemindersService.RemoveReminder",
	}
	byLink := []string{
		"EmailChangeService.ConfirmEmailChange", "EmailChangeService.RejectEmailChange", "EmailSettingsService.StopEmails", "PayoutService.StopPayoutChange",
	}
	testkit.ListsWrites(t, slices.Concat(ofOneself, byLink), profilesv1.File_vitrine_profiles_v1_profiles_proto)
}

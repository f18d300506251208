package rest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/rpc"
)

// otherwise are the public RPCs that write and do not need an active session.
var otherwise = map[protoreflect.FullName]rpc.SessionRule{
	// They open a session, or end one again.
	"vitrine.auth.v1.SessionService.ExchangeCode": rpc.SessionUnchecked,
	"vitrine.auth.v1.SessionService.VerifySiwe":   rpc.SessionUnchecked,
	"vitrine.auth.v1.SessionService.Logout":       rpc.SessionUnchecked,
	// The mailed link suffices.
	"vitrine.auth.v1.SessionService.ReportLogin":                rpc.SessionUnchecked,
	"vitrine.auth.v1.DataRequestService.ConfirmDeletion":        rpc.SessionUnchecked,
	"vitrine.approvals.v1.ApprovalsService.Reject":              rpc.SessionActiveIfPresent,
	"vitrine.profiles.v1.PayoutService.StopPayoutChange":        rpc.SessionActiveIfPresent,
	"vitrine.profiles.v1.EmailChangeService.ConfirmEmailChange": rpc.SessionActiveIfPresent,
	"vitrine.profiles.v1.EmailChangeService.RejectEmailChange":  rpc.SessionActiveIfPresent,
	"vitrine.profiles.v1.EmailSettingsService.StopEmails":       rpc.SessionActiveIfPresent,
}

// handled are RPCs without an HTTP rule that routes of this package call.
var handled = []protoreflect.FullName{"vitrine.profiles.v1.ProfilesService.UploadAvatar"}

// steppedUp are the public RPCs that need a recent login, and a passkey where the account has one. Besides them, UpdateProfile needs
// it to replace an address, and BeginPasskey and AddPasskey need it unless they are about the first passkey.
var steppedUp = []protoreflect.FullName{
	"vitrine.approvals.v1.ApprovalsService.Approve",
	"vitrine.approvals.v1.ApprovalsService.ApproveBySignature",
	"vitrine.approvals.v1.ApprovalsService.ApproveWaiting",
	"vitrine.approvals.v1.ApprovalsService.RejectWaiting",
	"vitrine.auth.v1.DataRequestService.GetExport", // everything about a person
	"vitrine.auth.v1.DataRequestService.RequestDeletion",
	"vitrine.auth.v1.DataRequestService.RequestExport",
	"vitrine.auth.v1.DeskService.BlockAccount",
	"vitrine.auth.v1.DeskService.EndDeskSession",
	"vitrine.auth.v1.DeskService.EndDeskSessions",
	"vitrine.auth.v1.DeskService.UnblockAccount",
	"vitrine.auth.v1.PasskeyService.RemovePasskey",
	"vitrine.auth.v1.PasskeyService.ReplaceRecoveryCodes",
	"vitrine.auth.v1.SessionService.EndOtherSessions",
	"vitrine.auth.v1.SessionService.EndSession",
	"vitrine.auth.v1.SessionService.LinkWallet",
	"vitrine.auth.v1.SessionService.UnlinkWallet",
	"vitrine.chain.v1.GiftService.SendGift",
	"vitrine.chain.v1.WithdrawalService.DecideWithdrawalReview",
	"vitrine.chain.v1.WithdrawalService.RequestWithdrawal",
	"vitrine.chain.v1.WithdrawalService.RequestWithdrawals",
	"vitrine.checkout.v1.DeskService.ExportMovements",
	"vitrine.checkout.v1.DeskService.ReleaseEdition",
	"vitrine.checkout.v1.PhaseService.PausePhase",
	"vitrine.checkout.v1.PhaseService.ResumePhase",
	"vitrine.checkout.v1.PhaseService.SavePhaseMembers",
	"vitrine.checkout.v1.PhaseService.SavePhases",
	"vitrine.checkout.v1.ReviewService.DecideRefundRequest",
	"vitrine.checkout.v1.ReviewService.DecideReview",
	"vitrine.checkout.v1.ReviewService.RefundCheckout",
	"vitrine.profiles.v1.PayoutService.RequestPayoutWalletUpdate",
}

// TestStepUpMatrix covers all RPCs.
func TestStepUpMatrix(t *testing.T) {
	t.Parallel()
	var got []protoreflect.FullName
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for j := range methods.Len() {
				m := methods.Get(j)
				if !rpc.NeedsStepUp(m) {
					continue
				}
				got = append(got, m.FullName())
				if rpc.HTTPMethod(m) == "" {
					t.Errorf("%s needs a step-up, want it only on public calls", m.FullName())
				}
			}
		}
		return true
	})
	slices.Sort(got)
	if !slices.Equal(got, steppedUp) {
		t.Errorf("RPCs with a step-up = %q, want %q", got, steppedUp)
	}
}

// TestEveryPublicWriteChecksTheSession covers all RPCs. What services do with the rule is tested in kit/rpc and, for each service as it
// runs, in deploy/onebox.
func TestEveryPublicWriteChecksTheSession(t *testing.T) {
	t.Parallel()
	seen, writes := map[protoreflect.FullName]bool{}, 0
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			for j := range file.Services().Get(i).Methods().Len() {
				m := file.Services().Get(i).Methods().Get(j)
				if !strings.HasPrefix(string(m.FullName()), "vitrine.") {
					continue
				}
				seen[m.FullName()] = true
				method := rpc.HTTPMethod(m)
				if !slices.Contains(handled, m.FullName()) && (method == "" || method == http.MethodGet) {
					continue
				}
				writes++
				want, named := otherwise[m.FullName()]
				if !named {
					want = rpc.SessionActive
				}
				if got := rpc.SessionRuleOf(m); got != want {
					t.Errorf("%s has session rule %d, want %d", m.FullName(), got, want)
				}
			}
		}
		return true
	})
	for _, name := range append(handled, slices.Collect(maps.Keys(otherwise))...) {
		if !seen[name] {
			t.Errorf("%s does not exist", name)
		}
	}
	if writes < 20 {
		t.Errorf("checked only %d writing RPCs, want at least 20", writes)
	}
}

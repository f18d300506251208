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
	// They open a session, or end it once more.
	"vitrine.auth.v1.SessionService.ExchangeCode": rpc.SessionUnchecked,
	"vitrine.auth.v1.SessionService.VerifySiwe":   rpc.SessionUnchecked,
	"vitrine.auth.v1.SessionService.Logout":       rpc.SessionUnchecked,
	// The mailed link suffices.
	"vitrine.approvals.v1.ApprovalsService.Reject":       rpc.SessionActiveIfPresent,
	"vitrine.profiles.v1.PayoutService.StopPayoutChange": rpc.SessionActiveIfPresent,
}

// handled are RPCs without an HTTP rule that routes of this package call.
var handled = []protoreflect.FullName{"vitrine.profiles.v1.ProfilesService.UploadAvatar"}

// TestEveryPublicWriteChecksTheSession walks over all RPCs. What services do with the rule is tested in kit/rpc and, for each
// service as it runs, in deploy/onebox.
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
		t.Errorf("walked over %d writing RPCs only", writes)
	}
}

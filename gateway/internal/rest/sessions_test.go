package rest

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1" // has internal RPCs only
	optionsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/options/v1"
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1" // has internal RPCs only
	_ "github.com/vitrine/vitrine/proto/gen/vitrine/render/v1"   // has internal RPCs only
)

// handled reports whether the gateway calls an RPC in a handler of its own, because it has neither an HTTP rule nor callers.
func handled(m protoreflect.MethodDescriptor) bool {
	return rpc.HTTPMethod(m) == "" && len(rpc.CallersOf(m)) == 0
}

// needsSession reports whether an RPC refuses callers without an active session.
func needsSession(m protoreflect.MethodDescriptor) bool {
	return rpc.NeedsStepUp(m) || rpc.SessionRuleOf(m) == rpc.SessionActive
}

func stringOption(m protoreflect.MethodDescriptor, of protoreflect.ExtensionType) string {
	return proto.GetExtension(m.Options(), of).(string)
}

func credential(m protoreflect.MethodDescriptor) optionsv1.Credential {
	return proto.GetExtension(m.Options(), optionsv1.E_Credential).(optionsv1.Credential)
}

// TestEveryPublicWriteChecksTheSession covers all RPCs. A public write needs an active session, one of gallery staff a step-up as well, and an RPC
// has an HTTP rule or callers. Any other says in its contract why it is safe: (vitrine.options.v1.why). What services do with the options is
// tested in kit/rpc and, for each service as it runs, in deploy/onebox.
func TestEveryPublicWriteChecksTheSession(t *testing.T) {
	t.Parallel()
	writes := 0
	for _, m := range rpc.Methods() {
		method := rpc.HTTPMethod(m)
		write := handled(m) || method != "" && method != http.MethodGet
		unprotected := write && (!needsSession(m) || len(rpc.AreasOf(m)) > 0 && !rpc.NeedsStepUp(m)) || handled(m)
		if explained := stringOption(m, optionsv1.E_Why) != ""; explained != unprotected {
			t.Errorf("%s: lacks a default protection = %t, says why = %t, want (vitrine.options.v1.why) exactly if it lacks one", m.FullName(), unprotected, explained)
		}
		if handled(m) && !needsSession(m) {
			t.Errorf("%s is public by a handler of the gateway and doesn't need an active session, want it", m.FullName())
		}
		if write {
			writes++
		}
	}
	if writes < 70 {
		t.Errorf("checked only %d writing RPCs, want at least 70", writes)
	}
}

// TestOptionsFitTogether covers all RPCs.
func TestOptionsFitTogether(t *testing.T) {
	t.Parallel()
	processes := []string{identity.Gateway, "approvals", "auth", "catalog", "chainwatcher", "checkout", "profiles"}
	forPublic := []protoreflect.ExtensionType{
		optionsv1.E_Areas, optionsv1.E_Cache, optionsv1.E_Credential, optionsv1.E_IdempotencyKey, optionsv1.E_Limit, optionsv1.E_MaxBody, optionsv1.E_Only,
		optionsv1.E_Priority, optionsv1.E_Session, optionsv1.E_StepUp,
	}
	for _, m := range rpc.Methods() {
		wrong := func(format string, args ...any) { t.Errorf("%s "+format, append([]any{m.FullName()}, args...)...) }
		callers, only := rpc.CallersOf(m), stringOption(m, optionsv1.E_Only)
		bearer := slices.Contains([]optionsv1.Credential{
			optionsv1.Credential_CREDENTIAL_UNSPECIFIED, optionsv1.Credential_CREDENTIAL_USER, optionsv1.Credential_CREDENTIAL_LINK_AND_USER,
		}, credential(m))
		if len(callers) > 0 {
			if rpc.HTTPMethod(m) != "" {
				wrong("has an HTTP rule and callers, want one of them")
			}
			for _, option := range forPublic {
				if proto.HasExtension(m.Options(), option) {
					wrong("is internal and has the option %s of public RPCs", option.TypeDescriptor().Name())
				}
			}
		}
		for _, name := range callers {
			if !slices.Contains(processes, name) {
				wrong("has the unknown caller %s", name)
			}
		}
		for _, area := range rpc.AreasOf(m) {
			if !slices.Contains(identity.Areas, area) {
				wrong("has the unknown area %s", area)
			}
		}
		if only != "" && only != "artist" && only != "approver" {
			wrong("is only for %q, want artist or approver", only)
		}
		if (needsSession(m) || only != "") && !bearer {
			wrong("needs a session but no access token: %s", credential(m))
		}
		if stringOption(m, optionsv1.E_Cache) != "" && credential(m) != optionsv1.Credential_CREDENTIAL_OPEN {
			wrong("has responses for one caller, want them not cached")
		}
		for _, b := range rpc.BindingsOf(m) {
			link := credential(m) == optionsv1.Credential_CREDENTIAL_LINK || credential(m) == optionsv1.Credential_CREDENTIAL_LINK_AND_USER
			if link != slices.Contains(strings.Split(b.Path, "/"), "link") {
				wrong("has the credential %s and the path %s, want …/link exactly for emailed links", credential(m), b.Path)
			}
			if strings.HasPrefix(b.Path, "/api/desk/") && len(rpc.AreasOf(m)) == 0 {
				wrong("is at %s without areas, want at least one", b.Path)
			}
			if proto.HasExtension(m.Options(), optionsv1.E_IdempotencyKey) && b.Method != http.MethodPost {
				wrong("has an idempotency key with the method %s, want it for POST only", b.Method)
			}
		}
	}
}

// TestStepUpMatrix compares step-ups and every other protection of each RPC with proto/baseline.binpb, the contracts of the last release.
func TestStepUpMatrix(t *testing.T) {
	t.Parallel()
	compared, steppedUp := 0, 0
	before := baseline(t)
	for _, m := range rpc.Methods() {
		if rpc.NeedsStepUp(m) {
			steppedUp++
			if rpc.HTTPMethod(m) == "" {
				t.Errorf("%s needs a step-up, want it only on public RPCs", m.FullName())
			}
		}
		found, err := before.FindDescriptorByName(m.FullName())
		if err != nil {
			continue // a new RPC
		}
		compared++
		for _, lost := range weaker(found.(protoreflect.MethodDescriptor), m) {
			t.Errorf("%s %s. If that is right, accept it with `make proto-baseline`", m.FullName(), lost)
		}
	}
	if compared < 150 || steppedUp < 30 {
		t.Errorf("compared %d RPCs, %d with a step-up, want at least 150 and 30", compared, steppedUp)
	}
}

// baseline returns the contracts of the last release.
func baseline(t *testing.T) *protoregistry.Files {
	t.Helper()
	raw, err := os.ReadFile(repository.Path("proto/baseline.binpb"))
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(raw, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// weaker returns the protections that an RPC has lost.
func weaker(before, now protoreflect.MethodDescriptor) (lost []string) {
	check := func(weaker bool, format string, args ...any) {
		if weaker {
			lost = append(lost, fmt.Sprintf(format, args...))
		}
	}
	rule := func(m protoreflect.MethodDescriptor) rpc.SessionRule {
		switch {
		case needsSession(m):
			return rpc.SessionActive
		case rpc.SessionRuleOf(m) == rpc.SessionActiveIfPresent:
			return rpc.SessionActiveIfPresent
		}
		return rpc.SessionUnchecked
	}
	outside := func(names []string, of []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(of, name) })
	}
	areas := func(m protoreflect.MethodDescriptor) (names []string) {
		for _, area := range rpc.AreasOf(m) {
			names = append(names, string(area))
		}
		return names
	}
	open := func(m protoreflect.MethodDescriptor) bool {
		return credential(m) == optionsv1.Credential_CREDENTIAL_OPEN
	}
	key := func(m protoreflect.MethodDescriptor) bool {
		return proto.GetExtension(m.Options(), optionsv1.E_IdempotencyKey).(bool)
	}
	wasOnly, only := stringOption(before, optionsv1.E_Only), stringOption(now, optionsv1.E_Only)
	check(rpc.NeedsStepUp(before) && !rpc.NeedsStepUp(now), "no longer needs a step-up")
	check(rule(now) > rule(before), "had the session rule %d and has %d", rule(before), rule(now)) // SessionActive is the lowest value
	check(len(areas(before)) > 0 && (len(areas(now)) == 0 || outside(areas(now), areas(before))), "had the areas %q and has %q", areas(before), areas(now))
	check(wasOnly != "" && only != wasOnly, "was only for %q and is for %q", wasOnly, only)
	check(open(now) && !open(before), "no longer needs a credential")
	check(key(before) && !key(now), "no longer needs an idempotency key")
	check(len(rpc.CallersOf(before)) > 0 && (len(rpc.CallersOf(now)) == 0 || outside(rpc.CallersOf(now), rpc.CallersOf(before))),
		"had the callers %q and has %q", rpc.CallersOf(before), rpc.CallersOf(now))
	return lost
}

// TestWeaker: the comparison notices each protection that is lost.
func TestWeaker(t *testing.T) {
	t.Parallel()
	rpcNamed := func(name protoreflect.FullName) protoreflect.MethodDescriptor {
		found, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
		if err != nil {
			t.Fatal(err)
		}
		return found.(protoreflect.MethodDescriptor)
	}
	for lost, c := range map[string][2]protoreflect.FullName{
		"no longer needs a step-up":                               {"vitrine.approvals.v1.ApprovalsService.ApproveWaiting", "vitrine.approvals.v1.ApprovalsService.GetWaitingApproval"},
		"had the session rule 1 and has 3":                        {"vitrine.checkout.v1.CheckoutService.CreateCheckout", "vitrine.auth.v1.SessionService.Logout"},
		`had the areas ["admin"] and has []`:                      {"vitrine.auth.v1.DeskService.BlockAccount", "vitrine.auth.v1.SessionService.EndSession"},
		`had the areas ["finance"] and has ["content" "finance"]`: {"vitrine.checkout.v1.DeskService.ReleaseEdition", "vitrine.checkout.v1.PhaseService.PausePhase"},
		`was only for "artist" and is for ""`:                     {"vitrine.checkout.v1.SalesService.ListSales", "vitrine.checkout.v1.CheckoutService.ListCheckouts"},
		"no longer needs a credential":                            {"vitrine.checkout.v1.CheckoutService.ListCheckouts", "vitrine.checkout.v1.CheckoutService.GetInvariants"},
		"no longer needs an idempotency key":                      {"vitrine.checkout.v1.CheckoutService.CreateCheckout", "vitrine.checkout.v1.CheckoutService.SubmitTransaction"},
		`had the callers ["auth"] and has []`:                     {"vitrine.personal.v1.PersonalService.Export", "vitrine.chain.v1.CollectionService.GetCollection"},
	} {
		t.Run(lost, func(t *testing.T) {
			t.Parallel()
			if got := weaker(rpcNamed(c[0]), rpcNamed(c[1])); !slices.Contains(got, lost) {
				t.Errorf("%s instead of %s: %q, want %q", c[1], c[0], got, lost)
			}
			if got := weaker(rpcNamed(c[0]), rpcNamed(c[0])); len(got) > 0 {
				t.Errorf("%s compared with itself: %q, want nothing", c[0], got)
			}
		})
	}
}

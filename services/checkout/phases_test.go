package checkout_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/services/checkout"
)

const drop = 7

func (s *shop) phases() checkoutv1connect.PhaseServiceClient {
	return checkoutv1connect.NewPhaseServiceClient(s.fleet.Client(s.t, "checkout", s.urls[0]))
}

// phased puts the artwork into a drop with an early phase for one account and a public one an hour later.
func (s *shop) phased() *checkoutv1.DeskPhases {
	s.t.Helper()
	offer := s.parties.Offers[artwork]
	offer.DropID = drop
	s.parties.Offers[artwork] = offer
	now := time.Now().Truncate(time.Second)
	at := func(hours int) *timestamppb.Timestamp {
		return timestamppb.New(now.Add(time.Duration(hours) * time.Hour))
	}
	saved, err := s.phases().SavePhases(staff(s.t.Context()), &checkoutv1.SavePhasesRequest{DropId: drop, Note: "the plan", Items: []*checkoutv1.PhaseInput{
		{Name: "Friends", Kind: "allow_list", StartsAt: at(-1), EndsAt: at(1), Cap: 1, Prices: []*checkoutv1.PhasePrice{{ArtworkId: artwork, Price: &checkoutv1.Money{Amount: 90_000}}}},
		{Name: "Everyone", Kind: "public", StartsAt: at(1), Uncapped: true, EndsWithDrop: true},
	}})
	if err != nil {
		s.t.Fatal(err)
	}
	saved, err = s.phases().SavePhaseMembers(staff(s.t.Context()), &checkoutv1.SavePhaseMembersRequest{
		Id: saved.GetItems()[0].GetPhase().GetId(), Items: []*checkoutv1.PhaseMember{{AccountId: "ada"}, {Wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return saved
}

// TestPhasesAreForStaff calls each RPC of staff as nobody, as a shopper and as staff.
func TestPhasesAreForStaff(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, false)
	saved := s.phased()
	early := saved.GetItems()[0].GetPhase().GetId()
	for name, call := range map[string]func(ctx context.Context) error{
		"get": func(ctx context.Context) error {
			_, err := s.phases().GetDeskPhases(ctx, &checkoutv1.GetDeskPhasesRequest{DropId: drop})
			return err
		},
		"save": func(ctx context.Context) error {
			_, err := s.phases().SavePhases(ctx, &checkoutv1.SavePhasesRequest{DropId: 8, RemoveAll: true})
			return err
		},
		"members": func(ctx context.Context) error {
			_, err := s.phases().GetPhaseMembers(ctx, &checkoutv1.GetPhaseMembersRequest{Id: early})
			return err
		},
		"save members": func(ctx context.Context) error {
			_, err := s.phases().SavePhaseMembers(ctx, &checkoutv1.SavePhaseMembersRequest{Id: early})
			return err
		},
		"pause": func(ctx context.Context) error {
			_, err := s.phases().PausePhase(ctx, &checkoutv1.PausePhaseRequest{Id: early})
			return err
		},
		"resume": func(ctx context.Context) error {
			_, err := s.phases().ResumePhase(ctx, &checkoutv1.ResumePhaseRequest{Id: early})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := call(t.Context()); connect.CodeOf(err) != connect.CodeUnauthenticated {
				t.Errorf("%s without a login: error = %v, want unauthenticated", name, err)
			}
			wantReason(t, call(as(t.Context(), "ada")), connect.CodePermissionDenied, "forbidden")
			if err := call(staff(t.Context())); err != nil {
				t.Errorf("%s as staff: error = %v, want nil", name, err)
			}
		})
	}
	s.parties.Ended["s-staff-1"] = true
	_, err := s.phases().PausePhase(staff(t.Context()), &checkoutv1.PausePhaseRequest{Id: early})
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("staff with an ended session: error = %v, want unauthenticated", err)
	}
}

// details returns the metadata of an error.
func details(err error) map[string]string {
	_, details := rpc.ReasonOf(err)
	return details
}

// TestPhasesOverTheAPI: visitors see the phases, an account sees whether it may buy, and each refusal has its code.
func TestPhasesOverTheAPI(t *testing.T) {
	t.Parallel()
	s := setup(t, 5, false)
	saved := s.phased()
	early, public := saved.GetItems()[0].GetPhase(), saved.GetItems()[1].GetPhase()
	list := func(ctx context.Context) *checkoutv1.ListPhasesResponse {
		t.Helper()
		res, err := s.phases().ListPhases(ctx, &checkoutv1.ListPhasesRequest{DropId: drop})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	open := list(t.Context())
	if len(open.GetItems()) != 2 || open.GetItems()[0].GetState() != "open" || open.GetItems()[1].GetState() != "upcoming" || open.GetItems()[0].GetAccess() != nil ||
		open.GetItems()[0].GetPrices()[0].GetPrice().GetCurrency() != "USD" || time.Since(open.GetNow().AsTime()) > time.Minute {
		t.Errorf("phases = %v, want prices in USD and the time", open)
	}
	if got := list(as(t.Context(), "ada")).GetItems()[0].GetAccess(); !got.GetEligible() || got.GetLeft() != 1 || got.GetReason() != "" {
		t.Errorf("access of a listed account = %v, want eligible with one left", got)
	}
	if got := list(as(t.Context(), "bob")).GetItems(); got[0].GetAccess().GetReason() != "not_on_list" || !got[1].GetAccess().GetEligible() || got[1].GetAccess().Left != nil {
		t.Errorf("access of another account = %v, want not_on_list, then eligible without a cap", got)
	}
	if got := list(t.Context()); got.GetItems()[0].GetAccess() != nil {
		t.Errorf("access without a login = %v, want none", got)
	}
	_, err := s.create(0, "bob", id.New())
	wantReason(t, err, connect.CodeFailedPrecondition, "phase_not_eligible")
	if got := details(err)["public_at"]; got != public.GetStartsAt().AsTime().Format(time.RFC3339) {
		t.Errorf("public_at = %q, want %s", got, public.GetStartsAt().AsTime().Format(time.RFC3339))
	}
	c := s.hold("ada")
	if c.GetPhaseId() != early.GetId() || c.GetPrice().GetAmount() != 90_000 {
		t.Errorf("checkout = %v, want 90,000 cents in the early phase", c)
	}
	if got := list(as(t.Context(), "ada")).GetItems()[0].GetAccess(); got.GetReason() != "cap_reached" || got.GetBought() != 1 || got.Left == nil || got.GetLeft() != 0 {
		t.Errorf("access at the cap = %v, want cap_reached with 1 bought, 0 left", got)
	}
	if _, err := s.phases().PausePhase(staff(t.Context()), &checkoutv1.PausePhaseRequest{Id: early.GetId(), Note: "a bug"}); err != nil {
		t.Fatal(err)
	}
	_, err = s.create(0, "cem", id.New())
	wantReason(t, err, connect.CodeFailedPrecondition, "phase_paused")
	// The hold from before the pause can be paid.
	s.card("ada", c.GetId())
	got, err := s.phases().ResumePhase(staff(t.Context()), &checkoutv1.ResumePhaseRequest{Id: early.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	if h := got.GetChanges(); len(h) != 4 || h[0].GetAction() != "resume" || h[1].GetNote() != "a bug" || h[1].GetDecidedBy() != "staff-1" || h[0].GetVersion() != got.GetVersion() {
		t.Errorf("history = %v, want 4 changes, resume first, then a bug by staff-1", h)
	}
	if _, err := s.pool.Exec(t.Context(), `UPDATE phase_history SET note = 'x'`); err == nil {
		t.Error("updating the history: error = nil, want one")
	}
	save := func(version int64, items ...*checkoutv1.PhaseInput) error {
		_, err := s.phases().SavePhases(staff(t.Context()), &checkoutv1.SavePhasesRequest{DropId: drop, Version: version, Items: items})
		return err
	}
	input := func(p *checkoutv1.Phase) *checkoutv1.PhaseInput {
		return &checkoutv1.PhaseInput{
			Id: p.GetId(), Name: p.GetName(), Kind: p.GetKind(), StartsAt: p.GetStartsAt(), EndsAt: p.GetEndsAt(), EndsWithDrop: p.GetEndsAt() == nil,
			Cap: p.GetCap(), Uncapped: p.GetCap() == 0, Prices: p.GetPrices(),
		}
	}
	version := got.GetVersion()
	wantReason(t, save(version-1, input(early), input(public)), connect.CodeAborted, "conflict")
	wantReason(t, save(version, input(public)), connect.CodeFailedPrecondition, "phase_sold")
	longer := input(early)
	longer.EndsAt, longer.EndsWithDrop = nil, true
	wantReason(t, save(version, longer, input(public)), connect.CodeFailedPrecondition, "phase_overlap")
	foreign := input(public)
	foreign.Prices = []*checkoutv1.PhasePrice{{ArtworkId: 99, Price: &checkoutv1.Money{Amount: 1}}}
	wantReason(t, save(version, input(early), foreign), connect.CodeInvalidArgument, "invalid")
	// Between two phases.
	shorter := input(early)
	shorter.EndsAt = timestamppb.New(time.Now().Add(-time.Second))
	if err := save(version, shorter, input(public)); err != nil {
		t.Fatal(err)
	}
	_, err = s.create(0, "cem", id.New())
	wantReason(t, err, connect.CodeFailedPrecondition, "phase_not_open")
	if got := details(err)["opens_at"]; got != public.GetStartsAt().AsTime().Format(time.RFC3339) {
		t.Errorf("opens_at = %q, want %s", got, public.GetStartsAt().AsTime().Format(time.RFC3339))
	}
}

// TestRehearse prints the schedule of a drop from a later time on, and writes nothing.
func TestRehearse(t *testing.T) {
	t.Parallel()
	s := setup(t, 5, false)
	saved := s.phased()
	early, public := saved.GetItems()[0].GetPhase().GetStartsAt().AsTime(), saved.GetItems()[1].GetPhase().GetStartsAt().AsTime()
	stamp := func(at time.Time) string { return at.UTC().Format(time.RFC3339) }
	for name, test := range map[string]struct {
		drop int64
		from time.Time
		want [][]string
	}{
		"opened before": {drop, early.Add(-time.Hour), [][]string{
			{"FROM", "TO", "PHASE", "WHO", "CAP", "PRICES"},
			{stamp(early.Add(-time.Hour)), stamp(early), "none", "nobody", "-", "-"},
			{stamp(early), stamp(public), "Friends", "2 on the list", "1", "artwork 42: USD 900.00"},
			{stamp(public), "-", "Everyone", "everyone", "none", "the artworks' own"},
		}},
		"opens now": {drop, time.Time{}, [][]string{
			{"FROM"}, {stamp(public), "Friends", "2 on the list"}, {stamp(public), "-", "Everyone"},
		}},
		"a drop without phases": {8, time.Time{}, [][]string{{"Drop 8 has no phases"}}},
	} {
		var out strings.Builder
		if err := checkout.RehearseTo(t.Context(), s.pool, &out, test.drop, test.from); err != nil {
			t.Fatalf("%s: error = %v, want nil", name, err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if len(lines) != len(test.want) {
			t.Errorf("%s: %d lines, want %d:\n%s", name, len(lines), len(test.want), &out)
			continue
		}
		for i, parts := range test.want {
			for _, part := range parts {
				if !strings.Contains(lines[i], part) {
					t.Errorf("%s: line = %q, want %q in it", name, lines[i], part)
				}
			}
		}
	}
}

// TestAChangedPriceIsRefused: what a page showed is the worst that the order may become.
func TestAChangedPriceIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t, 2, false)
	s.phased()
	create := func(shown *checkoutv1.ShownOffer) (*checkoutv1.Checkout, error) {
		return s.replicas[0].CreateCheckout(withKey(as(t.Context(), "ada"), id.New()), &checkoutv1.CreateCheckoutRequest{ArtworkId: artwork, TermsVersion: "2026-01", Shown: shown})
	}
	dollars := func(cents int64) *checkoutv1.Money { return &checkoutv1.Money{Amount: cents, Currency: "USD"} }
	for name, shown := range map[string]*checkoutv1.ShownOffer{
		"a lower price":                {Price: dollars(89_999)},
		"another currency":             {Price: &checkoutv1.Money{Amount: 90_000, Currency: "EUR"}},
		"an auction":                   {Price: dollars(90_000), Lowest: new(int64(10_000))},
		"an auction at a higher price": {Price: dollars(125_000), Lowest: new(int64(10_000))},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := create(shown)
			wantReason(t, err, connect.CodeFailedPrecondition, "price_changed")
		})
	}
	held, err := create(&checkoutv1.ShownOffer{Price: dollars(125_000)})
	if err != nil || held.GetPrice().GetAmount() != 90_000 {
		t.Fatalf("shown more: held at %v (%v), want 90000", held, err)
	}
	// A live checkout keeps its own price, whatever a page shows.
	again, err := create(&checkoutv1.ShownOffer{Price: dollars(1)})
	if err != nil || again.GetId() != held.GetId() {
		t.Fatalf("again: %v (%v), want the same checkout", again, err)
	}
}

package checkout_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// payeeAddress is the wallet that gets the artist's share of an etherOrder.
const payeeAddress = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"

// etherOrder buys an edition with ether that the wallet refundAddress pays.
func (s *shop) etherOrder(account string) *checkoutv1.Checkout {
	s.t.Helper()
	c := s.hold(account)
	res, err := s.replicas[0].StartEtherPayment(withKey(as(s.t.Context(), account), id.New()), &checkoutv1.StartEtherPaymentRequest{Id: c.GetId(), RefundAddress: refundAddress})
	if err != nil {
		s.t.Fatal(err)
	}
	var hash string
	if err := s.pool.QueryRow(s.t.Context(), `SELECT intent_hash FROM quotes WHERE checkout_id = $1`, c.GetId()).Scan(&hash); err != nil {
		s.t.Fatal(err)
	}
	s.event("paid:"+c.GetId(), &chainv1.PaymentConfirmed{Payment: &chainv1.Payment{
		CheckoutId: c.GetId(), ChainId: res.GetChainId(), BlockHash: "0x" + c.GetId(), BlockNumber: 7, BlockTime: timestamppb.Now(), TransactionHash: "0xt",
		Payer: refundAddress, Amount: res.GetValue(), ArtistShare: "0", Artist: payeeAddress, IntentHash: hash, RefundAddress: refundAddress,
	}})
	s.status(account, c.GetId(), "delivering")
	return s.get(account, c.GetId())
}

// TestNobodyDecidesAboutThemselves calls each decision of staff as the buyer, the artist, the owner of the wallet that gets the artist's share, the
// owner of the paying wallet, the recipient who accepted the edition as a gift, and the requester. Each has the role.
func TestNobodyDecidesAboutThemselves(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, true)
	s.parties.Buyers = map[string]purchase.Account{
		"payer": {HasIdentity: true, EmailVerified: true, Email: "payer@example.org", Wallets: []string{refundAddress}},
		"payee": {HasIdentity: true, EmailVerified: true, Email: "payee@example.org", Wallets: []string{strings.ToLower(payeeAddress)}},
	}
	s.parties.Owner = "recipient"
	s.parties.Artists = map[string]int64{"artist": 7}
	c := s.etherOrder("buyer")
	s.event("d1", &chainv1.UnexpectedPayment{
		CheckoutId: c.GetId(), ChainId: 31337, TransactionHash: "0xd", Payer: refundAddress, Amount: "5", Reason: "duplicate", BlockHash: "0xb", BlockNumber: 7,
		LogIndex: -1, To: refundAddress,
	})
	ofOrder := s.list("open", 1)[0].GetId()
	s.event("d2", &chainv1.UnexpectedPayment{
		ChainId: 31337, TransactionHash: "0xe", Payer: refundAddress, Amount: "5", Reason: "direct_transfer", BlockHash: "0xb", BlockNumber: 8, LogIndex: -1, To: refundAddress,
	})
	ofNobody := ""
	for _, r := range s.list("open", 2) {
		if r.GetCheckoutId() == "" {
			ofNobody = r.GetId()
		}
	}
	requested, err := s.reviews().RefundCheckout(withKey(staff(t.Context()), id.New()), &checkoutv1.RefundCheckoutRequest{Id: c.GetId(), InFull: true, Note: "n"})
	if err != nil || requested.GetRefundRequest() == nil {
		t.Fatalf("refund of ether by one person = %v, %v, want a request", requested, err)
	}
	offer := s.parties.Offers[artwork]
	offer.DropID = drop
	s.parties.Offers[artwork] = offer
	phases, err := s.phases().SavePhases(staff(t.Context()), &checkoutv1.SavePhasesRequest{DropId: drop, Items: []*checkoutv1.PhaseInput{
		{Name: "Friends", Kind: "allow_list", StartsAt: timestamppb.Now(), Uncapped: true, EndsWithDrop: true, Prices: []*checkoutv1.PhasePrice{{ArtworkId: artwork, Price: &checkoutv1.Money{Amount: 90_000}}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	phase := phases.GetItems()[0].GetPhase().GetId()

	decideReview := func(review, action string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.reviews().DecideReview(withKey(ctx, id.New()), &checkoutv1.DecideReviewRequest{Id: review, Action: action, Note: "n", RefundAddress: refundAddress})
			return err
		}
	}
	members := func(m *checkoutv1.PhaseMember) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.phases().SavePhaseMembers(ctx, &checkoutv1.SavePhaseMembersRequest{Id: phase, Items: []*checkoutv1.PhaseMember{m}})
			return err
		}
	}
	all := []string{"buyer", "artist", "payer", "payee", "recipient"}
	type decision struct {
		rpc  string
		by   []string
		call func(context.Context) error
	}
	table := []decision{
		{"ReviewService.RefundCheckout", all, func(ctx context.Context) error {
			_, err := s.reviews().RefundCheckout(withKey(ctx, id.New()), &checkoutv1.RefundCheckoutRequest{Id: c.GetId(), InFull: true, Note: "n"})
			return err
		}},
		{"ReviewService.DecideRefundRequest", append([]string{"staff-1"}, all...), func(ctx context.Context) error {
			_, err := s.decideRequest(ctx, requested.GetRefundRequest().GetId(), "approve")
			return err
		}},
		{"ReviewService.DecideRefundRequest", all, func(ctx context.Context) error {
			_, err := s.decideRequest(ctx, requested.GetRefundRequest().GetId(), "reject")
			return err
		}},
		{"DeskService.ReleaseEdition", []string{"buyer", "artist", "payer", "payee"}, func(ctx context.Context) error {
			_, err := s.desk().ReleaseEdition(ctx, &checkoutv1.ReleaseEditionRequest{Id: c.GetId(), Note: "n"})
			return err
		}},
		{"PhaseService.SavePhases", []string{"artist"}, func(ctx context.Context) error {
			_, err := s.phases().SavePhases(ctx, &checkoutv1.SavePhasesRequest{DropId: drop, Version: phases.GetVersion(), RemoveAll: true})
			return err
		}},
		{"PhaseService.SavePhaseMembers", []string{"buyer"}, members(&checkoutv1.PhaseMember{AccountId: "buyer"})},
		{"PhaseService.SavePhaseMembers", []string{"payer"}, members(&checkoutv1.PhaseMember{Wallet: refundAddress})},
	}
	for _, action := range []string{"refund", "complete", "reject"} {
		table = append(table,
			decision{"ReviewService.DecideReview", all, decideReview(ofOrder, action)},
			decision{"ReviewService.DecideReview", []string{"payer"}, decideReview(ofNobody, action)})
	}
	known := []string{"DeskService.ExportMovements", "PhaseService.PausePhase", "PhaseService.ResumePhase"} // they move nothing
	for _, d := range table {
		known = append(known, d.rpc)
		for _, who := range d.by {
			ctx := identity.With(t.Context(), &identity.Principal{Subject: who, SessionID: "s-" + who, Roles: []string{"staff"}})
			err := d.call(ctx)
			t.Run(d.rpc+" by "+who, func(t *testing.T) { wantReason(t, err, connect.CodeFailedPrecondition, "own_decision") })
		}
	}
	if n := s.count(`SELECT count(*) FROM decisions`) + s.count(`SELECT count(*) FROM refunds`); n != 0 {
		t.Errorf("%d decisions and refunds, want none", n)
	}
	if _, err := s.decideRequest(second(t.Context()), requested.GetRefundRequest().GetId(), "approve"); err != nil {
		t.Errorf("someone else: error = %v, want none", err)
	}
	for _, file := range []protoreflect.FileDescriptor{checkoutv1.File_vitrine_checkout_v1_checkout_proto, checkoutv1.File_vitrine_checkout_v1_phases_proto} {
		for _, name := range []protoreflect.Name{"ReviewService", "DeskService", "PhaseService"} {
			service := file.Services().ByName(name)
			if service == nil {
				continue
			}
			for i := range service.Methods().Len() {
				m := service.Methods().Get(i)
				options, _ := m.Options().(*descriptorpb.MethodOptions)
				rpc := string(name) + "." + string(m.Name())
				if options.GetIdempotencyLevel() != descriptorpb.MethodOptions_NO_SIDE_EFFECTS && !slices.Contains(known, rpc) {
					t.Errorf("%s isn't in the table of this test", rpc)
				}
			}
		}
	}
}

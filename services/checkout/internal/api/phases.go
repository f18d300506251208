package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/read"
	"github.com/vitrine/vitrine/services/checkout/internal/timestamp"
)

// Phases implements checkoutv1connect.PhaseServiceHandler. ListPhases is public; the rest is for callers with the role staff.
type Phases struct {
	Reviews

	History read.Phases
}

// ListPhases implements the service.
func (s Phases) ListPhases(ctx context.Context, req *checkoutv1.ListPhasesRequest) (*checkoutv1.ListPhasesResponse, error) {
	account := ""
	if p, ok := identity.From(ctx); ok {
		account = p.Subject
	}
	schedule, access, err := s.Holds.Phases.Of(ctx, req.GetDropId(), account)
	if err != nil {
		return nil, public(err)
	}
	now := schedule.Now
	out := &checkoutv1.ListPhasesResponse{Now: timestamppb.New(now)}
	for _, p := range schedule.Phases {
		m := shown(p, now)
		if a, ok := access[p.ID]; ok {
			m.Access = phaseAccess(p, a, now)
		}
		out.Items = append(out.Items, m)
	}
	return out, nil
}

func shown(p phase.Phase, now time.Time) *checkoutv1.Phase {
	m := &checkoutv1.Phase{
		Id: p.ID, Name: p.Name, Kind: string(p.Kind), State: string(p.State(now)), StartsAt: timestamppb.New(p.StartsAt), Cap: int32(p.Cap),
	}
	m.EndsAt = rpc.Timestamp(p.EndsAt)
	for _, r := range p.Prices {
		price := &checkoutv1.PhasePrice{ArtworkId: r.ArtworkID, Price: amount(r.Price)}
		if f := r.Fall; f != nil {
			price.Auction = &checkoutv1.PhaseAuction{
				Lowest: f.Lowest, Step: f.Step, IntervalSeconds: int32(f.Every / time.Second), Status: string(r.Auction.Status), LastPrice: r.Auction.LastPrice,
			}
		}
		m.Prices = append(m.Prices, price)
	}
	return m
}

func phaseAccess(p phase.Phase, a phase.Access, now time.Time) *checkoutv1.PhaseAccess {
	m := &checkoutv1.PhaseAccess{Eligible: a.Eligible, Bought: int32(a.Bought)}
	left := a.Left(p)
	if left >= 0 {
		m.Left = new(int32(left))
	}
	switch {
	case p.State(now) == phase.Ended:
	case a.Unknown:
		m.Reason = "unknown"
	case !a.Eligible && p.Kind == phase.AllowList:
		m.Reason = "not_on_list"
	case !a.Eligible:
		m.Reason = "holds_no_token"
	case left == 0 && a.Bought < p.Cap:
		m.Reason = "entry_used"
	case left == 0:
		m.Reason = "cap_reached"
	}
	return m
}

// GetDeskPhases implements the service.
func (s Phases) GetDeskPhases(ctx context.Context, req *checkoutv1.GetDeskPhasesRequest) (*checkoutv1.DeskPhases, error) {
	return s.desk(ctx, func(string) (phase.Schedule, error) { return s.Holds.Phases.Schedule(ctx, req.GetDropId()) })
}

// desk runs a call as a member of staff in the areas content and finance. It returns the call's schedule for staff, with its last changes.
func (s Phases) desk(ctx context.Context, call func(by string) (phase.Schedule, error)) (*checkoutv1.DeskPhases, error) {
	by, err := s.staff(ctx)
	if err != nil {
		return nil, err
	}
	schedule, err := call(by)
	if err != nil {
		return nil, public(err)
	}
	changes, err := s.History.Changes(ctx, schedule.DropID)
	if err != nil {
		return nil, err
	}
	out := &checkoutv1.DeskPhases{DropId: schedule.DropID, Version: schedule.Version, Now: timestamppb.New(schedule.Now), Changes: changes}
	for _, p := range schedule.Phases {
		m := &checkoutv1.DeskPhase{Phase: shown(p, schedule.Now), Members: int32(p.Members)}
		for _, t := range p.Tokens {
			m.Tokens = append(m.Tokens, &checkoutv1.PhaseTokens{ChainId: t.ChainID, TokenFrom: t.From, TokenTo: t.To, Block: t.Block})
		}
		out.Items = append(out.Items, m)
	}
	known := names{cases: s.Cases, known: map[string]string{}}
	for _, m := range changes {
		m.DecidedByName = known.of(ctx, m.GetDecidedBy())
	}
	return out, nil
}

// SavePhases implements the service.
func (s Phases) SavePhases(ctx context.Context, req *checkoutv1.SavePhasesRequest) (*checkoutv1.DeskPhases, error) {
	plan := phase.Schedule{DropID: req.GetDropId(), Version: req.GetVersion()}
	for _, in := range req.GetItems() {
		p := phase.Phase{
			ID: in.GetId(), Name: in.GetName(), Kind: phase.Kind(in.GetKind()), StartsAt: timestamp.Time(in.GetStartsAt()),
			EndsAt: timestamp.Time(in.GetEndsAt()), Cap: int(in.GetCap()),
		}
		for _, r := range in.GetPrices() {
			price := phase.Price{
				ArtworkID: r.GetArtworkId(), Price: money.Money{Amount: r.GetPrice().GetAmount(), Currency: r.GetPrice().GetCurrency()},
			}
			if a := r.GetAuction(); a != nil {
				price.Fall = &phase.Fall{Lowest: a.GetLowest(), Step: a.GetStep(), Every: time.Duration(a.GetIntervalSeconds()) * time.Second}
			}
			p.Prices = append(p.Prices, price)
		}
		for _, t := range in.GetTokens() {
			p.Tokens = append(p.Tokens, phase.Tokens{ChainID: t.GetChainId(), From: t.GetTokenFrom(), To: t.GetTokenTo(), Block: t.GetBlock()})
		}
		plan.Phases = append(plan.Phases, p)
	}
	return s.desk(ctx, func(by string) (phase.Schedule, error) { return s.Holds.Phases.Save(ctx, plan, by, req.GetNote()) })
}

// GetPhaseMembers implements the service.
func (s Phases) GetPhaseMembers(ctx context.Context, req *checkoutv1.GetPhaseMembersRequest) (*checkoutv1.PhaseMembers, error) {
	if _, err := s.staff(ctx); err != nil {
		return nil, err
	}
	out, err := s.History.Members(ctx, req.GetId())
	return respond(out, err)
}

// SavePhaseMembers implements the service.
func (s Phases) SavePhaseMembers(ctx context.Context, req *checkoutv1.SavePhaseMembersRequest) (*checkoutv1.DeskPhases, error) {
	var list []phase.Member
	for _, m := range req.GetItems() {
		list = append(list, phase.Member{AccountID: m.GetAccountId(), Wallet: m.GetWallet()})
	}
	return s.desk(ctx, func(by string) (phase.Schedule, error) { return s.Holds.Phases.SaveMembers(ctx, req.GetId(), list, by) })
}

// PausePhase implements the service.
func (s Phases) PausePhase(ctx context.Context, req *checkoutv1.PausePhaseRequest) (*checkoutv1.DeskPhases, error) {
	return s.desk(ctx, func(by string) (phase.Schedule, error) {
		return s.Holds.Phases.Pause(ctx, req.GetId(), true, by, req.GetNote())
	})
}

// ResumePhase implements the service.
func (s Phases) ResumePhase(ctx context.Context, req *checkoutv1.ResumePhaseRequest) (*checkoutv1.DeskPhases, error) {
	return s.desk(ctx, func(by string) (phase.Schedule, error) {
		return s.Holds.Phases.Pause(ctx, req.GetId(), false, by, req.GetNote())
	})
}

// publicPhase converts errors of phases that have details. It returns nil for others.
func publicPhase(err error) error {
	const clock = "15:04 UTC on 2 January"
	if closed, ok := errors.AsType[*phase.NotOpenError](err); ok {
		at := closed.Next.StartsAt
		return rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_NOT_OPEN, fmt.Sprintf(messages.PhaseNotOpen, at.Format(clock)), map[string]string{"opens_at": at.Format(time.RFC3339)})
	}
	if not, ok := errors.AsType[*phase.NotEligibleError](err); ok {
		if not.Public.ID == "" {
			return rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_NOT_ELIGIBLE, messages.PhaseNotEligible, nil)
		}
		at := not.Public.StartsAt
		return rpc.Error(connect.CodeFailedPrecondition, checkoutv1.Reason_REASON_PHASE_NOT_ELIGIBLE, fmt.Sprintf(messages.PhasePublicAt, at.Format(clock)), map[string]string{"public_at": at.Format(time.RFC3339)})
	}
	if wrong, ok := errors.AsType[*phase.InvalidError](err); ok {
		return rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, wrong.Problem, map[string]string{wrong.Field: wrong.Problem})
	}
	return nil
}

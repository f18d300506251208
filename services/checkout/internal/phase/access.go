package phase

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Admit returns what admits an account to one phase of a schedule; nothing if it may not buy in it.
func (s *Service) Admit(ctx context.Context, dropID int64, p Phase, accountID string, wallets []string) ([]string, error) {
	who := Candidate{AccountID: accountID, Wallets: lower(wallets)}
	if p.Kind != AllowList {
		entries, err := s.entries(ctx, who, p)
		if _, known := entries[p.ID]; err == nil && !known {
			err = ErrUnavailable
		}
		return entries[p.ID], err
	}
	admissions, err := s.Store.Admissions(ctx, dropID, who)
	return admissions[p.ID].Entries, err
}

// entries returns, by phase, what admits an account besides allow lists: itself, or tokens. The cap counts by entry, so that one can't serve
// several accounts in turn. It calls the chainwatcher once if there are phases for holders; those that it can't say anything about are missing.
func (s *Service) entries(ctx context.Context, who Candidate, phases ...Phase) (map[string][]string, error) {
	out, holders := map[string][]string{}, map[string][]Tokens{}
	for _, p := range phases {
		switch p.Kind {
		case AllowList:
			out[p.ID] = nil
		case Public:
			out[p.ID] = []string{"account:" + who.AccountID}
		case Holders:
			holders[p.ID] = p.Tokens
		default:
			return nil, fmt.Errorf("phase %s has the unknown kind %q", p.ID, p.Kind)
		}
	}
	if len(holders) == 0 {
		return out, nil
	}
	held, err := s.Chain.HeldTokens(ctx, who.AccountID, who.Wallets, holders)
	for phaseID, tokens := range held {
		out[phaseID] = make([]string, 0, len(tokens))
		for _, tokenID := range tokens {
			out[phaseID] = append(out[phaseID], fmt.Sprintf("token:%d", tokenID))
		}
	}
	return out, err
}

// Access is whether an account may buy in a phase.
type Access struct {
	Eligible bool
	// Unknown is whether the chainwatcher didn't respond.
	Unknown bool
	Bought  int
	// Used is how many orders the least used of the account's entries admitted to, by any account.
	Used int
}

// Left returns how many more editions the account may buy in the phase, or -1 without a cap.
func (a Access) Left(p Phase) int {
	if p.Cap == 0 {
		return -1
	}
	return max(0, p.Cap-max(a.Bought, a.Used))
}

// Of returns a drop's phases. With an account, it also returns what the account may buy in each of them: one call to auth, one to the
// chainwatcher if a phase for holders hasn't ended, and one query.
func (s *Service) Of(ctx context.Context, dropID int64, accountID string) (Schedule, map[string]Access, error) {
	schedule, err := s.Store.Schedule(ctx, dropID)
	if err != nil || accountID == "" || len(schedule.Phases) == 0 {
		return schedule, nil, err
	}
	wallets, err := s.Others.Wallets(ctx, accountID)
	if err != nil {
		return Schedule{}, nil, err
	}
	who := Candidate{AccountID: accountID, Wallets: lower(wallets)}
	var live []Phase
	for _, p := range schedule.Phases {
		if p.State(schedule.Now) != Ended {
			live = append(live, p)
		}
	}
	if who.Entries, err = s.entries(ctx, who, live...); err != nil && !errors.Is(err, ErrUnavailable) {
		return Schedule{}, nil, err
	}
	access := map[string]Access{}
	for _, p := range live {
		_, known := who.Entries[p.ID]
		access[p.ID] = Access{Unknown: !known}
	}
	admissions, err := s.Store.Admissions(ctx, dropID, who)
	for _, p := range schedule.Phases {
		open, in := access[p.ID], admissions[p.ID]
		open.Bought = in.Bought
		if p.State(schedule.Now) != Ended {
			open.Eligible, open.Used = len(in.Entries) > 0, in.Used
		}
		access[p.ID] = open
	}
	return schedule, access, err
}

func lower(wallets []string) []string {
	out := make([]string, 0, len(wallets))
	for _, w := range wallets {
		out = append(out, strings.ToLower(w))
	}
	return out
}

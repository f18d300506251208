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
		return s.entries(ctx, p, who)
	}
	admissions, err := s.Store.Admissions(ctx, dropID, who)
	return admissions[p.ID].Entries, err
}

// entries returns what admits an account to a phase besides its allow list: itself, or tokens. The cap counts by entry, so that one can't serve
// several accounts in turn. It uses the network only for phases for holders.
func (s *Service) entries(ctx context.Context, p Phase, who Candidate) ([]string, error) {
	switch p.Kind {
	case AllowList:
		return nil, nil
	case Public:
		return []string{"account:" + who.AccountID}, nil
	case Holders:
		held, err := s.Chain.HeldTokens(ctx, who.AccountID, who.Wallets, p.Tokens)
		entries := make([]string, 0, len(held))
		for _, tokenID := range held {
			entries = append(entries, fmt.Sprintf("token:%d", tokenID))
		}
		return entries, err
	}
	return nil, fmt.Errorf("phase %s has the unknown kind %q", p.ID, p.Kind)
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
// chainwatcher for each phase for holders that hasn't ended, and one query.
func (s *Service) Of(ctx context.Context, dropID int64, accountID string) (Schedule, map[string]Access, error) {
	schedule, err := s.Store.Schedule(ctx, dropID)
	if err != nil || accountID == "" || len(schedule.Phases) == 0 {
		return schedule, nil, err
	}
	wallets, err := s.Others.Wallets(ctx, accountID)
	if err != nil {
		return Schedule{}, nil, err
	}
	who := Candidate{AccountID: accountID, Wallets: lower(wallets), Entries: map[string][]string{}}
	access := map[string]Access{}
	for _, p := range schedule.Phases {
		if p.State(schedule.Now) == Ended {
			continue
		}
		entries, err := s.entries(ctx, p, who)
		unknown := errors.Is(err, ErrUnavailable)
		if err != nil && !unknown {
			return Schedule{}, nil, err
		}
		who.Entries[p.ID], access[p.ID] = entries, Access{Unknown: unknown}
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

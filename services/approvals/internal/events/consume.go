// Package events turns events of other services into requests and outcomes.
package events

import (
	"context"
	"errors"
	"strings"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// Subscribe registers the handlers.
func Subscribe(c *bus.Consumer, s *approval.Service) {
	bus.On(c, func(ctx context.Context, e *chainv1.WithdrawalRequested) error {
		if e.GetWithdrawalId() == "" || e.GetAccountId() == "" || e.GetTo() == "" {
			return bus.Poison(errors.New("a withdrawal without id, account or target"))
		}
		return s.Open(ctx, withdrawal(e))
	})
	// Events of two subjects have no common order. A cancellation that arrives before its request fails as not found and is retried.
	bus.On(c, func(ctx context.Context, e *chainv1.WithdrawalCancelled) error {
		return s.Cancel(ctx, approval.TokenWithdrawal, e.GetWithdrawalId())
	})
	bus.On(c, func(ctx context.Context, e *chainv1.WithdrawalConfirmed) error {
		return s.RecordOutcome(ctx, approval.TokenWithdrawal, e.GetWithdrawalId(), approval.Completed, e.GetTransactionHash())
	})
	bus.On(c, func(ctx context.Context, e *chainv1.WithdrawalFailed) error {
		return s.RecordOutcome(ctx, approval.TokenWithdrawal, e.GetWithdrawalId(), approval.Failed, "")
	})
	bus.On(c, func(ctx context.Context, e *chainv1.WithdrawalBatchRequested) error {
		if e.GetBatchId() == "" || e.GetAccountId() == "" || e.GetTo() == "" || len(e.GetWorks()) == 0 {
			return bus.Poison(errors.New("a withdrawal of several tokens without id, account, target or tokens"))
		}
		return s.Open(ctx, batch(e))
	})
	bus.On(c, func(ctx context.Context, e *chainv1.BatchWithdrawalCancelled) error {
		err := s.CancelWork(ctx, e.GetBatchId(), e.GetPosition())
		if errors.Is(err, approval.ErrNoWork) {
			return bus.Poison(err)
		}
		return err
	})
	bus.On(c, func(ctx context.Context, e *chainv1.WithdrawalBatchEnded) error {
		if e.GetMoved() == 0 && e.GetFailed() == 0 {
			return s.Cancel(ctx, approval.TokenWithdrawal, e.GetBatchId())
		}
		outcome := approval.Completed
		if e.GetMoved() == 0 {
			outcome = approval.Failed
		}
		return s.RecordOutcome(ctx, approval.TokenWithdrawal, e.GetBatchId(), outcome, "")
	})
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletUpdateRequested) error {
		if e.GetUpdateId() == "" || e.GetAccountId() == "" || e.GetNewAddress() == "" {
			return bus.Poison(errors.New("a payout change without id, account or wallet"))
		}
		return s.Open(ctx, payout(e))
	})
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletUpdateCancelled) error {
		return s.Cancel(ctx, approval.PayoutWalletUpdate, e.GetUpdateId())
	})
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletUpdateRefused) error {
		return s.RecordOutcome(ctx, approval.PayoutWalletUpdate, e.GetUpdateId(), approval.Failed, "")
	})
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletChanged) error {
		if e.GetUpdateId() == "" {
			return nil
		}
		return s.RecordOutcome(ctx, approval.PayoutWalletUpdate, e.GetUpdateId(), approval.Completed, "")
	})
}

func withdrawal(e *chainv1.WithdrawalRequested) approval.Draft {
	d := approval.Draft{
		Kind: approval.TokenWithdrawal, SubjectID: e.GetWithdrawalId(), AccountID: e.GetAccountId(), Email: e.GetEmail(), Wallets: e.GetWallets(), ChainID: e.GetChainId(),
		To: approval.Wallet{Address: e.GetTo(), Name: e.GetToName()},
		Work: approval.Work{
			Title: strings.TrimSpace(e.GetArtworkTitle()), Artist: e.GetArtistName(), Number: e.GetEditionNumber(), Size: e.GetEditionSize(), Picture: picture(e.GetImageUrl()),
		},
	}
	d.Summary, d.Lines = messages.Withdrawal(d.Work, d.To, e.GetContract(), e.GetTokenId(), e.GetChainId())
	return d
}

func batch(e *chainv1.WithdrawalBatchRequested) approval.Draft {
	d := approval.Draft{
		Kind: approval.TokenWithdrawal, SubjectID: e.GetBatchId(), AccountID: e.GetAccountId(), Email: e.GetEmail(), Wallets: e.GetWallets(), ChainID: e.GetChainId(),
		To: approval.Wallet{Address: e.GetTo(), Name: e.GetToName()},
	}
	var tokens []int64
	for _, w := range e.GetWorks() {
		tokens = append(tokens, w.GetTokenId())
		d.Work.Works = append(d.Work.Works, approval.Work{
			Title: strings.TrimSpace(w.GetArtworkTitle()), Artist: w.GetArtistName(), Number: w.GetEditionNumber(), Size: w.GetEditionSize(), Picture: picture(w.GetImageUrl()),
		})
	}
	d.Summary, d.Lines = messages.Withdrawals(d.Work, d.To, e.GetContract(), tokens, e.GetChainId())
	return d
}

// picture drops pictures from other origins, which would learn who reads the email.
func picture(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		return ""
	}
	return path
}

func payout(e *profilesv1.PayoutWalletUpdateRequested) approval.Draft {
	d := approval.Draft{
		Kind: approval.PayoutWalletUpdate, SubjectID: e.GetUpdateId(), AccountID: e.GetAccountId(), Email: e.GetEmail(), Work: approval.Work{Artist: e.GetArtistName()},
		To: approval.Wallet{Address: e.GetNewAddress(), Name: e.GetNewName()},
	}
	d.Summary, d.Lines = messages.Payout(e.GetArtistName(), e.GetOldAddress(), d.To, link(e))
	return d
}

// link returns how the artist was linked to the account when it requested the change.
func link(e *profilesv1.PayoutWalletUpdateRequested) (l messages.ArtistLink) {
	l.Since = rpc.Time(e.GetArtistLinkedAt())
	l.Ends = rpc.Time(e.GetArtistLinkEndsAt())
	l.RequestedAt = e.GetRequestedAt().AsTime()
	return l
}

// Package chain calls the chainwatcher, which knows tokens and addresses.
package chain

import (
	"context"
	"fmt"
	"strings"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Withdrawals implements approval.Fleet's CheckWithdrawal.
type Withdrawals struct {
	API chainv1connect.WithdrawalServiceClient
}

// CheckWithdrawal implements approval.Fleet. Each work gets the id of its withdrawal.
func (c Withdrawals) CheckWithdrawal(ctx context.Context, w approval.WantedWithdrawal) (approval.CheckedWithdrawal, error) {
	res, err := c.API.CheckWithdrawal(ctx, &chainv1.CheckWithdrawalRequest{AccountId: w.AccountID, TokenIds: w.TokenIDs, To: w.To, Name: w.Name})
	if err != nil {
		return approval.CheckedWithdrawal{}, forwarded(err)
	}
	out := approval.CheckedWithdrawal{To: approval.Wallet{Address: res.GetTo(), Name: res.GetName()}, ChainID: res.GetChainId(), Contract: res.GetContract()}
	for _, k := range res.GetWorks() {
		out.Works = append(out.Works, approval.Work{
			ID: id.New(), TokenID: k.GetTokenId(), Title: strings.TrimSpace(k.GetTitle()), Artist: k.GetArtist(), Number: k.GetEditionNumber(), Size: k.GetEditionSize(),
			Picture: picture(k.GetImageUrl()),
		})
	}
	for _, k := range res.GetLeftOut() {
		out.LeftOut = append(out.LeftOut, approval.LeftOut{TokenID: k.GetTokenId(), Reason: k.GetReason()})
	}
	return out, nil
}

// forwarded keeps the chainwatcher's errors that say what the caller has to correct, or that a chain or its names can't be reached.
func forwarded(err error) error {
	switch connect.CodeOf(err) {
	case connect.CodeInvalidArgument, connect.CodeFailedPrecondition, connect.CodeNotFound:
		return err
	default:
		if rpc.HasReason(err, chainv1.Reason_REASON_NAME_SERVICE_UNAVAILABLE) || rpc.HasReason(err, chainv1.Reason_REASON_CHAIN_UNAVAILABLE) {
			return err
		}
		return fmt.Errorf("%w: chain: %w", approval.ErrUnavailable, err)
	}
}

// picture drops pictures from other origins, which would learn who reads the email.
func picture(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		return ""
	}
	return path
}

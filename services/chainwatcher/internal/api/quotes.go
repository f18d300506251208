package api

import (
	"context"
	"encoding/hex"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/money"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
)

// CreateQuote prices a checkout.
func (s *Server) CreateQuote(ctx context.Context, req *chainv1.CreateQuoteRequest) (*chainv1.CreateQuoteResponse, error) {
	q, err := s.Quotes.Create(ctx, quotes.Request{
		CheckoutID: req.GetCheckoutId(), ChainID: req.GetChainId(), Price: money.Money{Amount: req.GetAmount(), Currency: req.GetCurrency()},
		PayoutAddress: req.GetPayoutAddress(), ShareBps: int(req.GetArtistShareBps()), RefundAddress: req.GetRefundAddress(),
		HoldExpiresAt: req.GetHoldExpiresAt().AsTime(),
	})
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.CreateQuoteResponse{
		ChainId: q.ChainID, To: q.Contract, Data: "0x" + hex.EncodeToString(q.Data), Value: q.Value.String(), ExpiresAt: timestamppb.New(q.Deadline),
		Rate: q.Rate, RateSource: q.RateSource, RateAt: timestamppb.New(q.RateAt), IntentHash: q.IntentHash,
	}, nil
}

// GetQuoteStatus reports whether a quote may have been paid.
func (s *Server) GetQuoteStatus(ctx context.Context, req *chainv1.GetQuoteStatusRequest) (*chainv1.GetQuoteStatusResponse, error) {
	status, err := s.Quotes.Status(ctx, req.GetIntentHash(), req.GetTransactionHash())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.GetQuoteStatusResponse{Status: string(status)}, nil
}

// HoldsTokens returns which of some tokens an account held at a block.
func (s *Server) HoldsTokens(ctx context.Context, req *chainv1.HoldsTokensRequest) (*chainv1.HoldsTokensResponse, error) {
	var ranges []quotes.Range
	for _, r := range req.GetTokens() {
		ranges = append(ranges, quotes.Range{
			Condition: r.GetCondition(), ChainID: r.GetChainId(), From: r.GetTokenFrom(), To: r.GetTokenTo(), Block: uint64(max(0, r.GetBlock())),
		})
	}
	held, err := s.Holdings.Held(ctx, req.GetAccountId(), req.GetWallets(), ranges)
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.HoldsTokensResponse{}
	for _, h := range held {
		if h.Unknown != nil && h.Condition == "" {
			return nil, public(h.Unknown)
		}
		res.TokenIds = append(res.TokenIds, h.TokenIDs...)
		res.Conditions = append(res.Conditions, &chainv1.HeldTokens{Condition: h.Condition, TokenIds: h.TokenIDs, Unknown: h.Unknown != nil})
	}
	res.Holds = len(res.GetTokenIds()) > 0
	return res, nil
}

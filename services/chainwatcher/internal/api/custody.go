package api

import (
	"context"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
)

// CheckPayee reports whether an address may be paid.
func (s *Server) CheckPayee(ctx context.Context, req *chainv1.CheckPayeeRequest) (*chainv1.CheckPayeeResponse, error) {
	allowed, err := s.Payees.Allowed(ctx, req.GetAddress())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.CheckPayeeResponse{Allowed: allowed}, nil
}

// CheckRecipient checks the wallet of a gift.
func (s *Server) CheckRecipient(ctx context.Context, req *chainv1.CheckRecipientRequest) (*chainv1.CheckRecipientResponse, error) {
	wallet, err := s.Payees.Recipient(ctx, req.GetTo(), req.GetName())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.CheckRecipientResponse{To: wallet.Address, Name: wallet.Text}, nil
}

// GetTokenRelease reports what ReleaseToken would do.
func (s *Server) GetTokenRelease(ctx context.Context, req *chainv1.GetTokenReleaseRequest) (*chainv1.GetTokenReleaseResponse, error) {
	state, token, err := s.Releases.State(ctx, req.GetCheckoutId(), req.GetTokenId())
	if err != nil {
		return nil, public(err)
	}
	out := &chainv1.GetTokenReleaseResponse{State: string(state), Vault: s.Chains.Vaults()[token.ChainID]}
	if token.CheckoutID == req.GetCheckoutId() {
		out.AccountId = token.AccountID
	}
	return out, nil
}

// ReleaseToken removes the token of a refunded order from it.
func (s *Server) ReleaseToken(ctx context.Context, req *chainv1.ReleaseTokenRequest) (*chainv1.ReleaseTokenResponse, error) {
	state, err := s.Releases.Release(ctx, req.GetCheckoutId(), req.GetTokenId())
	if err != nil {
		return nil, public(err)
	}
	s.Log.InfoContext(ctx, "a release of a token was requested", "order", req.GetCheckoutId(), "token", req.GetTokenId(), "state", state)
	return &chainv1.ReleaseTokenResponse{State: string(state)}, nil
}

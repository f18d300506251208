package api

import (
	"context"
	"errors"
	"strconv"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/api/httpbody"

	"github.com/vitrine/vitrine/kit/identity"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// GetCertificate returns the certificate of one of the caller's tokens.
func (s *Collection) GetCertificate(ctx context.Context, req *connect.Request[chainv1.GetCertificateRequest]) (*connect.Response[httpbody.HttpBody], error) {
	claim, t, c, err := s.claim(ctx, req.Msg.GetTokenId())
	if err != nil {
		return nil, err
	}
	pdf, err := s.Certificates.Draw(ctx, claim, t, c)
	if err != nil {
		return nil, err
	}
	res := connect.NewResponse(&httpbody.HttpBody{ContentType: "application/pdf", Data: pdf})
	res.Header().Set("Content-Disposition", `inline; filename="certificate-`+strconv.FormatInt(t.TokenID, 10)+`.pdf"`)
	res.Header().Set("Cache-Control", "private, no-store")
	return res, nil
}

// GetCertificateClaim returns the signed claim of one of the caller's tokens.
func (s *Collection) GetCertificateClaim(ctx context.Context, req *connect.Request[chainv1.GetCertificateClaimRequest]) (*connect.Response[chainv1.CertificateClaim], error) {
	claim, _, _, err := s.claim(ctx, req.Msg.GetTokenId())
	if err != nil {
		return nil, err
	}
	res := connect.NewResponse(claim)
	res.Header().Set("Cache-Control", "private, no-store")
	return res, nil
}

// claim signs what is known now about one of the caller's tokens.
func (s *Collection) claim(ctx context.Context, tokenID int64) (claim *chainv1.CertificateClaim, t chain.Token, c chain.Chain, err error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, t, c, err
	}
	if t, err = s.Tokens.Mine(ctx, p.Subject, tokenID); err != nil {
		return nil, t, c, public(err)
	}
	if t.Status != chain.Minted {
		return nil, t, c, public(chain.ErrNotMinted)
	}
	link, err := s.Tokens.Chains.Get(t.ChainID)
	if err != nil {
		return nil, t, c, public(err)
	}
	// A work that was removed from the catalog keeps its certificate, without the hash of its file.
	offer, err := s.Artworks.Offer(ctx, t.ArtworkID)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return nil, t, c, public(err)
	}
	claim, err = s.Issuer.Claim(ctx, t, link.Chain, offer.MediaHash, s.Now())
	return claim, t, link.Chain, public(err)
}

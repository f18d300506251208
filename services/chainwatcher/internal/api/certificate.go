package api

import (
	"context"
	"errors"
	"strconv"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// GetCertificate returns the certificate of one of the caller's tokens.
func (s *Server) GetCertificate(ctx context.Context, req *chainv1.GetCertificateRequest) (*httpbody.HttpBody, error) {
	c, err := s.claim(ctx, req.GetTokenId())
	if err != nil {
		return nil, err
	}
	// If the work's picture was removed, the certificate has no page to frame.
	picture, err := s.Artworks.Picture(ctx, c.token.ArtworkID, c.token.EditionNumber)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return nil, public(err)
	}
	picture.Varies = c.offer.LivePath != ""
	pdf, err := s.Certificates.Draw(ctx, c.claim, c.token, c.chain, picture)
	if err != nil {
		return nil, public(err)
	}
	return rpc.File(ctx, "application/pdf", "inline", "certificate-"+strconv.FormatInt(c.token.TokenID, 10)+".pdf", pdf), nil
}

// GetCertificateClaim returns the signed claim of one of the caller's tokens.
func (s *Server) GetCertificateClaim(ctx context.Context, req *chainv1.GetCertificateClaimRequest) (*chainv1.CertificateClaim, error) {
	c, err := s.claim(ctx, req.GetTokenId())
	if err != nil {
		return nil, err
	}
	rpc.SetResponseHeader(ctx, "Cache-Control", "private, no-store")
	return c.claim, nil
}

// GetOriginal returns where a token's owner can download the original file.
func (s *Server) GetOriginal(ctx context.Context, req *chainv1.GetOriginalRequest) (*chainv1.GetOriginalResponse, error) {
	t, err := s.Tokens.Mine(ctx, rpc.Caller(ctx).Subject, req.GetTokenId())
	if err != nil {
		return nil, public(err)
	}
	if t.Frozen {
		return nil, public(custody.ErrFrozen)
	}
	path, until, err := s.Artworks.Original(ctx, t.ArtworkID)
	if err != nil {
		return nil, public(err)
	}
	rpc.SetResponseHeader(ctx, "Cache-Control", "private, no-store")
	return &chainv1.GetOriginalResponse{Url: s.PublicURL + path, ExpiresAt: timestamppb.New(until)}, nil
}

// signed is a claim, with the token that it is about.
type signed struct {
	claim *chainv1.CertificateClaim
	token custody.Token
	chain chain.Chain
	offer custody.Offer
}

// claim signs the current state of one of the caller's tokens.
func (s *Server) claim(ctx context.Context, tokenID int64) (out signed, err error) {
	if out.token, err = s.Tokens.Mine(ctx, rpc.Caller(ctx).Subject, tokenID); err != nil {
		return out, public(err)
	}
	if out.token.Status != custody.Minted {
		return out, public(custody.ErrNotMinted)
	}
	link, err := s.Chains.Get(out.token.ChainID)
	if err != nil {
		return out, public(err)
	}
	out.chain = link.Chain
	// If the work was removed from the catalog, the claim has no hash of its file.
	out.offer, err = s.Artworks.Offer(ctx, out.token.ArtworkID)
	if err != nil && !errors.Is(err, chain.ErrNotFound) {
		return out, public(err)
	}
	out.claim, err = s.Issuer.Claim(ctx, out.token, out.chain, out.offer.MediaHash, s.Now())
	return out, public(err)
}

// Package api implements the service's RPCs.
package api

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
)

// Prices provides the price shown on pages.
type Prices interface {
	// Latest returns the newest price, or chain.ErrNoPrice without one. It waits for the first read of the process, for some seconds.
	Latest(ctx context.Context) (chain.Price, error)
}

// Issuer signs the claims of certificates.
type Issuer interface {
	// Claim signs a claim about a minted token; mediaHash is empty if no original is stored.
	Claim(ctx context.Context, t custody.Token, c chain.Chain, mediaHash string, at time.Time) (*chainv1.CertificateClaim, error)
}

// Certificates draws certificates.
type Certificates interface {
	// Draw returns a PDF that contains the claim. picture may be empty. Error: chain.ErrUnavailable.
	Draw(ctx context.Context, claim *chainv1.CertificateClaim, t custody.Token, c chain.Chain, picture custody.Picture) ([]byte, error)
}

// Artworks reads the catalog.
type Artworks interface {
	custody.Artworks
	read.Artworks
	// Original returns the short-lived path of the original file on the public origin. Errors: chain.ErrNotFound if none is stored,
	// chain.ErrUnavailable.
	Original(ctx context.Context, artworkID int64) (path string, until time.Time, err error)
	// Picture returns an edition as JPEG for documents. Errors: chain.ErrNotFound if none is stored, chain.ErrUnavailable.
	Picture(ctx context.Context, artworkID int64, edition int32) (custody.Picture, error)
}

// Server implements CollectionService, WithdrawalService, GiftService, PayoutService and ChainService. What they only read is the Reader's.
type Server struct {
	*read.Reader

	Quotes      *quotes.Service
	Holdings    *quotes.Holdings
	Tokens      *custody.Tokens
	Gifts       *custody.Gifts
	Withdrawals *custody.Withdrawals
	// Releases removes tokens from refunded orders.
	Releases *custody.Releases
	Payees   *custody.Payees
	Refunds  *paying.Refunds
	Payouts  *paying.Payouts

	Names        chain.Names
	Prices       Prices
	Artworks     Artworks
	Issuer       Issuer
	Certificates Certificates
	Now          func() time.Time
}

var (
	_ chainv1connect.CollectionServiceHandler = (*Server)(nil)
	_ chainv1connect.WithdrawalServiceHandler = (*Server)(nil)
	_ chainv1connect.GiftServiceHandler       = (*Server)(nil)
	_ chainv1connect.PayoutServiceHandler     = (*Server)(nil)
	_ chainv1connect.ChainServiceHandler      = (*Server)(nil)
)

// GetEtherPrice returns the price shown on pages.
func (s *Server) GetEtherPrice(ctx context.Context, _ *chainv1.GetEtherPriceRequest) (*chainv1.GetEtherPriceResponse, error) {
	p, err := s.Prices.Latest(ctx)
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.GetEtherPriceResponse{UsdPerEth: p.Text(), At: timestamppb.New(p.At), Source: p.Source}, nil
}

// ResolveName returns the address that an ENS name points to now.
func (s *Server) ResolveName(ctx context.Context, req *chainv1.ResolveNameRequest) (*chainv1.ResolveNameResponse, error) {
	name, err := s.Names.Resolve(ctx, req.GetName())
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.ResolveNameResponse{Name: name.Text, Address: name.Address}, nil
}

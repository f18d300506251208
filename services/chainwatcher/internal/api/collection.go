// Package api implements the service's RPCs.
package api

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Prices provides the price shown on pages.
type Prices interface {
	// Latest returns the newest price, or chain.ErrNoPrice without one. It waits for the first read of the process, for some seconds.
	Latest(ctx context.Context) (chain.Price, error)
}

// Issuer signs the claims of certificates.
type Issuer interface {
	// Claim signs a claim about a minted token; mediaHash is empty if no original is stored.
	Claim(ctx context.Context, t chain.Token, c chain.Chain, mediaHash string, at time.Time) (*chainv1.CertificateClaim, error)
}

// Certificates draws certificates.
type Certificates interface {
	// Draw returns a PDF that contains the claim. picture may be empty.
	Draw(ctx context.Context, claim *chainv1.CertificateClaim, t chain.Token, c chain.Chain, picture chain.Picture) ([]byte, error)
}

// Collection implements CollectionService.
type Collection struct {
	Tokens       *chain.Tokens
	Prices       Prices
	Issuer       Issuer
	Certificates Certificates
	Artworks     Artworks
	PublicURL    string
	Now          func() time.Time
}

var _ chainv1connect.CollectionServiceHandler = (*Collection)(nil)

// GetCollection returns the caller's tokens.
func (s *Collection) GetCollection(ctx context.Context, _ *chainv1.GetCollectionRequest) (*chainv1.GetCollectionResponse, error) {
	list, err := s.Tokens.Collection(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.GetCollectionResponse{}
	for _, t := range list {
		link, err := s.Tokens.Chains.Get(t.ChainID)
		if err != nil {
			continue // a chain that is down hides only its own tokens
		}
		res.Items = append(res.Items, token(t, link.Chain))
	}
	return res, nil
}

func token(t chain.Token, c chain.Chain) *chainv1.Token {
	out := &chainv1.Token{
		TokenId: t.TokenID, ChainId: t.ChainID, Contract: c.TokenContract, ArtworkId: t.ArtworkID, EditionNumber: t.EditionNumber,
		Location: t.Location(c.Vault), Owner: t.Holder, EditionSize: t.EditionSize, ArtworkTitle: t.Title, ArtworkSlug: t.Slug, ArtistName: t.Artist,
		Frozen: t.Frozen, Status: string(t.Status), MintTransactionHash: t.MintTx, AcquiredAt: timestamppb.New(t.AcquiredAt),
	}
	if t.Gift {
		out.GiftOrder = t.CheckoutID
	}
	if out.GetOwner() == "" {
		out.Owner = c.Vault
	}
	return out
}

// ListTokens returns the provenance of an artwork's tokens.
func (s *Collection) ListTokens(ctx context.Context, req *chainv1.ListTokensRequest) (*chainv1.ListTokensResponse, error) {
	list, err := s.Tokens.Store.Histories(ctx, req.GetArtworkId())
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListTokensResponse{}
	for _, h := range list {
		link, err := s.Tokens.Chains.Get(h.ChainID)
		if err != nil {
			continue
		}
		item := &chainv1.TokenHistory{
			TokenId: h.TokenID, ChainId: h.ChainID, Contract: link.Chain.TokenContract, EditionNumber: chain.EditionNumber(h.TokenID),
		}
		for _, t := range h.Transfers {
			item.Events = append(item.Events, &chainv1.TokenEvent{
				Kind: t.Word(link.Chain.Vault), From: t.From, To: t.To, TransactionHash: t.TxHash, At: timestamppb.New(t.Time), Final: t.Final,
			})
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// GetEtherPrice returns the price shown on pages.
func (s *Collection) GetEtherPrice(ctx context.Context, _ *chainv1.GetEtherPriceRequest) (*chainv1.GetEtherPriceResponse, error) {
	p, err := s.Prices.Latest(ctx)
	if err != nil {
		return nil, public(err)
	}
	return &chainv1.GetEtherPriceResponse{UsdPerEth: p.Text(), At: timestamppb.New(p.At), Source: p.Source}, nil
}

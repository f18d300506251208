// Package api answers the calls of people and services.
package api

import (
	"context"
	"strconv"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Prices holds the price that pages show.
type Prices interface {
	// Shown answers the newest price, or chain.ErrNoPrice before the first.
	Shown() (chain.Price, error)
}

// Certificates draws certificates.
type Certificates interface {
	// Draw makes a PDF.
	Draw(t chain.Token, c chain.Chain, at time.Time) ([]byte, error)
}

// Collection implements CollectionService.
type Collection struct {
	chainv1connect.UnimplementedCollectionServiceHandler

	Tokens       *chain.Tokens
	Prices       Prices
	Certificates Certificates
	Now          func() time.Time
}

// GetCollection answers the caller's tokens.
func (s *Collection) GetCollection(ctx context.Context, _ *connect.Request[chainv1.GetCollectionRequest]) (*connect.Response[chainv1.GetCollectionResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.Tokens.Collection(ctx, p.Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.GetCollectionResponse{}
	for _, t := range list {
		link, err := s.Tokens.Chains.Get(t.ChainID)
		if err != nil {
			continue // a chain that is away takes only its own tokens along
		}
		res.Items = append(res.Items, token(t, link.Chain))
	}
	return connect.NewResponse(res), nil
}

func token(t chain.Token, c chain.Chain) *chainv1.Token {
	out := &chainv1.Token{
		TokenId: t.TokenID, ChainId: t.ChainID, Contract: c.TokenContract, ArtworkId: t.ArtworkID, EditionNumber: t.EditionNumber,
		Location: t.Location(c.Vault), Owner: t.Holder, EditionSize: t.EditionSize, ArtworkTitle: t.Title, ArtworkSlug: t.Slug, ArtistName: t.Artist,
		Frozen: t.Frozen, Status: string(t.Status), MintTransactionHash: t.MintTx, AcquiredAt: timestamppb.New(t.PaidAt),
	}
	if out.GetOwner() == "" {
		out.Owner = c.Vault
	}
	return out
}

// ListTokens answers the provenance of an artwork's tokens.
func (s *Collection) ListTokens(ctx context.Context, req *connect.Request[chainv1.ListTokensRequest]) (*connect.Response[chainv1.ListTokensResponse], error) {
	list, err := s.Tokens.Store.Histories(ctx, req.Msg.GetArtworkId())
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
	return connect.NewResponse(res), nil
}

// GetCertificate answers the certificate of one of the caller's tokens.
func (s *Collection) GetCertificate(ctx context.Context, req *connect.Request[chainv1.GetCertificateRequest]) (*connect.Response[httpbody.HttpBody], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	t, err := s.Tokens.Mine(ctx, p.Subject, req.Msg.GetTokenId())
	if err != nil {
		return nil, public(err)
	}
	if t.Status != chain.Minted {
		return nil, rpc.Error(connect.CodeFailedPrecondition, "not_minted", "The certificate is ready once the token is minted for good.", nil)
	}
	link, err := s.Tokens.Chains.Get(t.ChainID)
	if err != nil {
		return nil, public(err)
	}
	pdf, err := s.Certificates.Draw(t, link.Chain, s.Now())
	if err != nil {
		return nil, err
	}
	res := connect.NewResponse(&httpbody.HttpBody{ContentType: "application/pdf", Data: pdf})
	res.Header().Set("Content-Disposition", `inline; filename="certificate-`+strconv.FormatInt(t.TokenID, 10)+`.pdf"`)
	res.Header().Set("Cache-Control", "private, no-store")
	return res, nil
}

// GetEtherPrice answers the price that pages show.
func (s *Collection) GetEtherPrice(_ context.Context, _ *connect.Request[chainv1.GetEtherPriceRequest]) (*connect.Response[chainv1.GetEtherPriceResponse], error) {
	p, err := s.Prices.Shown()
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(&chainv1.GetEtherPriceResponse{UsdPerEth: p.Text(), At: timestamppb.New(p.At), Source: p.Source}), nil
}

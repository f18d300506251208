package api

import (
	"google.golang.org/protobuf/types/known/timestamppb"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// checkout is what the public sees.
func (s *Server) checkout(c order.Checkout) *checkoutv1.Checkout {
	m := &checkoutv1.Checkout{
		Id: c.ID, Status: string(c.Status), ArtworkId: c.Artwork.ID, EditionNumber: c.Edition, EditionSize: c.EditionSize,
		ExpiresAt: timestamppb.New(c.ExpiresAt), Price: &checkoutv1.Money{Amount: c.Price.Amount, Currency: c.Price.Currency},
		PaymentMethod: string(c.Method), ChainId: c.Artwork.ChainID, Reason: c.Reason, ArtworkSlug: c.Artwork.Slug,
		ArtworkTitle: c.Artwork.Title, ArtistName: c.Artwork.ArtistName, CreatedAt: timestamppb.New(c.CreatedAt),
		UpdatedAt: timestamppb.New(c.UpdatedAt), Now: timestamppb.New(s.Clock.Now()),
	}
	if c.Bought() {
		m.TokenId = new(c.TokenID())
	}
	if c.TransactionHash != "" {
		m.TransactionHash = new(c.TransactionHash)
	}
	if c.MintTransactionHash != "" {
		m.MintTransactionHash = new(c.MintTransactionHash)
	}
	for _, q := range c.Quotes {
		m.ChainId = q.ChainID
	}
	if c.MintChainID != 0 {
		m.ChainId = c.MintChainID
	}
	if q := c.ActiveQuote(); q != nil && c.Status.Payable() {
		m.QuoteExpiresAt = timestamppb.New(q.ExpiresAt)
	}
	return m
}

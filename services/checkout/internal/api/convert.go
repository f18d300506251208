package api

import (
	"context"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// checkout converts a checkout to its public form.
func (s *Server) checkout(ctx context.Context, c order.Checkout) *checkoutv1.Checkout {
	m := &checkoutv1.Checkout{
		Id: c.ID, Status: string(c.Status), ArtworkId: c.Artwork.ID, EditionNumber: c.Edition, EditionSize: c.EditionSize,
		ExpiresAt: timestamppb.New(c.ExpiresAt), Price: &checkoutv1.Money{Amount: c.Price.Amount, Currency: c.Price.Currency},
		PaymentMethod: string(c.Method), Reason: c.Reason, ArtworkSlug: c.Artwork.Slug,
		ArtworkTitle: c.Artwork.Title, ArtistName: c.Artwork.ArtistName, CreatedAt: timestamppb.New(c.CreatedAt),
		UpdatedAt: timestamppb.New(c.UpdatedAt), Now: timestamppb.New(c.Now), BillingCountry: c.BillingCountry,
		ImmediateDelivery: c.ImmediateDelivery, TermsVersion: c.TermsVersion, Overdue: s.Orders.Overdue(c), PhaseId: c.PhaseID,
		PaidAt: rpc.Timestamp(c.PaidAt),
	}
	if c.Gift.IsGift() {
		m.Gift = &checkoutv1.OrderGift{Email: c.Gift.Email, Message: c.Gift.Message, To: c.Gift.To, Name: c.Gift.ToName}
		m.Gift.AcceptedAt = rpc.Timestamp(c.Gift.AcceptedAt)
	}
	if c.Auctioned() {
		m.Auction = &checkoutv1.OrderAuction{Status: string(c.Auction.Status)}
		if last := c.Auction.LastPrice; last > 0 {
			m.Auction.LastPrice = &checkoutv1.Money{Amount: last, Currency: c.Price.Currency}
		}
		m.Auction.SettledAt = rpc.Timestamp(c.SettledAt)
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
	if chainID := chainOf(c); chainID != 0 {
		m.ChainId = &chainID
	}
	if q := c.ActiveQuote(); q != nil && c.Status.Payable() {
		m.QuoteExpiresAt = timestamppb.New(q.ExpiresAt)
	}
	for _, r := range slices.Backward(c.Refunds) {
		m.Refunds = append(m.Refunds, refund(r))
	}
	if c.Method == order.Ether && len(c.Payments) > 0 {
		m.Confirmations, m.ConfirmationsNeeded = c.Confirmations(s.heads.now(ctx, s.Heads))
	}
	return m
}

// gift converts the recipient of an edition; nil means that the buyer keeps it.
func gift(m *checkoutv1.OrderGift) order.Gift {
	return order.Gift{Email: m.GetEmail(), Message: strings.TrimSpace(m.GetMessage()), To: m.GetTo(), ToName: m.GetName()}
}

// chainOf returns the chain of the token or of the payment, or 0 if neither is known yet: only the chainwatcher
// knows the default chain.
func chainOf(c order.Checkout) uint32 {
	if c.MintChainID != 0 {
		return c.MintChainID
	}
	if n := len(c.Quotes); n > 0 {
		return c.Quotes[n-1].ChainID
	}
	return c.Artwork.ChainID
}

func tokenReturn(r order.RefundRequest) *checkoutv1.OrderReturn {
	m := &checkoutv1.OrderReturn{To: r.ReturnTo, Until: timestamppb.New(r.ExpiresAt), ChainId: r.ChainID}
	if r.Method == order.Ether {
		m.Wei = r.Wei.String()
	} else {
		m.Amount = amount(r.Amount)
	}
	return m
}

func refund(r order.Refund) *checkoutv1.Refund {
	m := &checkoutv1.Refund{
		Id: r.ID, Status: string(r.Status), ChainId: r.ChainID, TransactionHash: r.Transaction, Reason: r.Reason,
		CreatedAt: timestamppb.New(r.CreatedAt),
	}
	if r.Status == order.RefundSent {
		m.Status = string(order.RefundQueued) // its block may still be reverted
	}
	if r.Method == order.Ether {
		m.Wei = r.Wei.String()
	} else {
		m.Amount = &checkoutv1.Money{Amount: r.Amount.Amount, Currency: r.Amount.Currency}
	}
	return m
}

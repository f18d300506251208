// Package events turns facts of other services into calls of the core, and what the core tells into facts and mails.
package events

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Facts implements chain.Facts on the outbox.
type Facts struct {
	pool      *pgxpool.Pool
	publicURL string
	chains    *chain.Chains
}

// NewFacts wires the adapter. publicURL is where mails lead to.
func NewFacts(pool *pgxpool.Pool, publicURL string, chains *chain.Chains) *Facts {
	return &Facts{pool, publicURL, chains}
}

func (f *Facts) add(ctx context.Context, id string, m proto.Message) error {
	return outbox.Add(ctx, postgres.Conn(ctx, f.pool), id, m)
}

// key names a sighting of a payment. A block that comes back after a reorganisation is another sighting.
func key(p chain.Payment, kind string) string {
	k := fmt.Sprintf("%d:%s:%d:%s", p.ChainID, p.BlockHash, p.LogIndex, kind)
	if p.Sightings > 1 {
		k += fmt.Sprintf(":%d", p.Sightings)
	}
	return k
}

func payment(p chain.Payment) *chainv1.Payment {
	return &chainv1.Payment{
		CheckoutId: p.CheckoutID, ChainId: p.ChainID, BlockHash: p.BlockHash, BlockNumber: int64(p.BlockNumber), BlockTime: timestamppb.New(p.BlockTime),
		TransactionHash: p.TxHash, LogIndex: p.LogIndex, Payer: p.Payer, Amount: p.Amount.String(), ArtistShare: p.ArtistShare.String(),
		Artist: p.Artist, RefundAddress: p.RefundAddress, IntentHash: p.IntentHash,
	}
}

// PaymentSeen implements chain.Facts.
func (f *Facts) PaymentSeen(ctx context.Context, p chain.Payment) error {
	return f.add(ctx, key(p, "seen"), &chainv1.PaymentSeen{Payment: payment(p)})
}

// PaymentConfirmed implements chain.Facts.
func (f *Facts) PaymentConfirmed(ctx context.Context, p chain.Payment) error {
	return f.add(ctx, key(p, "confirmed"), &chainv1.PaymentConfirmed{Payment: payment(p)})
}

// PaymentReverted implements chain.Facts.
func (f *Facts) PaymentReverted(ctx context.Context, p chain.Payment) error {
	return f.add(ctx, key(p, "reverted"), &chainv1.PaymentReverted{Payment: payment(p)})
}

// QuoteExpired implements chain.Facts.
func (f *Facts) QuoteExpired(ctx context.Context, q chain.Quote, h chain.Header) error {
	return f.add(ctx, fmt.Sprintf("%d:%s:%s:quote_expired", q.ChainID, h.Hash, q.IntentHash), &chainv1.QuoteExpired{
		CheckoutId: q.CheckoutID, ChainId: q.ChainID, BlockNumber: int64(h.Number), IntentHash: q.IntentHash,
	})
}

// Unexpected implements chain.Facts.
func (f *Facts) Unexpected(ctx context.Context, p chain.Payment, reason string) error {
	return f.add(ctx, key(p, "unexpected"), &chainv1.UnexpectedPayment{
		ChainId: p.ChainID, TransactionHash: p.TxHash, Payer: p.Payer, Amount: p.Amount.String(), Reason: reason, CheckoutId: p.CheckoutID,
	})
}

// TokenMinted implements chain.Facts.
func (f *Facts) TokenMinted(ctx context.Context, t chain.Token) error {
	link, err := f.chains.Get(t.ChainID)
	if err != nil {
		return err
	}
	return f.add(ctx, "minted:"+t.CheckoutID, &chainv1.TokenMinted{
		CheckoutId: t.CheckoutID, TokenId: t.TokenID, ChainId: t.ChainID, Contract: link.Chain.TokenContract, TransactionHash: t.MintTx,
	})
}

// WithdrawalRequested implements chain.Facts.
func (f *Facts) WithdrawalRequested(ctx context.Context, w chain.Withdrawal, t chain.Token, p chain.Person) error {
	link, err := f.chains.Get(w.ChainID)
	if err != nil {
		return err
	}
	return f.add(ctx, "withdrawal:"+w.ID+":requested", &chainv1.WithdrawalRequested{
		WithdrawalId: w.ID, AccountId: w.AccountID, Email: w.Email, TokenId: w.TokenID, ChainId: w.ChainID, Contract: link.Chain.TokenContract, To: w.To,
		ArtworkTitle: t.Title, ArtistName: t.Artist, EditionNumber: t.EditionNumber, EditionSize: t.EditionSize,
		RequestedAt: timestamppb.New(w.RequestedAt), Wallets: p.Wallets,
	})
}

// WithdrawalCancelled implements chain.Facts.
func (f *Facts) WithdrawalCancelled(ctx context.Context, w chain.Withdrawal) error {
	return f.add(ctx, "withdrawal:"+w.ID+":cancelled", &chainv1.WithdrawalCancelled{WithdrawalId: w.ID})
}

// WithdrawalConfirmed implements chain.Facts, and writes to the owner.
func (f *Facts) WithdrawalConfirmed(ctx context.Context, w chain.Withdrawal) error {
	err := f.add(ctx, "withdrawal:"+w.ID+":confirmed", &chainv1.WithdrawalConfirmed{
		WithdrawalId: w.ID, TokenId: w.TokenID, To: w.To, TransactionHash: w.TxHash,
	})
	if err != nil || w.Email == "" {
		return err
	}
	action := &mail.Link{Label: "Look at your collection", URL: f.publicURL + "/en/profile/"}
	if link, err := f.chains.Get(w.ChainID); err == nil && link.Chain.ExplorerURL != "" {
		action = &mail.Link{Label: "Look at the transaction", URL: strings.TrimSuffix(link.Chain.ExplorerURL, "/") + "/tx/" + w.TxHash}
	}
	return mail.Queue(ctx, postgres.Conn(ctx, f.pool), mail.Message{
		Key: "withdrawal:" + w.ID + ":confirmed", To: w.Email, Subject: "Your token is in your wallet", Heading: "Your token is in your wallet",
		Paragraphs: []string{
			fmt.Sprintf("%s by %s has left the vault for good.", w.Title, w.Artist), "Wallet: " + w.To, "Transaction: " + w.TxHash,
		},
		Action: action,
	})
}

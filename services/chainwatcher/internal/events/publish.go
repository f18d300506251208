// Package events handles events of other services, and publishes the core's events and emails.
package events

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/messages"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// Events implements the events of all cores with the outbox.
type Events struct {
	pool      *pgxpool.Pool
	publicURL string
	chains    *chain.Chains
}

// NewEvents wires the adapter. publicURL is the origin of links in emails.
func NewEvents(pool *pgxpool.Pool, publicURL string, chains *chain.Chains) *Events {
	return &Events{pool, publicURL, chains}
}

func (f *Events) add(ctx context.Context, id string, m proto.Message) error {
	return outbox.Add(ctx, postgres.Conn(ctx, f.pool), id, m)
}

// The reasons of unexpected payments.
const (
	// UnknownOrder: a payment to the contract matches none of our quotes.
	UnknownOrder = "unknown_order"
	// DirectTransfer: money was sent directly to one of our addresses.
	DirectTransfer = "direct_transfer"
)

// key identifies a sighting of a payment. A block that rejoins the chain after a reorganisation is another sighting.
func key(p chain.Payment, kind string) string {
	k := fmt.Sprintf("%d:%s:%d:%s", p.ChainID, p.BlockHash, p.LogIndex, kind)
	if p.TimesSeen > 1 {
		k += fmt.Sprintf(":%d", p.TimesSeen)
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

// PaymentSeen implements watching.Events.
func (f *Events) PaymentSeen(ctx context.Context, p chain.Payment) error {
	return f.add(ctx, key(p, "seen"), &chainv1.PaymentSeen{Payment: payment(p)})
}

// PaymentConfirmed implements watching.Events.
func (f *Events) PaymentConfirmed(ctx context.Context, p chain.Payment) error {
	return f.add(ctx, key(p, "confirmed"), &chainv1.PaymentConfirmed{Payment: payment(p)})
}

// PaymentReverted implements watching.Events.
func (f *Events) PaymentReverted(ctx context.Context, p chain.Payment) error {
	return f.add(ctx, key(p, "reverted"), &chainv1.PaymentReverted{Payment: payment(p)})
}

// QuoteExpired implements watching.Events.
func (f *Events) QuoteExpired(ctx context.Context, q quotes.Quote, h chain.Header) error {
	return f.add(ctx, fmt.Sprintf("%d:%s:%s:quote_expired", q.ChainID, h.Hash, q.IntentHash), &chainv1.QuoteExpired{
		CheckoutId: q.CheckoutID, ChainId: q.ChainID, BlockNumber: int64(h.Number), IntentHash: q.IntentHash,
	})
}

// Unexpected implements watching.Events.
func (f *Events) Unexpected(ctx context.Context, p chain.Payment, reason string) error {
	return f.add(ctx, key(p, "unexpected"), &chainv1.UnexpectedPayment{
		ChainId: p.ChainID, TransactionHash: p.TxHash, Payer: p.Payer, Amount: p.Amount.String(), Reason: reason, CheckoutId: p.CheckoutID,
		BlockHash: p.BlockHash, BlockNumber: int64(p.BlockNumber), LogIndex: p.LogIndex, To: f.contract(p.ChainID),
	})
}

func (f *Events) contract(chainID uint32) string {
	link, err := f.chains.Get(chainID)
	if err != nil {
		return ""
	}
	return link.Chain.PaymentContract
}

// MoneyArrived implements watching.Events.
func (f *Events) MoneyArrived(ctx context.Context, m chain.Incoming) error {
	return f.add(ctx, fmt.Sprintf("%d:%s:%s:%d:unexpected", m.ChainID, m.BlockHash, m.TxHash, m.LogIndex), &chainv1.UnexpectedPayment{
		ChainId: m.ChainID, TransactionHash: m.TxHash, Payer: m.Payer, Amount: m.Amount.String(), Reason: DirectTransfer,
		BlockHash: m.BlockHash, BlockNumber: int64(m.BlockNumber), LogIndex: m.LogIndex, To: m.To, Asset: m.Asset,
	})
}

// RefundSent implements watching.Events. If a reorganisation undid a refund, it is published again once it is back in a block.
func (f *Events) RefundSent(ctx context.Context, r paying.Refund) error {
	return f.add(ctx, "refund:"+r.ID+":sent:"+r.TxHash+":"+id.New(), &chainv1.EtherRefundSent{RefundId: r.ID, TransactionHash: r.TxHash})
}

// RefundConfirmed implements watching.Events.
func (f *Events) RefundConfirmed(ctx context.Context, r paying.Refund) error {
	return f.add(ctx, "refund:"+r.ID+":confirmed", &chainv1.EtherRefundConfirmed{RefundId: r.ID, TransactionHash: r.TxHash})
}

// RefundFailed implements watching.Events.
func (f *Events) RefundFailed(ctx context.Context, r paying.Refund) error {
	return f.add(ctx, "refund:"+r.ID+":failed", &chainv1.EtherRefundFailed{RefundId: r.ID, Reason: r.Reason})
}

// TokenMinted implements watching.Events.
func (f *Events) TokenMinted(ctx context.Context, t custody.Token) error {
	link, err := f.chains.Get(t.ChainID)
	if err != nil {
		return err
	}
	return f.add(ctx, "minted:"+t.CheckoutID, &chainv1.TokenMinted{
		CheckoutId: t.CheckoutID, TokenId: t.TokenID, ChainId: t.ChainID, Contract: link.Chain.TokenContract, TransactionHash: t.MintTx,
	})
}

// TokenReturned implements watching.Events.
func (f *Events) TokenReturned(ctx context.Context, t watching.ReturnedToken) error {
	return f.add(ctx, fmt.Sprintf("returned:%s:%s", t.CheckoutID, t.Transaction), &chainv1.TokenReturned{
		CheckoutId: t.CheckoutID, TokenId: t.TokenID, ChainId: t.ChainID, TransactionHash: t.Transaction,
	})
}

// BatchReported implements custody.Events. The keys name a withdrawal, so that the email is found with the data of its owner.
func (f *Events) BatchReported(ctx context.Context, r custody.BatchReport) error {
	w := r.Withdrawals[0]
	switch {
	case w.Email == "":
		return nil
	case r.Size > 1:
		return f.queueMail(ctx, "withdrawal:"+w.ID+":batch", w.Email, messages.WithdrawalsEnded(r.Withdrawals), f.publicURL+"/en/profile/withdrawals/", names(r.Withdrawals...)...)
	case w.Status == custody.Final:
		return f.confirmed(ctx, w)
	}
	return f.failed(ctx, w)
}

// WithdrawalConfirmed implements watching.Events.
func (f *Events) WithdrawalConfirmed(ctx context.Context, w custody.Withdrawal) error {
	if w.Email == "" || w.BatchID != "" {
		return nil
	}
	return f.confirmed(ctx, w)
}

func (f *Events) confirmed(ctx context.Context, w custody.Withdrawal) error {
	text := messages.WithdrawalConfirmed(w)
	url := f.collectionURL()
	if link, err := f.chains.Get(w.ChainID); err == nil && link.Chain.ExplorerURL != "" {
		text.Action, url = messages.ViewTransaction, strings.TrimSuffix(link.Chain.ExplorerURL, "/")+"/tx/"+w.TxHash
	}
	return f.queueMail(ctx, "withdrawal:"+w.ID+":confirmed", w.Email, text, url, names(w)...)
}

// WithdrawalFailed implements custody.Events.
func (f *Events) WithdrawalFailed(ctx context.Context, w custody.Withdrawal) error {
	if w.Email == "" || w.BatchID != "" {
		return nil
	}
	return f.failed(ctx, w)
}

func (f *Events) failed(ctx context.Context, w custody.Withdrawal) error {
	return f.queueMail(ctx, "withdrawal:"+w.ID+":failed", w.Email, messages.WithdrawalFailed(w), f.collectionURL(), names(w)...)
}

// GiftSent implements custody.GiftEvents.
func (f *Events) GiftSent(ctx context.Context, g custody.Gift, t custody.Token, secret string) error {
	text := messages.Gift(g, t)
	m := mail.Message{
		// ReadGiftOf looks up the key.
		Key: fmt.Sprintf("gift:%s:%d", g.ID, g.Emails), To: g.Email, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs,
		// Browsers don't send the fragment, so no server logs the secret.
		Action: &mail.Link{Label: text.Action, URL: f.publicURL + "/en/gift/#" + secret}, Footer: messages.GiftFooter,
		Names: []string{t.Title, t.Artist, g.From},
	}
	m.Picture = mail.PictureAt(f.publicURL, g.ImageURL, t.Title+" by "+t.Artist)
	return mail.Queue(ctx, postgres.Conn(ctx, f.pool), m)
}

// GiftReaddressed implements custody.GiftEvents.
func (f *Events) GiftReaddressed(ctx context.Context, g custody.Gift, t custody.Token, email string) error {
	if email == "" {
		return nil
	}
	return f.queueMail(ctx, fmt.Sprintf("gift:%s:%d:address", g.ID, g.Emails), email, messages.GiftReaddressed(g, t), f.orderURL(g), t.Title, t.Artist)
}

// GiftLost implements custody.GiftEvents.
func (f *Events) GiftLost(ctx context.Context, g custody.Gift, t custody.Token) error {
	if g.Email == "" {
		return nil
	}
	return f.queueMail(ctx, "gift:"+g.ID+":lost", g.Email, messages.GiftLost(t), f.collectionURL(), t.Title, t.Artist)
}

// GiftAccepted implements custody.GiftEvents.
func (f *Events) GiftAccepted(ctx context.Context, g custody.Gift, t custody.Token, email string) error {
	err := f.add(ctx, "gift:"+g.ID+":accepted", &chainv1.GiftAccepted{
		CheckoutId: g.ID, TokenId: g.TokenID, AccountId: g.RecipientID, AcceptedAt: timestamppb.New(g.EndedAt),
	})
	if err != nil || email == "" {
		return err
	}
	return f.queueMail(ctx, "gift:"+g.ID+":accepted", email, messages.GiftAccepted(g, t), f.orderURL(g), t.Title, t.Artist)
}

func (f *Events) orderURL(g custody.Gift) string {
	return f.publicURL + "/en/profile/orders/" + g.ID + "/"
}

func (f *Events) collectionURL() string { return f.publicURL + "/en/profile/collection/" }

// names returns the names and titles that an email about withdrawals quotes.
func names(list ...custody.Withdrawal) (out []string) {
	for _, w := range list {
		out = append(out, w.Title, w.Artist, w.ToName)
	}
	return out
}

// queueMail queues one email per key, in the transaction of ctx. names are the names and titles that it quotes.
func (f *Events) queueMail(ctx context.Context, key, to string, text messages.Mail, url string, names ...string) error {
	return mail.Queue(ctx, postgres.Conn(ctx, f.pool), mail.Message{
		Key: key, To: to, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs,
		Action: &mail.Link{Label: text.Action, URL: url}, Names: names,
	})
}

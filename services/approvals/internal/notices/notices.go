// Package notices writes the emails and events of approvals into the transaction that causes them.
package notices

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// Notices implements approval.Notices.
type Notices struct {
	pool      *pgxpool.Pool
	publicURL string
}

// New wires the adapter; publicURL is the origin of the site's pages.
func New(pool *pgxpool.Pool, publicURL string) *Notices { return &Notices{pool, publicURL} }

// SendLink implements approval.Notices. Each link is emailed once to each person.
func (n *Notices) SendLink(ctx context.Context, r *approval.Request, position int, to, link string) error {
	l := r.Links[position]
	key := fmt.Sprintf("approval:%s:%s:%s", r.ID, hex.EncodeToString(l.Hash[:8]), to)
	return n.queue(ctx, r, key, to, link, messages.Request(r, l.Role))
}

// SendOutcome implements approval.Notices.
func (n *Notices) SendOutcome(ctx context.Context, r *approval.Request) error {
	m, ok := messages.Outcome(r)
	if !ok || r.Email == "" {
		return nil
	}
	page := "collection"
	if r.Kind == approval.PayoutWalletUpdate {
		page = "payout-wallet"
	}
	return n.queue(ctx, r, fmt.Sprintf("approval:%s:%s", r.ID, r.Status), r.Email, n.publicURL+"/en/profile/"+page+"/", m)
}

func (n *Notices) queue(ctx context.Context, r *approval.Request, key, to, link string, m messages.Mail) error {
	out := mail.Message{Key: key, To: to, Subject: m.Subject, Heading: m.Heading, Paragraphs: m.Paragraphs, Footer: m.Footer}
	if m.Action != "" {
		out.Action = &mail.Link{Label: m.Action, URL: link}
	}
	if r.Work.Picture != "" {
		out.Picture = &mail.Picture{URL: n.publicURL + r.Work.Picture, Alt: messages.Picture(r.Work)}
	}
	return mail.Queue(ctx, postgres.Conn(ctx, n.pool), out)
}

// Decided implements approval.Notices.
func (n *Notices) Decided(ctx context.Context, r *approval.Request) error {
	return outbox.Add(ctx, postgres.Conn(ctx, n.pool), "approval:"+r.ID+":decided", &approvalsv1.ApprovalDecided{
		Kind: string(r.Kind), SubjectId: r.SubjectID, Outcome: string(r.Status), DecidedAt: timestamppb.New(r.DecidedAt),
	})
}

// OwnerApproved publishes that the owner approved, while others still have to decide.
func (n *Notices) OwnerApproved(ctx context.Context, r *approval.Request, at time.Time) error {
	return outbox.Add(ctx, postgres.Conn(ctx, n.pool), "approval:"+r.ID+":owner_approved", &approvalsv1.OwnerApproved{
		Kind: string(r.Kind), SubjectId: r.SubjectID, ApprovedAt: timestamppb.New(at),
	})
}

// Package notices writes the emails and events of approvals into the transaction that causes them.
package notices

import (
	"context"
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

// SendLink implements approval.Notices.
func (n *Notices) SendLink(ctx context.Context, r *approval.Request, position int, to, link string) error {
	l := r.Links[position]
	return n.queue(ctx, r, l.EmailKey(r.ID, to), to, link, messages.Request(r, l.Role))
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
	out.Names = []string{r.Artist, r.To.Name}
	for _, w := range r.Works {
		out.Names = append(out.Names, w.Title, w.Artist)
	}
	if m.Action != "" {
		out.Action = &mail.Link{Label: m.Action, URL: link}
	}
	if len(r.Works) == 1 {
		out.Picture = mail.PictureAt(n.publicURL, r.Works[0].Picture, messages.Picture(r.Works[0]))
	}
	return mail.Queue(ctx, postgres.Conn(ctx, n.pool), out)
}

// WithdrawalApproved implements approval.Notices.
func (n *Notices) WithdrawalApproved(ctx context.Context, r *approval.Request) error {
	e := &approvalsv1.WithdrawalApproved{
		RequestId: r.ID, AccountId: r.AccountID, Email: r.Email, ChainId: r.ChainID, To: r.To.Address, ToName: r.To.Name,
		RequestedAt: timestamppb.New(r.CreatedAt), ApprovedAt: timestamppb.New(r.DecidedAt),
	}
	for i, w := range r.Works {
		if !r.Cancelled(i) {
			e.Works = append(e.Works, &approvalsv1.ApprovedWork{WithdrawalId: w.ID, TokenId: w.TokenID, Title: w.Title, Artist: w.Artist, Position: int32(i + 1)})
		}
	}
	return outbox.Add(ctx, postgres.Conn(ctx, n.pool), "approval:"+r.ID+":decided", e)
}

// Decided implements approval.Notices.
func (n *Notices) Decided(ctx context.Context, r *approval.Request) error {
	return outbox.Add(ctx, postgres.Conn(ctx, n.pool), "approval:"+r.ID+":decided", &approvalsv1.ApprovalDecided{
		Kind: string(r.Kind), SubjectId: r.SubjectID, Outcome: string(r.Status), DecidedAt: timestamppb.New(r.DecidedAt),
	})
}

// OwnerApproved implements approval.Notices.
func (n *Notices) OwnerApproved(ctx context.Context, r *approval.Request, at time.Time) error {
	return outbox.Add(ctx, postgres.Conn(ctx, n.pool), "approval:"+r.ID+":owner_approved", &approvalsv1.OwnerApproved{
		Kind: string(r.Kind), SubjectId: r.SubjectID, ApprovedAt: timestamppb.New(at),
	})
}

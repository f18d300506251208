// Package notices writes mails and facts of approvals into the transaction that decides them.
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
)

// Notices implements approval.Notices.
type Notices struct {
	pool      *pgxpool.Pool
	publicURL string
}

// New wires the adapter; publicURL is the origin of the site's pages.
func New(pool *pgxpool.Pool, publicURL string) *Notices { return &Notices{pool, publicURL} }

// Ask mails a link. Each link is a notice of its own, also where several ask the same people one after the other.
func (n *Notices) Ask(ctx context.Context, r *approval.Request, position int, to, link string) error {
	subject, heading := "Approve the withdrawal of your token", "Did you ask for this withdrawal?"
	if r.Kind == approval.PayoutWalletUpdate {
		subject, heading = "Approve your new payout wallet", "Did you ask for another payout wallet?"
	}
	if r.Links[position].Asks == approval.Approver {
		subject, heading = "Your approval is needed: payout wallet", "An artist asks for another payout wallet"
		if r.Kind == approval.TokenWithdrawal {
			subject, heading = "Your approval is needed: withdrawal", "A collector asks to withdraw a token"
		}
	}
	paragraphs := []string{r.Summary + "."}
	for _, l := range r.Lines {
		paragraphs = append(paragraphs, l.Label+": "+l.Value)
	}
	paragraphs = append(paragraphs,
		"Opening the link changes nothing. The page shows the request again; there you approve it, signed in, or reject it.",
		"The link ends on "+r.ExpiresAt.UTC().Format("2 January 2006 at 15:04")+" UTC.")
	return mail.Queue(ctx, postgres.Conn(ctx, n.pool), mail.Message{
		Key: fmt.Sprintf("approval:%s:%d:%s", r.ID, position, to), To: to, Subject: subject, Heading: heading, Paragraphs: paragraphs,
		Action: &mail.Link{Label: "Look at the request", URL: link},
		Footer: "Not you? Open the link and choose Reject: that needs no sign-in and stops the request.",
	})
}

// Tell mails the outcome to the owner.
func (n *Notices) Tell(ctx context.Context, r *approval.Request) error {
	if r.Email == "" {
		return nil
	}
	what, page := ": withdrawal of your token", "collection"
	if r.Kind == approval.PayoutWalletUpdate {
		what, page = ": your new payout wallet", "payout-wallet"
	}
	subject, text := "", ""
	var again *mail.Link
	switch r.Status {
	case approval.Approved:
		subject, text = "Approved", "The request was approved and goes on now. We write again when it is done."
	case approval.Rejected:
		subject, text = "Rejected", "The request was rejected. Nothing was moved and nothing changed."
	case approval.Expired:
		subject, text = "Expired", "Nobody approved the request in time, so it has ended. Nothing was moved and nothing changed. You can ask again."
		again = &mail.Link{Label: "Ask again", URL: n.publicURL + "/en/profile/" + page + "/"}
	default:
		return nil
	}
	return mail.Queue(ctx, postgres.Conn(ctx, n.pool), mail.Message{
		Key: fmt.Sprintf("approval:%s:%s", r.ID, r.Status), To: r.Email, Subject: subject + what, Heading: subject + what, Paragraphs: []string{r.Summary + ".", text}, Action: again,
	})
}

// Decided publishes how a request ended.
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

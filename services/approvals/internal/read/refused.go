package read

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
)

// ListApprovalRefusedEmails implements DeskService.
func (s *Reader) ListApprovalRefusedEmails(ctx context.Context, _ *approvalsv1.ListApprovalRefusedEmailsRequest) (*personalv1.ListRefusedEmailsResponse, error) {
	refusals, err := mail.Refusals(ctx, s.Pool, s.now())
	if err != nil {
		return nil, err
	}
	s.Log.InfoContext(ctx, "staff listed refused emails", "staff", rpc.Caller(ctx).Subject, "emails", len(refusals))
	out := &personalv1.ListRefusedEmailsResponse{}
	for _, m := range refusals {
		out.Items = append(out.Items, &personalv1.RefusedEmail{Recipient: m.Recipient, Subject: m.Subject, RefusedAt: timestamppb.New(m.At), Error: m.Error})
	}
	return rpc.Private(ctx, out), nil
}

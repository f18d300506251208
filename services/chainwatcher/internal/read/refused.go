package read

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
)

// ListChainRefusedEmails implements WithdrawalService.
func (r *Reader) ListChainRefusedEmails(ctx context.Context, _ *chainv1.ListChainRefusedEmailsRequest) (*personalv1.ListRefusedEmailsResponse, error) {
	refusals, err := mail.Refusals(ctx, postgres.Conn(ctx, r.Pool), time.Now())
	if err != nil {
		return nil, err
	}
	r.Log.InfoContext(ctx, "staff listed refused emails", "staff", rpc.Caller(ctx).Subject, "emails", len(refusals))
	out := &personalv1.ListRefusedEmailsResponse{}
	for _, m := range refusals {
		out.Items = append(out.Items, &personalv1.RefusedEmail{Recipient: m.Recipient, Subject: m.Subject, RefusedAt: timestamppb.New(m.At), Error: m.Error})
	}
	return rpc.Private(ctx, out), nil
}

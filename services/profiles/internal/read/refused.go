package read

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

// ListProfileRefusedEmails implements DeskService.
func (r *Reader) ListProfileRefusedEmails(ctx context.Context, _ *profilesv1.ListProfileRefusedEmailsRequest) (*personalv1.ListRefusedEmailsResponse, error) {
	refusals, err := mail.Refusals(ctx, postgres.Conn(ctx, r.Pool), r.Clock.Now())
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

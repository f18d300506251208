package api

import (
	"context"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/personal"
	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
)

// Personal implements PersonalService with the same functions as the commands export and forget.
type Personal struct {
	Copy   func(ctx context.Context, who string) (string, error)
	Remove func(ctx context.Context, accountID string, addresses []string, check bool) error
}

// Export implements PersonalService.
func (p Personal) Export(ctx context.Context, req *connect.Request[personalv1.ExportRequest]) (*connect.Response[personalv1.ExportResponse], error) {
	found, err := p.Copy(ctx, req.Msg.GetWho())
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&personalv1.ExportResponse{Data: []byte(found)}), nil
}

// Forget implements PersonalService.
func (p Personal) Forget(ctx context.Context, req *connect.Request[personalv1.ForgetRequest]) (*connect.Response[personalv1.ForgetResponse], error) {
	reasons, err := personal.Reasons(p.Remove(ctx, req.Msg.GetAccountId(), req.Msg.GetAddresses(), req.Msg.GetCheck()))
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&personalv1.ForgetResponse{Reasons: reasons}), nil
}

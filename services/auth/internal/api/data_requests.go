package api

import (
	"context"
	"errors"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/datarequest"
)

// DataRequests implements DataRequestService.
type DataRequests struct{ Service *datarequest.Service }

func dataRequestMessage(r datarequest.Request) *authv1.DataRequest {
	return &authv1.DataRequest{
		Id: r.ID, Kind: r.Kind, State: r.State, RequestedAt: timestamppb.New(r.RequestedAt), Until: timestamppb.New(r.DueAt), Reasons: r.Reasons,
	}
}

// dataRequestError converts errors of datarequest into public ones.
func dataRequestError(err error) error {
	switch {
	case errors.Is(err, datarequest.ErrNotFound):
		return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "Not found.", nil)
	case errors.Is(err, datarequest.ErrTooLate):
		return rpc.Error(connect.CodeFailedPrecondition, authv1.Reason_REASON_NOT_CANCELLABLE, "The deletion has started and can no longer be cancelled.", nil)
	}
	return public(err)
}

// ListDataRequests implements DataRequestService.
func (s DataRequests) ListDataRequests(ctx context.Context, _ *authv1.ListDataRequestsRequest) (*authv1.ListDataRequestsResponse, error) {
	all, err := s.Service.List(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, dataRequestError(err)
	}
	res := &authv1.ListDataRequestsResponse{}
	for _, r := range all {
		res.Items = append(res.Items, dataRequestMessage(r))
	}
	return rpc.Private(ctx, res), nil
}

// RequestExport implements DataRequestService.
func (s DataRequests) RequestExport(ctx context.Context, _ *authv1.RequestExportRequest) (*authv1.DataRequest, error) {
	r, err := s.Service.RequestExport(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, dataRequestError(err)
	}
	return rpc.Private(ctx, dataRequestMessage(r)), nil
}

// GetExport implements DataRequestService.
func (s DataRequests) GetExport(ctx context.Context, req *authv1.GetExportRequest) (*httpbody.HttpBody, error) {
	file, err := s.Service.Archive(ctx, rpc.Caller(ctx).Subject, req.GetId())
	if err != nil {
		return nil, dataRequestError(err)
	}
	return rpc.Private(ctx, &httpbody.HttpBody{ContentType: "application/zip", Data: file}), nil
}

// RequestDeletion implements DataRequestService.
func (s DataRequests) RequestDeletion(ctx context.Context, _ *authv1.RequestDeletionRequest) (*authv1.RequestDeletionResponse, error) {
	r, reasons, err := s.Service.RequestDeletion(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, dataRequestError(err)
	}
	if len(reasons) > 0 {
		return rpc.Private(ctx, &authv1.RequestDeletionResponse{Reasons: reasons}), nil
	}
	return rpc.Private(ctx, &authv1.RequestDeletionResponse{DataRequest: dataRequestMessage(r)}), nil
}

// CancelDeletion implements DataRequestService.
func (s DataRequests) CancelDeletion(ctx context.Context, req *authv1.CancelDeletionRequest) (*authv1.DataRequest, error) {
	r, err := s.Service.Cancel(ctx, rpc.Caller(ctx).Subject, req.GetId())
	if err != nil {
		return nil, dataRequestError(err)
	}
	return rpc.Private(ctx, dataRequestMessage(r)), nil
}

// ConfirmDeletion implements DataRequestService.
func (s DataRequests) ConfirmDeletion(ctx context.Context, req *authv1.ConfirmDeletionRequest) (*authv1.DataRequest, error) {
	r, err := s.Service.Confirm(ctx, rpc.LinkSecret(ctx))
	if err != nil {
		return nil, dataRequestError(err)
	}
	return rpc.Private(ctx, dataRequestMessage(r)), nil
}

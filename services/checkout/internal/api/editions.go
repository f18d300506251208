package api

import (
	"context"

	"connectrpc.com/connect"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

// maxTaken limits a list of editions.
const maxTaken = 1000

// ListTakenEditions implements the service.
func (s *Server) ListTakenEditions(ctx context.Context, req *connect.Request[checkoutv1.ListTakenEditionsRequest]) (*connect.Response[checkoutv1.ListTakenEditionsResponse], error) {
	taken, err := s.Orders.Holds.Taken(ctx, req.Msg.GetArtworkId(), req.Msg.GetFrom(), maxTaken)
	if err != nil {
		return nil, public(err)
	}
	out := &checkoutv1.ListTakenEditionsResponse{}
	for _, one := range taken {
		out.Items = append(out.Items, &checkoutv1.TakenEdition{EditionNumber: one.Edition, Status: string(one.Status)})
	}
	return connect.NewResponse(out), nil
}

package api

import (
	"context"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

// maxTaken limits a list of editions.
const maxTaken = 1000

// ListTakenEditions implements the service.
func (s *Server) ListTakenEditions(ctx context.Context, req *checkoutv1.ListTakenEditionsRequest) (*checkoutv1.ListTakenEditionsResponse, error) {
	taken, err := s.Orders.Store.Taken(ctx, req.GetArtworkId(), req.GetFrom(), maxTaken)
	if err != nil {
		return nil, public(err)
	}
	out := &checkoutv1.ListTakenEditionsResponse{}
	for _, one := range taken {
		out.Items = append(out.Items, &checkoutv1.TakenEdition{EditionNumber: one.Edition, Status: string(one.Status)})
	}
	return out, nil
}

package api

import (
	"cmp"
	"context"
	"strings"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// Desk implements DeskService. The interceptor checks the areas of the caller's roles.
type Desk struct{ Profiles *profile.Service }

// ListDeskProfiles implements DeskService.
func (s *Desk) ListDeskProfiles(ctx context.Context, req *profilesv1.ListDeskProfilesRequest) (*profilesv1.ListDeskProfilesResponse, error) {
	list, err := s.Profiles.Find(ctx, rpc.Caller(ctx).Subject, req.GetSearch(), req.GetOwnerId())
	if err != nil {
		return nil, public(err)
	}
	res := &profilesv1.ListDeskProfilesResponse{}
	for _, p := range list {
		name := cmp.Or(strings.TrimSpace(p.FirstName+" "+p.LastName), p.Name)
		res.Items = append(res.Items, &profilesv1.DeskProfile{OwnerId: p.OwnerID, Name: name})
	}
	return rpc.Private(ctx, res), nil
}

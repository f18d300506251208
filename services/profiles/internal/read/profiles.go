package read

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// Profile returns the profile of an account, or not_found.
func (r *Reader) Profile(ctx context.Context, ownerID string) (*profilesv1.Profile, error) {
	if uuid.Validate(ownerID) != nil {
		return nil, notFound(pgx.ErrNoRows)
	}
	p, err := r.queries(ctx).ReadProfile(ctx, ownerID)
	if err != nil {
		return nil, notFound(err)
	}
	out := &profilesv1.Profile{
		Id: p.ID, Name: p.Name, Email: p.Email, OwnerId: p.OwnerID, FirstName: p.FirstName, LastName: p.LastName, IsProfileCompleted: p.Completed,
	}
	if p.Avatar != "" {
		out.Avatar = &profilesv1.Avatar{Url: r.AvatarPath + p.Avatar, Width: int32(p.AvatarWidth), Height: int32(p.AvatarHeight)}
	}
	return rpc.Private(ctx, out), nil
}

// ListProfiles implements ProfilesService: it returns the caller's profile, if there is one.
func (r *Reader) ListProfiles(ctx context.Context, req *profilesv1.ListProfilesRequest) (*profilesv1.ListProfilesResponse, error) {
	caller := rpc.Caller(ctx)
	if owner := req.GetOwnerId(); owner != "" && owner != caller.Subject {
		return nil, notFound(pgx.ErrNoRows)
	}
	res := &profilesv1.ListProfilesResponse{}
	p, err := r.Profile(ctx, caller.Subject)
	switch {
	case rpc.HasReason(err, errorsv1.Reason_REASON_NOT_FOUND):
	case err != nil:
		return nil, err
	default:
		res.Profiles = append(res.Profiles, p)
	}
	return rpc.Private(ctx, res), nil
}

// GetProfileByOwner implements ProfilesService for other services.
func (r *Reader) GetProfileByOwner(ctx context.Context, req *profilesv1.GetProfileByOwnerRequest) (*profilesv1.GetProfileByOwnerResponse, error) {
	p, err := r.Profile(ctx, req.GetOwnerId())
	if err != nil {
		return nil, err
	}
	return &profilesv1.GetProfileByOwnerResponse{Profile: p}, nil
}

// findLimit is the maximum number of profiles that a search by staff returns.
const findLimit = 50

// ListDeskProfiles implements DeskService: the newest profiles that match. The interceptor checks the areas of the caller's roles.
func (r *Reader) ListDeskProfiles(ctx context.Context, req *profilesv1.ListDeskProfilesRequest) (*profilesv1.ListDeskProfilesResponse, error) {
	find := db.FindProfilesParams{OwnerIds: append([]string{}, req.GetOwnerId()...), Limit: findLimit}
	// Postgres can't store NUL.
	if text := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(req.GetSearch(), "\x00", "")), " ")); text != "" {
		end := text + "\U0010FFFF"
		find.Prefix, find.PrefixEnd = &text, &end
	}
	rows, err := r.queries(ctx).FindProfiles(ctx, find)
	if err != nil {
		return nil, err
	}
	r.Log.InfoContext(ctx, "staff listed profiles", "staff", rpc.Caller(ctx).Subject, "profiles", len(rows))
	return rpc.Private(ctx, &profilesv1.ListDeskProfilesResponse{Items: list(rows, func(p db.FindProfilesRow) *profilesv1.DeskProfile {
		return &profilesv1.DeskProfile{OwnerId: p.OwnerID, Name: p.Name}
	})}), nil
}

package api

import (
	"context"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// SaveCollectorPage implements CollectorsService.
func (s *Server) SaveCollectorPage(ctx context.Context, req *profilesv1.SaveCollectorPageRequest) (*profilesv1.CollectorPage, error) {
	in := collector.Page{
		AccountID: rpc.Caller(ctx).Subject, Name: req.GetName(), DisplayName: req.GetDisplayName(), Text: req.GetText(),
		Published: req.GetPublished(), Indexed: req.GetIndexed(),
	}
	for _, w := range req.GetWorks() {
		in.Works = append(in.Works, collector.Work{TokenID: w.GetTokenId(), Text: w.GetText()})
	}
	if err := s.Collectors.Save(ctx, in); err != nil {
		return nil, public(err)
	}
	return s.GetCollectorPage(ctx, nil)
}

// maxWalls is how many walls an account may choose.
const maxWalls = 1000

// SetWall implements CollectorsService.
func (s *Server) SetWall(ctx context.Context, req *profilesv1.SetWallRequest) (*profilesv1.SetWallResponse, error) {
	account, res := rpc.Caller(ctx).Subject, rpc.Private(ctx, &profilesv1.SetWallResponse{})
	if req.GetColor() == "" {
		return res, s.queries(ctx).RemoveWall(ctx, db.RemoveWallParams{AccountID: account, TokenID: req.GetTokenId()})
	}
	return res, postgres.InTx(ctx, s.Pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := q.LockWalls(ctx, account); err != nil {
			return err
		}
		if err := q.SetWall(ctx, db.SetWallParams{AccountID: account, TokenID: req.GetTokenId(), Color: req.GetColor()}); err != nil {
			return err
		}
		n, err := q.CountWalls(ctx, account)
		if err == nil && n > maxWalls {
			err = rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_TOO_MANY_WALLS,
				"You can choose up to 1,000 walls. Set some back to automatic first.", nil)
		}
		return err
	})
}

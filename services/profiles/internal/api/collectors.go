package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
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

package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
)

// editionSpace is the size of an artwork's token id range; its editions are numbered from 1.
const editionSpace = 1_000_000

// GetCollector implements CollectorsService.
func (s *Server) GetCollector(ctx context.Context, req *profilesv1.GetCollectorRequest) (*profilesv1.Collector, error) {
	p, err := s.Collectors.Public(ctx, req.GetName())
	if err != nil {
		return nil, public(err)
	}
	res := &profilesv1.Collector{Name: p.Name, DisplayName: p.DisplayName, Text: p.Text, Indexed: p.Indexed}
	for _, w := range p.Works {
		res.Works = append(res.Works, &profilesv1.CollectorWork{
			ArtworkId: w.TokenID / editionSpace, EditionNumber: int32(w.TokenID % editionSpace), Text: w.Text,
		})
	}
	// Don't cache the page, so that it disappears as soon as it is switched off.
	return rpc.Private(ctx, res), nil
}

func collectorPage(p collector.Page) *profilesv1.CollectorPage {
	out := &profilesv1.CollectorPage{
		Name: p.Name, DisplayName: p.DisplayName, Text: p.Text, Published: p.Published, Indexed: p.Indexed, Hidden: p.Hidden,
	}
	for _, w := range p.Works {
		out.Works = append(out.Works, &profilesv1.ChosenWork{TokenId: w.TokenID, Text: w.Text})
	}
	return out
}

// GetCollectorPage implements CollectorsService.
func (s *Server) GetCollectorPage(ctx context.Context, _ *profilesv1.GetCollectorPageRequest) (*profilesv1.CollectorPage, error) {
	p, err := s.Collectors.Own(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, collectorPage(p)), nil
}

// SaveCollectorPage implements CollectorsService.
func (s *Server) SaveCollectorPage(ctx context.Context, req *profilesv1.SaveCollectorPageRequest) (*profilesv1.CollectorPage, error) {
	in := collector.Page{
		AccountID: rpc.Caller(ctx).Subject, Name: req.GetName(), DisplayName: req.GetDisplayName(), Text: req.GetText(),
		Published: req.GetPublished(), Indexed: req.GetIndexed(),
	}
	for _, w := range req.GetWorks() {
		in.Works = append(in.Works, collector.Work{TokenID: w.GetTokenId(), Text: w.GetText()})
	}
	p, err := s.Collectors.Save(ctx, in)
	if err != nil {
		return nil, public(err)
	}
	return rpc.Private(ctx, collectorPage(p)), nil
}

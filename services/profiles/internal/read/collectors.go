package read

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// editionSpace is the size of an artwork's token id range; its editions are numbered from 1.
const editionSpace = 1_000_000

// GetCollector implements CollectorsService: a published page with those of its works that the collector still has.
func (r *Reader) GetCollector(ctx context.Context, req *profilesv1.GetCollectorRequest) (*profilesv1.Collector, error) {
	p, err := r.queries(ctx).ReadPublicCollectorPage(ctx, strings.ToLower(strings.TrimSpace(req.GetName())))
	if err != nil {
		return nil, notFound(err)
	}
	var held []int64
	if len(p.TokenIds) > 0 {
		if held, err = r.Tokens(ctx, p.AccountID); err != nil {
			return nil, rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, "Temporarily unavailable.", err)
		}
	}
	res := &profilesv1.Collector{Name: p.Name, DisplayName: p.DisplayName, Text: p.Text, Indexed: p.Indexed}
	for i, token := range p.TokenIds {
		if slices.Contains(held, token) {
			res.Works = append(res.Works, &profilesv1.CollectorWork{
				ArtworkId: token / editionSpace, EditionNumber: int32(token % editionSpace), Text: p.Texts[i], Wall: p.Walls[i],
			})
		}
	}
	// Don't cache the page, so that it disappears as soon as it is switched off.
	return rpc.Private(ctx, res), nil
}

// GetCollectorPage implements CollectorsService. The page is empty before the account saved one.
func (r *Reader) GetCollectorPage(ctx context.Context, _ *profilesv1.GetCollectorPageRequest) (*profilesv1.CollectorPage, error) {
	p, err := r.queries(ctx).ReadCollectorPage(ctx, rpc.Caller(ctx).Subject)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, err
	}
	res := &profilesv1.CollectorPage{
		Name: p.Name, DisplayName: p.DisplayName, Text: p.Text, Published: p.Published, Indexed: p.Indexed, Hidden: p.Hidden,
	}
	for i, token := range p.TokenIds {
		res.Works = append(res.Works, &profilesv1.ChosenWork{TokenId: token, Text: p.Texts[i]})
	}
	return rpc.Private(ctx, res), nil
}

// ListWalls implements CollectorsService.
func (r *Reader) ListWalls(ctx context.Context, _ *profilesv1.ListWallsRequest) (*profilesv1.ListWallsResponse, error) {
	rows, err := r.queries(ctx).ReadWalls(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.ListWallsResponse{Items: list(rows, func(w db.ReadWallsRow) *profilesv1.Wall {
		return &profilesv1.Wall{TokenId: w.TokenID, Color: w.Color}
	})}), nil
}

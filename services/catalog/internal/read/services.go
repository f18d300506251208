package read

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// emailWidth is the approximate width of pictures for emails, in pixels.
const emailWidth = 640

// DropMessages returns the public drops among the ids for other services.
func (r *Reader) DropMessages(ctx context.Context, ids []int64, now time.Time) ([]*catalogv1.Drop, error) {
	rows, err := r.queries().Drops(ctx, db.DropsParams{Now: now, Ids: notNil(ids)})
	return converted(rows, err, func(d *db.DropsRow) (*catalogv1.Drop, error) {
		image, err := pictureOfWidth(d.ID, d.Cover, emailWidth)
		return &catalogv1.Drop{
			Id: d.ID, Slug: d.Slug, Title: d.Title, OpensAt: timestamppb.New(d.SaleStartsAt), ArtworkCount: int32(d.Works), ImageUrl: image,
			Status: strings.ToLower(string(window(&d.SaleStartsAt, d.SaleEndsAt).Status(now))),
		}, err
	})
}

// StockMessages returns the public artworks among the ids for other services.
func (r *Reader) StockMessages(ctx context.Context, ids []int64, now time.Time) ([]*catalogv1.Stock, error) {
	rows, err := r.queries().Stock(ctx, db.StockParams{Ids: ids, Now: now})
	return converted(rows, err, func(w *db.StockRow) (*catalogv1.Stock, error) {
		sale := artwork.Sale{
			Priced: w.Price != nil && w.Currency != nil, Window: window(w.SaleStartsAt, w.SaleEndsAt),
			Editions: artwork.Editions{Size: w.EditionSize, Withheld: w.Withheld, Held: w.Held, Sold: w.Sold},
		}
		var media []artwork.Media
		if len(w.Media) > 0 {
			if err := json.Unmarshal(w.Media, &media); err != nil {
				return nil, fmt.Errorf("media of artwork %d: %w", w.ID, err)
			}
		}
		return &catalogv1.Stock{
			ArtworkId: w.ID, Slug: w.Slug, Title: w.Title, ArtistName: w.ArtistName, ImageUrl: artwork.PictureOfWidth(artwork.Shown(w.ID, media), emailWidth),
			Available: sale.Availability(now) == artwork.Available,
		}, nil
	})
}

// pictureOfWidth returns the address of an entry's picture at about a width, "" for none.
func pictureOfWidth(id int64, raw []byte, width int) (string, error) {
	if len(raw) == 0 {
		return "", nil
	}
	var m artwork.Media
	if err := json.Unmarshal(raw, &m); err != nil {
		return "", fmt.Errorf("media: %w", err)
	}
	return artwork.PictureOfWidth(artwork.Shown(id, []artwork.Media{m}), width), nil
}

// EntryChoices returns what fields of new entries may say.
func (r *Reader) EntryChoices(ctx context.Context, now time.Time) (*catalogv1.GetEntryChoicesResponse, error) {
	categories, err := r.PostCategories(ctx)
	if err != nil {
		return nil, err
	}
	curators, err := r.curators(ctx, db.CuratorsParams{Drafts: true})
	if err != nil {
		return nil, err
	}
	kinds, err := r.AllCategories(ctx)
	if err != nil {
		return nil, err
	}
	artists, err := r.queries().ArtistChoices(ctx)
	if err != nil {
		return nil, err
	}
	drops, err := r.queries().DropChoices(ctx, now)
	if err != nil {
		return nil, err
	}
	out := &catalogv1.GetEntryChoicesResponse{}
	for _, c := range kinds {
		out.Categories = append(out.Categories, &catalogv1.EntryChoice{Value: c.Slug, Name: c.Name})
	}
	for _, a := range artists {
		out.Artists = append(out.Artists, &catalogv1.EntryChoice{Value: strconv.FormatInt(a.ID, 10), Name: a.Name})
	}
	for _, d := range drops {
		out.Drops = append(out.Drops, &catalogv1.EntryChoice{Value: strconv.FormatInt(d.ID, 10), Name: d.Title})
	}
	for _, c := range categories {
		out.PostCategories = append(out.PostCategories, &catalogv1.EntryChoice{Value: c.Slug, Name: c.Name})
	}
	for _, c := range curators {
		out.Curators = append(out.Curators, &catalogv1.EntryChoice{Value: c.ID, Name: c.Name})
	}
	return out, nil
}

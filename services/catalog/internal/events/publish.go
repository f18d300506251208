package events

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Publisher writes events to the outbox.
type Publisher struct{ Pool *pgxpool.Pool }

// Publish implements postgres.Publisher: it writes the event in the transaction that ctx carries.
func (p Publisher) Publish(ctx context.Context, e artwork.Event) error {
	id, m, err := encode(e)
	if err != nil {
		return err
	}
	return outbox.Add(ctx, postgres.Conn(ctx, p.Pool), id, m)
}

// encode returns an event's message and its id. An event with a version always gets the same id; "" requests a new one.
func encode(e artwork.Event) (string, proto.Message, error) {
	switch e := e.(type) {
	case artwork.Published:
		return versioned("published", e.Snapshot), &catalogv1.ArtworkPublished{Artwork: artworkMessage(e.Snapshot), At: timestamppb.New(e.At)}, nil
	case artwork.Changed:
		return versioned("changed", e.Snapshot), &catalogv1.ArtworkChanged{Artwork: artworkMessage(e.Snapshot), At: timestamppb.New(e.At)}, nil
	case artwork.Unpublished:
		w := e.Offer.Artwork
		return versioned("unpublished", e.Snapshot), &catalogv1.ArtworkUnpublished{
			ArtworkId: w.ID, Slug: w.Slug, ArtistId: w.Artist.ID, DropId: e.DropID, CuratorIds: e.CuratorIDs,
			Version: e.Version, At: timestamppb.New(e.At),
		}, nil
	case artwork.AvailabilityChanged:
		return fmt.Sprintf("catalog:availability_changed:%d:%d", e.Artwork, e.Version), &catalogv1.AvailabilityChanged{
			ArtworkId: e.Artwork, DropId: e.DropID, EditionSize: int32(e.Size), Withheld: int32(e.Withheld),
			Held: int32(e.Held), Sold: int32(e.Sold), Version: e.Version,
		}, nil
	case artwork.EntryChanged:
		return "", &catalogv1.EntryChanged{Kind: kinds[e.Kind], Id: e.ID, Slug: e.Slug, At: timestamppb.New(e.At)}, nil
	case artwork.LinkRequested:
		return fmt.Sprintf("catalog:artist_link_requested:%d:%d", e.ArtistID, e.EffectiveAt.UnixMicro()), &catalogv1.ArtistLinkRequested{
			ArtistId: e.ArtistID, EffectiveAt: timestamppb.New(e.EffectiveAt),
		}, nil
	case artwork.DraftMoved:
		return fmt.Sprintf("catalog:draft_moved:%s:%d", e.ID, e.Version), &catalogv1.DraftMoved{
			DraftId: e.ID, Version: int32(e.Version), State: draftStates[e.State], ArtistId: e.ArtistID, ArtistName: e.ArtistName, Title: e.Title,
			AccountId: e.Account, Profile: e.Profile, At: timestamppb.New(e.At),
		}, nil
	case artwork.Imported:
		return "", &catalogv1.ContentImported{
			Source: e.Source, FirstId: e.IDBase, LastId: e.IDLast, Written: int32(e.Changes.Written), Removed: int32(e.Changes.Removed),
			ArtworksListed: e.Listed, Version: e.Version, At: timestamppb.New(e.At),
		}, nil
	}
	return "", nil, fmt.Errorf("no message for the event %T", e)
}

var kinds = map[artwork.EntryKind]catalogv1.EntryKind{
	artwork.ArtistEntries:  catalogv1.EntryKind_ENTRY_KIND_ARTIST,
	artwork.CuratorEntries: catalogv1.EntryKind_ENTRY_KIND_CURATOR,
	artwork.DropEntries:    catalogv1.EntryKind_ENTRY_KIND_DROP,
	artwork.PostEntries:    catalogv1.EntryKind_ENTRY_KIND_POST,
	artwork.PageEntries:    catalogv1.EntryKind_ENTRY_KIND_PAGE,
}

var draftStates = map[string]catalogv1.DraftState{
	string(studio.Submitted):        catalogv1.DraftState_DRAFT_STATE_SUBMITTED,
	string(studio.ChangesRequested): catalogv1.DraftState_DRAFT_STATE_CHANGES_REQUESTED,
	string(studio.Accepted):         catalogv1.DraftState_DRAFT_STATE_ACCEPTED,
}

func versioned(what string, s artwork.Snapshot) string {
	return fmt.Sprintf("catalog:artwork_%s:%d:%d", what, s.Offer.Artwork.ID, s.Version)
}

func artworkMessage(s artwork.Snapshot) *catalogv1.Artwork {
	return &catalogv1.Artwork{Offer: Offer(s.Offer), Category: s.Category, DropId: s.DropID, CuratorIds: s.CuratorIDs, Version: s.Version}
}

// Offer converts an offer to a message.
func Offer(o artwork.Offer) *catalogv1.Offer {
	w := o.Artwork
	out := &catalogv1.Offer{
		ArtworkId: w.ID, Slug: w.Slug, Title: w.Title, ArtistId: w.Artist.ID, ArtistName: w.Artist.Name, EditionSize: int32(w.Editions.Size),
		ChainId: uint32(w.ChainID), SaleStartsAt: moment(w.Sale.Starts), SaleEndsAt: moment(w.Sale.Ends),
		ImageUrl: o.Picture, Year: int32(w.Year), Dated: w.Dated, Medium: w.Medium, LivePath: o.Live, DropId: o.DropID,
		EditionImageUrl: artwork.EditionPicture(w.ID, w.Media),
	}
	if o.Sum != "" {
		out.MediaHash = "0x" + o.Sum
	}
	for _, n := range o.Withheld {
		out.Withheld = append(out.Withheld, int32(n))
	}
	if w.Price != nil {
		out.Price = &catalogv1.Price{Amount: w.Price.Amount, Currency: w.Price.Currency}
	}
	return out
}

func moment(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

// Package api serves other services over Connect and gRPC.
package api

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/events"
)

// Works returns data about public works and their artists to other services. Errors other than artwork.ErrNotFound are temporary.
type Works interface {
	// Offer returns what is for sale of a public work, or of any work. Error: artwork.ErrNotFound.
	Offer(ctx context.Context, id int64, now time.Time, unpublished bool) (artwork.Offer, error)
	// Display returns what marketplaces show of the tokens of any work. Error: artwork.ErrNotFound.
	Display(ctx context.Context, id int64) (artwork.Display, error)
	// Original returns the path of a work's first file in the media directory. Error: artwork.ErrNotFound.
	Original(ctx context.Context, id int64) (string, error)
	// ArtistOfAccount returns the artist linked to an account by id or by email address, and replaces a link by address with one by id.
	// Errors: artwork.ErrNotFound, artwork.ErrAmbiguous, artwork.ErrTaken.
	ArtistOfAccount(ctx context.Context, accountID, email string) (artwork.Linked, error)
	// AccountOfArtist returns an artist's link, or artwork.ErrNotFound.
	AccountOfArtist(ctx context.Context, id int64) (artwork.Link, error)
}

// Releases returns what other services need for emails about drops and artworks. Errors are temporary.
type Releases interface {
	// DropMessages returns the public drops among the ids.
	DropMessages(ctx context.Context, ids []int64, now time.Time) ([]*catalogv1.Drop, error)
	// StockMessages returns the public works among the ids.
	StockMessages(ctx context.Context, ids []int64, now time.Time) ([]*catalogv1.Stock, error)
}

// Prints makes pictures for documents.
type Prints interface {
	// Picture returns a work as JPEG, and whether it shows the output of the edition. It returns artwork.ErrNotFound if no picture is stored.
	// Other errors are temporary.
	Picture(ctx context.Context, artworkID int64, edition int) (jpeg []byte, own bool, err error)
}

// Server implements the CatalogService. All of it is internal.
type Server struct {
	works    Works
	releases Releases
	prints   Prints
	sign     func(place string) (path string, expires time.Time)
	clock    clock.Clock
}

var _ catalogv1connect.CatalogServiceHandler = (*Server)(nil)

// New returns a server. sign returns the short-lived address of an original.
func New(works Works, releases Releases, prints Prints, sign func(place string) (path string, expires time.Time), clk clock.Clock) *Server {
	return &Server{works: works, releases: releases, prints: prints, sign: sign, clock: clk}
}

// GetOffer implements the contract.
func (s *Server) GetOffer(ctx context.Context, req *catalogv1.GetOfferRequest) (*catalogv1.GetOfferResponse, error) {
	o, err := s.works.Offer(ctx, req.GetArtworkId(), s.clock.Now(), req.GetUnpublished())
	if err != nil {
		return nil, public(err)
	}
	res := &catalogv1.GetOfferResponse{Offer: events.Offer(o)}
	if req.GetDisplay() {
		d, err := s.works.Display(ctx, req.GetArtworkId())
		if err != nil {
			return nil, public(err)
		}
		res.Display = &catalogv1.Display{Description: d.Description, PictureUrl: d.Picture, MovingUrl: d.Moving}
		for _, a := range d.Attributes {
			res.Display.Attributes = append(res.Display.Attributes, &catalogv1.Attribute{Name: a.Name, Value: a.Value})
		}
	}
	return res, nil
}

// FindArtist implements the contract.
func (s *Server) FindArtist(ctx context.Context, req *catalogv1.FindArtistRequest) (*catalogv1.FindArtistResponse, error) {
	a, err := s.works.ArtistOfAccount(ctx, req.GetAccountId(), req.GetEmail())
	if err != nil {
		return nil, public(err)
	}
	return &catalogv1.FindArtistResponse{ArtistId: a.ID, Name: a.Name, LinkedAt: rpc.Timestamp(a.Since), LinkEndsAt: rpc.Timestamp(a.Ends)}, nil
}

// GetArtistAccount implements the contract.
func (s *Server) GetArtistAccount(ctx context.Context, req *catalogv1.GetArtistAccountRequest) (*catalogv1.GetArtistAccountResponse, error) {
	l, err := s.works.AccountOfArtist(ctx, req.GetArtistId())
	if err != nil {
		return nil, public(err)
	}
	res := &catalogv1.GetArtistAccountResponse{Name: l.Name, AccountId: l.AccountID, Email: l.Email, NextAt: rpc.Timestamp(l.NextAt)}
	if l.Next != nil {
		res.NextAccountId, res.NextEmail = l.Next.AccountID, l.Next.Email
	}
	return res, nil
}

// GetPicture implements the contract.
func (s *Server) GetPicture(ctx context.Context, req *catalogv1.GetPictureRequest) (*catalogv1.GetPictureResponse, error) {
	jpeg, own, err := s.prints.Picture(ctx, req.GetArtworkId(), int(req.GetEditionNumber()))
	if err != nil {
		return nil, public(err)
	}
	return &catalogv1.GetPictureResponse{Jpeg: jpeg, OfEdition: own}, nil
}

// SignOriginal implements the contract.
func (s *Server) SignOriginal(ctx context.Context, req *catalogv1.SignOriginalRequest) (*catalogv1.SignOriginalResponse, error) {
	place, err := s.works.Original(ctx, req.GetArtworkId())
	if err != nil {
		return nil, public(err)
	}
	path, expires := s.sign(place)
	return &catalogv1.SignOriginalResponse{Path: path, ExpiresAt: timestamppb.New(expires)}, nil
}

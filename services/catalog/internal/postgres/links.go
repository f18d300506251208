package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// requestLink stores a link that takes effect after linkWait, publishes the event and returns the time. It replaces an earlier request.
func (s *Store) requestLink(ctx context.Context, artistID int64, account string, byStaff bool) (time.Time, error) {
	at, err := s.queries(ctx).PutArtistLink(ctx, db.PutArtistLinkParams{
		ArtistID: artistID, Account: account, ByStaff: byStaff, Seconds: s.linkWait.Seconds(),
	})
	if err != nil {
		return at, err
	}
	return at.UTC(), s.publisher.Publish(ctx, artwork.LinkRequested{ArtistID: artistID, EffectiveAt: at.UTC()})
}

// setLink makes a link effective, or removes it for "".
func (s *Store) setLink(ctx context.Context, artistID int64, account string, byStaff bool) error {
	if account != "" {
		if err := s.queries(ctx).DropArtistLinksTo(ctx, db.DropArtistLinksToParams{ArtistID: artistID, Account: account}); err != nil {
			return err
		}
	}
	return s.queries(ctx).ApplyArtistLink(ctx, db.ApplyArtistLinkParams{ArtistID: artistID, Account: account, ByStaff: byStaff})
}

// takeLinks makes the links effective whose wait is over, in sequence with imports and changes. The link that takes effect last wins: it
// ends other links to its account.
func (s *Store) takeLinks(ctx context.Context) error {
	due, err := s.queries(ctx).TakeDueArtistLinks(ctx)
	if err != nil {
		return err
	}
	for _, l := range due {
		if err := s.queries(ctx).EndLinksTo(ctx, db.EndLinksToParams{ArtistID: l.ArtistID, Account: l.Account}); err != nil {
			return err
		}
		if err := s.setLink(ctx, l.ArtistID, l.Account, l.ByStaff); err != nil {
			return err
		}
	}
	return nil
}

// links returns the current links of a collection's artists.
func (s *Store) links(ctx context.Context, c *artwork.Collection) (map[int64]db.ArtistLinksRow, error) {
	ids := make([]int64, len(c.Artists))
	for i, a := range c.Artists {
		ids[i] = a.ID
	}
	rows, err := s.queries(ctx).ArtistLinks(ctx, ids)
	return byID(rows, err, func(r db.ArtistLinksRow) int64 { return r.ID })
}

func linkState(r db.ArtistLinksRow) artwork.LinkState {
	return artwork.LinkState{Account: r.Account, LinkedBefore: r.LinkedBefore, Next: r.Next, NextByStaff: r.ByStaff}
}

// delayed reports whether links wait in this deployment.
func (s *Store) delayed() bool { return s.linkWait > 0 }

// delayLink applies what the core decides about the account of an artist's entry, except that the entry is written later: it gets the current account
// if its own has to wait.
func (s *Store) delayLink(ctx context.Context, a *artwork.ArtistEntry, now db.ArtistLinksRow) error {
	change := linkState(now).ByImport(a.Account, now.EntryHash == a.Words, s.delayed())
	if change.Cancel {
		if err := s.queries(ctx).DropArtistLink(ctx, a.ID); err != nil {
			return err
		}
	}
	if change.Request {
		if _, err := s.requestLink(ctx, a.ID, a.Account, false); err != nil {
			return err
		}
	}
	if !change.Set {
		a.Account = now.Account
	}
	return nil
}

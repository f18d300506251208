package artwork

import "time"

// Effect is what a change of an entry's texts by staff means. The store applies it in the transaction of the change.
type Effect struct {
	// Slug is the entry's slug after the change.
	Slug string
	// Version is a page's new version if it has other words; empty otherwise.
	Version string
	// Artworks is whether the pages of artworks show the change.
	Artworks bool
	// Name is the entry's name if suggestions change, because it has another one, appears or disappears; empty otherwise.
	Name string
	// Events are published with the change.
	Events []Event
}

// EntryRef is an entry as an event names it.
type EntryRef struct {
	ID   int64
	Slug string
}

// ArtistUse is what a change of an artist's texts depends on.
type ArtistUse struct {
	Slug, Name string
	// HasArtworks is whether the artist has published artworks, which can't be on the site without the artist.
	HasArtworks bool
}

// EditDrop decides a change of a drop's texts. Errors: ErrSold, ErrSelling, ErrHasArtworks.
func EditDrop(id int64, before, after DropText, use DropUse, at time.Time) (Effect, error) {
	if before.Published && !after.Published {
		if err := use.unpublish(); err != nil {
			return Effect{}, err
		}
	}
	e := Effect{Slug: Slug(after.Title, id)}
	if before.Title != after.Title || before.Published != after.Published {
		e.Artworks, e.Name = true, after.Title
	}
	e.Events = shown(DropEntries, EntryRef{id, e.Slug}, before.Published || after.Published, at)
	return e, nil
}

// EditArtist decides a change of an artist's texts. Error: ErrHasArtworks.
func EditArtist(id int64, before, after ArtistText, use ArtistUse, at time.Time) (Effect, error) {
	if before.Published && !after.Published && use.HasArtworks {
		return Effect{}, ErrHasArtworks
	}
	e := Effect{Slug: use.Slug, Artworks: true} // the page of an artwork shows the beginning of the biography
	if before.Published != after.Published {
		e.Name = use.Name
	}
	e.Events = shown(ArtistEntries, EntryRef{id, e.Slug}, before.Published || after.Published, at)
	return e, nil
}

// EditCurator decides a change of a curator's texts. drops are the curator's published drops, whose pages show it.
func EditCurator(id int64, before, after CuratorText, drops []EntryRef, at time.Time) Effect {
	e := Effect{Slug: Slug(after.Name, id)}
	if before.Name != after.Name || before.Published != after.Published {
		e.Artworks, e.Name = true, after.Name
	}
	public := before.Published || after.Published
	for _, d := range drops {
		e.Events = append(e.Events, shown(DropEntries, d, public, at)...)
	}
	e.Events = append(e.Events, shown(CuratorEntries, EntryRef{id, e.Slug}, public, at)...)
	return e
}

// EditPage decides a change of a page's texts. Other words are another version, which purchases refer to. Errors: ErrNeeded, and a FieldError for a
// page that would appear without a text.
func EditPage(page EntryRef, before, after PageText, at time.Time) (Effect, error) {
	if before.Published && !after.Published && NeededPage(page.Slug) {
		return Effect{}, ErrNeeded
	}
	if after.Published && !before.Published && after.Body == "" {
		return Effect{}, &FieldError{Field: "body", Reason: "a page needs a text before visitors see it"}
	}
	e := Effect{Slug: page.Slug, Events: shown(PageEntries, page, before.Published || after.Published, at)}
	if before.Title != after.Title || before.Body != after.Body {
		e.Version = PageVersion(after.Title, after.Body)
	}
	return e, nil
}

// EditPost decides a change of a post's texts.
func EditPost(id int64, before, after PostText, at time.Time) Effect {
	e := Effect{Slug: Slug(after.Title, id), Name: after.Title}
	e.Events = shown(PostEntries, EntryRef{id, e.Slug}, before.Published || after.Published, at)
	return e
}

// shown returns the event of a changed entry, and none if it isn't on the site, before the change or after it.
func shown(kind EntryKind, entry EntryRef, public bool, at time.Time) []Event {
	if !public {
		return nil
	}
	return []Event{EntryChanged{Kind: kind, ID: entry.ID, Slug: entry.Slug, At: at}}
}

// ArtworkNeeds is what an artwork on the site needs. Both are whether the entry is published; Drop is true without a drop.
type ArtworkNeeds struct{ Artist, Drop bool }

// ArtworkEffect is what a change of an artwork's texts by staff means. The store applies it in the transaction of the change, and publishes the
// events of the artworks that changed (EventsOf).
type ArtworkEffect struct {
	// Categories are the artwork's category before and after. If they are given, the listing changes, and so do the counts.
	Categories []string
	// Techniques is whether the techniques of suggestions change.
	Techniques bool
	// Film is whether the artwork's film becomes public.
	Film bool
	// Words are new words of the vocabulary.
	Words string
}

// EditArtwork decides a change of an artwork's texts. Errors: ErrArtistUnpublished, ErrDropUnpublished.
func EditArtwork(before, after ArtworkText, media []Media, needs ArtworkNeeds) (ArtworkEffect, error) {
	appears := after.Published && !before.Published
	switch {
	case appears && !needs.Artist:
		return ArtworkEffect{}, ErrArtistUnpublished
	case appears && !needs.Drop:
		return ArtworkEffect{}, ErrDropUnpublished
	}
	e := ArtworkEffect{
		Techniques: before.Medium != after.Medium, Words: after.Title + " " + after.Medium,
		Film: appears && len(media) > 0 && media[0].Kind == Video,
	}
	if before.Published != after.Published || before.Category != after.Category {
		e.Categories = []string{before.Category, after.Category}
	}
	return e, nil
}

// ChangedArtwork is an artwork that changed.
type ChangedArtwork struct {
	Snapshot

	// Public is whether it is public now, Listed whether it was before.
	Public, Listed bool
}

// EventsOf returns the events of artworks that changed together: one for each that is public now or was before. If more than MaxListed changed,
// there are none, and all is false.
func EventsOf(changed []ChangedArtwork) (events []Event, all bool) {
	if len(changed) > MaxListed {
		return nil, false
	}
	for _, c := range changed {
		switch {
		case c.Public && c.Listed:
			events = append(events, Changed{c.Snapshot})
		case c.Public:
			events = append(events, Published{c.Snapshot})
		case c.Listed:
			events = append(events, Unpublished{c.Snapshot})
		}
	}
	return events, true
}

// Events returns the event of an import, and none if it changed nothing. listed and version are its fields about the artworks that changed.
func (e Imported) Events(listed bool, version int64) []Event {
	if e.Changes.Written+e.Changes.Removed == 0 {
		return nil
	}
	e.Listed, e.Version = listed, version
	return []Event{e}
}

// PictureUse is an entry that shows a picture. Artworks have their own events (EventsOf).
type PictureUse struct {
	EntryRef

	Kind      EntryKind
	Published bool
}

// PictureMade returns the events of the published entries that show a picture, once its renditions were made.
func PictureMade(uses []PictureUse, at time.Time) (events []Event) {
	for _, u := range uses {
		events = append(events, shown(u.Kind, u.EntryRef, u.Published, at)...)
	}
	return events
}

package artwork

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

var edited = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// TestEdits: what changes of texts mean. Nothing is published about an entry that isn't on the site, before the change or after it.
func TestEdits(t *testing.T) {
	t.Parallel()
	event := func(kind EntryKind, id int64, slug string) Event {
		return EntryChanged{Kind: kind, ID: id, Slug: slug, At: edited}
	}
	drop := func(before, after DropText, use DropUse) func() (Effect, error) {
		return func() (Effect, error) { return EditDrop(7, before, after, use, edited) }
	}
	artist := func(before, after ArtistText, has bool) func() (Effect, error) {
		return func() (Effect, error) {
			return EditArtist(3, before, after, ArtistUse{Slug: "ada-3", Name: "Ada", HasArtworks: has}, edited)
		}
	}
	curator := func(before, after CuratorText) func() (Effect, error) {
		return func() (Effect, error) {
			return EditCurator(1, before, after, []EntryRef{{7, "dawn-7"}, {8, "dusk-8"}}, edited), nil
		}
	}
	page := func(slug string, before, after PageText) func() (Effect, error) {
		return func() (Effect, error) { return EditPage(EntryRef{5, slug}, before, after, edited) }
	}
	post := func(before, after PostText) func() (Effect, error) {
		return func() (Effect, error) { return EditPost(2, before, after, edited), nil }
	}
	dawn, dusk := event(DropEntries, 7, "dawn-7"), event(DropEntries, 8, "dusk-8")
	for name, c := range map[string]struct {
		edit func() (Effect, error)
		want Effect
		err  error
	}{
		"a drop's text": {
			edit: drop(DropText{Title: "Dawn", Published: true}, DropText{Title: "Dawn", Body: "New", Published: true}, DropUse{Sold: true}),
			want: Effect{Slug: "dawn-7", Events: []Event{dawn}},
		},
		"a drop's title": {
			edit: drop(DropText{Title: "Dusk", Published: true}, DropText{Title: "Dawn", Published: true}, DropUse{Sold: true}),
			want: Effect{Slug: "dawn-7", Artworks: true, Name: "Dawn", Events: []Event{dawn}},
		},
		"a drop that appears": {
			edit: drop(DropText{Title: "Dawn"}, DropText{Title: "Dawn", Published: true}, DropUse{}),
			want: Effect{Slug: "dawn-7", Artworks: true, Name: "Dawn", Events: []Event{dawn}},
		},
		"a drop that disappears": {
			edit: drop(DropText{Title: "Dawn", Published: true}, DropText{Title: "Dawn"}, DropUse{Live: true}),
			want: Effect{Slug: "dawn-7", Artworks: true, Name: "Dawn", Events: []Event{dawn}},
		},
		"a drop that can't disappear": {edit: drop(DropText{Title: "Dawn", Published: true}, DropText{Title: "Dawn"}, DropUse{Sold: true}), err: ErrSold},
		"a drop that isn't on the site": {
			edit: drop(DropText{Title: "Dusk"}, DropText{Title: "Dawn"}, DropUse{Sold: true}), want: Effect{Slug: "dawn-7", Artworks: true, Name: "Dawn"},
		},

		"an artist's text": {
			edit: artist(ArtistText{Published: true}, ArtistText{Bio: "New", Published: true}, true),
			want: Effect{Slug: "ada-3", Artworks: true, Events: []Event{event(ArtistEntries, 3, "ada-3")}},
		},
		"an artist who disappears": {
			edit: artist(ArtistText{Published: true}, ArtistText{}, false),
			want: Effect{Slug: "ada-3", Artworks: true, Name: "Ada", Events: []Event{event(ArtistEntries, 3, "ada-3")}},
		},
		"an artist with artworks who can't disappear": {edit: artist(ArtistText{Published: true}, ArtistText{}, true), err: ErrHasArtworks},
		"an artist who isn't on the site":             {edit: artist(ArtistText{}, ArtistText{Bio: "New"}, false), want: Effect{Slug: "ada-3", Artworks: true}},

		"a curator's text": {
			edit: curator(CuratorText{Name: "Cur", Published: true}, CuratorText{Name: "Cur", Role: "Guest", Published: true}),
			want: Effect{Slug: "cur-1", Events: []Event{dawn, dusk, event(CuratorEntries, 1, "cur-1")}},
		},
		"a curator's name": {
			edit: curator(CuratorText{Name: "Ator", Published: true}, CuratorText{Name: "Cur", Published: true}),
			want: Effect{Slug: "cur-1", Artworks: true, Name: "Cur", Events: []Event{dawn, dusk, event(CuratorEntries, 1, "cur-1")}},
		},
		"a curator who disappears": {
			edit: curator(CuratorText{Name: "Cur", Published: true}, CuratorText{Name: "Cur"}),
			want: Effect{Slug: "cur-1", Artworks: true, Name: "Cur", Events: []Event{dawn, dusk, event(CuratorEntries, 1, "cur-1")}},
		},
		"a curator who isn't on the site": {edit: curator(CuratorText{Name: "Cur"}, CuratorText{Name: "Cur", Role: "Guest"}), want: Effect{Slug: "cur-1"}},

		"a page's words": {
			edit: page("more", PageText{Title: "More", Published: true}, PageText{Title: "More", Body: "New", Published: true}),
			want: Effect{Slug: "more", Version: PageVersion("More", "New"), Events: []Event{event(PageEntries, 5, "more")}},
		},
		"a page that appears": {
			edit: page("faq", PageText{Title: "FAQ", Body: "Why?"}, PageText{Title: "FAQ", Body: "Why?", Published: true}),
			want: Effect{Slug: "faq", Events: []Event{event(PageEntries, 5, "faq")}},
		},
		"a page without a text":      {edit: page("faq", PageText{Title: "FAQ"}, PageText{Title: "FAQ", Published: true}), err: ErrInvalid},
		"a page that the shop needs": {edit: page("impressum", PageText{Published: true}, PageText{}), err: ErrNeeded},
		"a page that isn't on the site": {
			edit: page("faq", PageText{Title: "FAQ"}, PageText{Title: "Questions"}), want: Effect{Slug: "faq", Version: PageVersion("Questions", "")},
		},

		"a post that appears": {
			edit: post(PostText{Title: "News"}, PostText{Title: "News", Published: true}),
			want: Effect{Slug: "news-2", Name: "News", Events: []Event{event(PostEntries, 2, "news-2")}},
		},
		"a post that isn't on the site": {edit: post(PostText{Title: "Old"}, PostText{Title: "News"}), want: Effect{Slug: "news-2", Name: "News"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.edit()
			if !errors.Is(err, c.err) || !reflect.DeepEqual(got, c.want) {
				t.Errorf("the edit = %+v, %v, want %+v, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestEditArtwork(t *testing.T) {
	t.Parallel()
	draft, public := ArtworkText{Title: "Rain", Medium: "Ink", Category: "image"}, ArtworkText{Title: "Rain", Medium: "Ink", Category: "image", Published: true}
	moved, inked := public, public
	moved.Category, inked.Medium = "film", "Oil"
	film := []Media{{Kind: Video}}
	for name, c := range map[string]struct {
		before, after ArtworkText
		media         []Media
		needs         ArtworkNeeds
		want          ArtworkEffect
		err           error
	}{
		"it appears":                      {draft, public, nil, ArtworkNeeds{true, true}, ArtworkEffect{Categories: []string{"image", "image"}, Words: "Rain Ink"}, nil},
		"it appears with its film":        {draft, public, film, ArtworkNeeds{true, true}, ArtworkEffect{Categories: []string{"image", "image"}, Film: true, Words: "Rain Ink"}, nil},
		"it appears without its artist":   {draft, public, nil, ArtworkNeeds{false, true}, ArtworkEffect{}, ErrArtistUnpublished},
		"it appears without its drop":     {draft, public, nil, ArtworkNeeds{true, false}, ArtworkEffect{}, ErrDropUnpublished},
		"it appears without either":       {draft, public, nil, ArtworkNeeds{}, ArtworkEffect{}, ErrArtistUnpublished},
		"it disappears":                   {public, draft, film, ArtworkNeeds{}, ArtworkEffect{Categories: []string{"image", "image"}, Words: "Rain Ink"}, nil},
		"it moves to another category":    {public, moved, film, ArtworkNeeds{}, ArtworkEffect{Categories: []string{"image", "film"}, Words: "Rain Ink"}, nil},
		"it gets another technique":       {public, inked, nil, ArtworkNeeds{}, ArtworkEffect{Techniques: true, Words: "Rain Oil"}, nil},
		"its draft gets another category": {draft, ArtworkText{Category: "film"}, nil, ArtworkNeeds{}, ArtworkEffect{Categories: []string{"image", "film"}, Techniques: true, Words: " "}, nil},
	} {
		got, err := EditArtwork(c.before, c.after, c.media, c.needs)
		if !errors.Is(err, c.err) || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: EditArtwork() = %+v, %v, want %+v, %v", name, got, err, c.want, c.err)
		}
	}
}

func TestEventsOf(t *testing.T) {
	t.Parallel()
	at := func(version int64) Snapshot { return Snapshot{Version: version} }
	events, all := EventsOf([]ChangedArtwork{{at(1), true, true}, {at(2), true, false}, {at(3), false, true}, {at(4), false, false}})
	if want := []Event{Changed{at(1)}, Published{at(2)}, Unpublished{at(3)}}; !all || !reflect.DeepEqual(events, want) {
		t.Errorf("EventsOf() = %+v, %t, want %+v, true", events, all, want)
	}
	many := make([]ChangedArtwork, MaxListed+1)
	for i := range many {
		many[i].Public = true
	}
	if events, all := EventsOf(many[1:]); len(events) != MaxListed || !all {
		t.Errorf("EventsOf() of %d artworks = %d events, %t, want all", MaxListed, len(events), all)
	}
	if events, all := EventsOf(many); len(events) != 0 || all {
		t.Errorf("EventsOf() of %d artworks = %d events, %t, want none", len(many), len(events), all)
	}
}

func TestImportedEvents(t *testing.T) {
	t.Parallel()
	if events := (Imported{Source: "content"}).Events(true, 7); len(events) != 0 {
		t.Errorf("Events() of an import that changed nothing = %+v, want none", events)
	}
	for _, changes := range []Changes{{Written: 1}, {Removed: 1}} {
		want := []Event{Imported{Changes: changes, Listed: true, Version: 7}}
		if events := (Imported{Changes: changes}).Events(true, 7); !reflect.DeepEqual(events, want) {
			t.Errorf("Events() = %+v, want %+v", events, want)
		}
	}
}

func TestPictureMade(t *testing.T) {
	t.Parallel()
	events := PictureMade([]PictureUse{{EntryRef{3, "ada-3"}, ArtistEntries, true}, {EntryRef{7, "dawn-7"}, DropEntries, false}}, edited)
	if want := []Event{EntryChanged{Kind: ArtistEntries, ID: 3, Slug: "ada-3", At: edited}}; !reflect.DeepEqual(events, want) {
		t.Errorf("PictureMade() = %+v, want %+v", events, want)
	}
}

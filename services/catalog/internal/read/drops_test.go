package read_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// TestDropsOpenFirst: what is open at the moment, then what opens next, then what has ended.
func TestDropsOpenFirst(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	c := gallery()
	day := 24 * time.Hour
	c.Artworks, c.Drops = nil, nil
	for id, w := range []artwork.Window{
		{Starts: now.Add(2 * day)},
		{Starts: now.Add(-9 * day), Ends: now.Add(-8 * day)},
		{Starts: now.Add(-3 * day)},
		{Starts: now.Add(day), Ends: now.Add(3 * day)},
		{Starts: now.Add(-5 * day), Ends: now},
		{Starts: now, Ends: now.Add(day)},
	} {
		c.Drops = append(c.Drops, artwork.DropEntry{Drop: artwork.Drop{ID: int64(id + 1), Slug: fmt.Sprintf("d-%d", id+1), Title: fmt.Sprintf("Drop %d", id+1), Window: w}})
	}
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Time]string{
		now: "6 3 4 1 5 2", now.Add(day): "4 3 1 6 5 2", now.Add(30 * day): "1 3 4 6 5 2", now.Add(-30 * day): "2 5 3 6 4 1",
	} {
		list, err := s.Drops(t.Context(), search.DropFilter{}, search.DropOpenFirst, 1, at)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, d := range list {
			got += " "[:min(i, 1)] + fmt.Sprint(d.ID)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

// TestWorksOfADropHangInItsOrder: its lists, also of a part of its works, have the order that was chosen, and then the newest works.
func TestWorksOfADropHangInItsOrder(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	c := gallery()
	for i := range c.Artworks {
		c.Artworks[i].DropID = 1
	}
	drop := &c.Drops[slices.IndexFunc(c.Drops, func(d artwork.DropEntry) bool { return d.ID == 1 })]
	list := func(f search.Filter, sort search.Sort) (out []int64) {
		t.Helper()
		f.Drop = 1
		for page := 1; ; page++ {
			q, err := search.List{Filter: f, Sort: sort, Page: page}.Check()
			if err != nil {
				t.Fatal(err)
			}
			works, err := s.Artworks(t.Context(), q, now)
			if err != nil {
				t.Fatal(err)
			}
			if len(works) == 0 {
				return out
			}
			for _, w := range works {
				out = append(out, w.Number)
			}
		}
	}
	put := func(digest string, order ...int64) {
		t.Helper()
		c.Digest, drop.WorkIDs = digest, order
		if _, err := s.Import(t.Context(), c, now); err != nil {
			t.Fatal(err)
		}
	}
	put("as it was")
	newest, oldest := list(search.Filter{}, search.Newest), list(search.Filter{}, search.Oldest)
	if len(newest) < 30 {
		t.Fatalf("drop 1 has %d works, want more than a page", len(newest))
	}
	last, third := newest[len(newest)-1], newest[2]
	put("in another order", last, 77_777, third)
	want := append([]int64{last, third}, slices.DeleteFunc(slices.Clone(newest), func(id int64) bool { return id == last || id == third })...)
	if got := list(search.Filter{}, search.Newest); !slices.Equal(got, want) {
		t.Errorf("works = %v, want %v", got, want)
	}
	if got := list(search.Filter{IDs: []int64{newest[0], third, last}}, ""); !slices.Equal(got, []int64{last, third, newest[0]}) {
		t.Errorf("some of the works = %v, want %v", got, []int64{last, third, newest[0]})
	}
	if got := list(search.Filter{}, search.Oldest); !slices.Equal(got, oldest) {
		t.Errorf("the oldest first: %v, want %v", got, oldest)
	}
	whole, err := s.ArtworksOfDrop(t.Context(), 1, search.Fields{}, now)
	if err != nil || len(whole) < len(want) || whole[0].Number != last || whole[1].Number != third {
		t.Errorf("works for staff = %d, %v, want %d and %d first", len(whole), err, last, third)
	}
}

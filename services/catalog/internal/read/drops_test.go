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

// TestADropSellsInItsPhases: its status, the lists of that status and the times at which pages change follow its own window and its phases, as on the
// site (saleOf in frontend/src/lib/phases/model.ts).
func TestADropSellsInItsPhases(t *testing.T) {
	t.Parallel()
	hour := func(n int) time.Time { return now.Add(time.Duration(n) * time.Hour) }
	between := func(from, to int) artwork.Window { return artwork.Window{Starts: hour(from), Ends: hour(to)} }
	since := func(from int) artwork.Window { return artwork.Window{Starts: hour(from)} }
	for name, c := range map[string]struct {
		drop   artwork.Window
		phases []artwork.Window
		// begins and ends are in hours; ends is 0 for a sale without an end.
		begins, ends int
	}{
		"no phases":                  {between(1, 9), nil, 1, 9},
		"one inside":                 {between(1, 9), []artwork.Window{between(2, 4)}, 2, 4},
		"two with a pause":           {since(1), []artwork.Window{between(2, 3), between(5, 6)}, 2, 6},
		"the last one is open-ended": {between(1, 9), []artwork.Window{between(2, 3), since(5)}, 2, 9},
		"neither ends":               {since(1), []artwork.Window{since(3)}, 3, 0},
		"longer than the drop":       {between(3, 5), []artwork.Window{between(1, 9)}, 3, 5},
		"the first one is before it": {between(3, 9), []artwork.Window{between(1, 2), between(4, 5)}, 4, 5},
		"all before it: no sale":     {between(3, 9), []artwork.Window{between(1, 2)}, 3, 3},
		"all after it: no sale":      {between(3, 5), []artwork.Window{between(6, 8)}, 3, 3},
		"only until the drop begins": {between(3, 5), []artwork.Window{between(1, 3)}, 3, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := open(t)
			// An event may come before the drop, late or twice.
			for _, p := range []artwork.Phases{
				{Drop: 1, Version: 1, Open: []artwork.Window{between(90, 91)}}, {Drop: 1, Version: 3, Open: c.phases}, {Drop: 1, Version: 2}, {Drop: 1, Version: 3},
			} {
				if err := s.SetPhases(t.Context(), p); err != nil {
					t.Fatal(err)
				}
			}
			content := gallery()
			content.Artworks, content.Posts = nil, nil
			content.Drops = []artwork.DropEntry{{Drop: artwork.Drop{ID: 1, Slug: "d-1", Title: "Drop", Window: c.drop}}}
			if _, err := s.Import(t.Context(), content, now); err != nil {
				t.Fatal(err)
			}
			changes := []time.Time{}
			for at := now; ; {
				next, err := s.NextScheduled(t.Context(), at)
				if err != nil {
					t.Fatal(err)
				}
				if next.IsZero() {
					break
				}
				changes, at = append(changes, next), next
			}
			for n := range 11 {
				want := artwork.DropLive
				switch {
				case n < c.begins:
					want = artwork.DropUpcoming
				case c.ends > 0 && n >= c.ends:
					want = artwork.DropEnded
				}
				for _, status := range []artwork.DropStatus{artwork.DropUpcoming, artwork.DropLive, artwork.DropEnded} {
					filter := search.DropFilter{Status: []artwork.DropStatus{status}}
					list, err := s.Drops(t.Context(), filter, search.DropNewest, 1, hour(n))
					if err != nil || (len(list) == 1) != (status == want) || len(list) == 1 && string(list[0].Status) != string(want) {
						t.Errorf("%s drops in hour %d = %v, %v, want the drop as %s", status, n, list, err, want)
					}
				}
				if n > 0 && (n == c.begins || n == c.ends) && !slices.ContainsFunc(changes, hour(n).Equal) {
					t.Errorf("pages change at %v, want also at %v", changes, hour(n))
				}
			}
		})
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

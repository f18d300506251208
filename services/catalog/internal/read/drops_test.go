package read_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/read/readtest"
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

// TestDropsSellInPhases: all lists, filters, orders and schedules agree on when a drop sells: in its own window, between its first and its last
// phase. Times are hours from now.
func TestDropsSellInPhases(t *testing.T) {
	t.Parallel()
	events := &published{}
	s, pool := readtest.Publishing(t, events)
	at := func(hours int) time.Time {
		if hours == never {
			return time.Time{}
		}
		return now.Add(time.Duration(hours) * time.Hour)
	}
	window := func(t [2]int) artwork.Window { return artwork.Window{Starts: at(t[0]), Ends: at(t[1])} }
	type times = [][2]int
	tests := []struct {
		name   string
		own    [2]int
		phases times
		want   [2]int
	}{
		{"no phases", [2]int{1, 9}, nil, [2]int{1, 9}},
		{"no phases, no end", [2]int{2, never}, nil, [2]int{2, never}},
		{"a phase inside", [2]int{1, 9}, times{{2, 5}}, [2]int{2, 5}},
		{"a pause between two phases", [2]int{1, 9}, times{{2, 3}, {5, 6}}, [2]int{2, 6}},
		{"two phases that join", [2]int{0, never}, times{{1, 3}, {3, 7}}, [2]int{1, 7}},
		{"an early and a long phase", [2]int{3, 8}, times{{1, 4}, {5, 20}}, [2]int{3, 8}},
		{"the last phase has no end", [2]int{1, 9}, times{{2, 3}, {4, never}}, [2]int{2, 9}},
		{"neither has an end", [2]int{1, never}, times{{4, never}}, [2]int{4, never}},
		{"the first phase ends before the drop opens", [2]int{4, 10}, times{{1, 4}, {6, 7}}, [2]int{6, 7}},
		{"the last phase begins after the drop ends", [2]int{1, 6}, times{{2, 4}, {6, 9}}, [2]int{2, 4}},
		{"all phases before", [2]int{5, 9}, times{{1, 2}}, [2]int{5, 5}},
		{"all phases after", [2]int{3, 5}, times{{7, 8}}, [2]int{3, 3}},
	}
	c := gallery()
	c.Artworks, c.Drops, c.Posts = nil, nil, nil
	for i, test := range tests {
		id := int64(i + 1)
		c.Drops = append(c.Drops, artwork.DropEntry{Drop: artwork.Drop{ID: id, Slug: fmt.Sprintf("d-%d", id), Title: test.name, Window: window(test.own)}})
		// Phases may be known before their drop.
		p := artwork.Phases{DropID: id, Version: 2}
		for _, times := range test.phases {
			p.Times = append(p.Times, window(times))
		}
		for _, p := range []artwork.Phases{p, {DropID: id, Version: 1, Times: []artwork.Window{{Starts: at(-9), Ends: at(-8)}}}} {
			if err := s.SetPhases(t.Context(), p, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	all := make([]int64, len(tests))
	for i := range tests {
		all[i] = int64(i + 1)
	}
	ids := func(list []*gen.Drop, err error) (out []int64) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			out = append(out, d.Number)
		}
		return out
	}
	for hour := range 12 {
		moment := at(hour)
		status := map[int64]artwork.DropStatus{}
		next, choices := time.Time{}, []string{}
		for i, test := range tests {
			w := window(test.want)
			status[all[i]] = w.Status(moment)
			own := window(test.own)
			if own.Status(moment) != artwork.DropEnded {
				choices = append(choices, fmt.Sprint(all[i]))
			}
			for _, change := range []time.Time{w.Starts, w.Ends, own.Starts, own.Ends} {
				if change.After(moment) && (next.IsZero() || change.Before(next)) {
					next = change
				}
			}
		}
		starts := func(id int64) time.Time { return at(tests[id-1].want[0]) }
		ranks := []artwork.DropStatus{artwork.DropLive, artwork.DropUpcoming, artwork.DropEnded}
		order := slices.SortedFunc(slices.Values(all), func(a, b int64) int {
			byTime := starts(b).Compare(starts(a))
			if status[a] == artwork.DropUpcoming {
				byTime = -byTime
			}
			return cmp.Or(slices.Index(ranks, status[a])-slices.Index(ranks, status[b]), byTime, cmp.Compare(a, b))
		})
		if got := ids(s.Drops(t.Context(), search.DropFilter{}, search.DropOpenFirst, 0, moment)); !slices.Equal(got, order) {
			t.Errorf("hour %d: open first = %v, want %v", hour, got, order)
		}
		for _, of := range ranks {
			want := slices.DeleteFunc(slices.Clone(order), func(id int64) bool { return status[id] != of })
			got := ids(s.Drops(t.Context(), search.DropFilter{Status: []artwork.DropStatus{of}}, search.DropOpenFirst, 0, moment))
			if !slices.Equal(got, want) {
				t.Errorf("hour %d: %s = %v, want %v", hour, of, got, want)
			}
		}
		list, err := s.DropsByID(t.Context(), all, moment)
		if err != nil {
			t.Fatal(err)
		}
		messages, err := s.DropMessages(t.Context(), all, moment)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			d, test := list[m.GetId()], tests[m.GetId()-1]
			var ends time.Time
			if d.Sale.EndsAt != nil {
				ends = *d.Sale.EndsAt
			}
			if !d.Sale.StartsAt.Equal(at(test.want[0])) || !ends.Equal(at(test.want[1])) || !d.StartsAt.Equal(at(test.own[0])) {
				t.Errorf("%s: sells from %v to %v, opens at %v, want %v, %v, %v", test.name, d.Sale.StartsAt, ends, d.StartsAt, at(test.want[0]), at(test.want[1]), at(test.own[0]))
			}
			if want := string(status[m.GetId()]); string(d.Status) != want || m.GetStatus() != strings.ToLower(want) || !m.GetOpensAt().AsTime().Equal(d.Sale.StartsAt) {
				t.Errorf("hour %d: %s is %s, and for other services %s from %v on, want %s", hour, test.name, d.Status, m.GetStatus(), m.GetOpensAt().AsTime(), want)
			}
		}
		entry, err := s.EntryChoices(t.Context(), moment)
		if err != nil {
			t.Fatal(err)
		}
		var offered []string
		for _, d := range entry.GetDrops() {
			offered = append(offered, d.GetValue())
		}
		slices.Sort(offered)
		slices.Sort(choices)
		if !slices.Equal(offered, choices) {
			t.Errorf("hour %d: drops for staff = %v, want %v, by their own windows", hour, offered, choices)
		}
		if got, err := s.NextScheduled(t.Context(), moment); err != nil || !got.Equal(next) {
			t.Errorf("hour %d: NextScheduled() = %v, %v, want %v", hour, got, err, next)
		}
	}

	// The end of the last phase has an event, as a change of phases has.
	entries := func() (out []int64) {
		for _, e := range events.Taken() {
			if e, ok := e.(artwork.EntryChanged); ok && e.Kind == artwork.DropEntries {
				out = append(out, e.ID)
			}
		}
		slices.Sort(out)
		return out
	}
	// A new database has published until its own time, not the test's.
	if _, err := pool.Exec(t.Context(), "UPDATE told SET at = $1", at(6)); err != nil {
		t.Fatal(err)
	}
	entries()
	if done, err := s.Advance(t.Context(), at(7), false); err != nil || !done {
		t.Fatalf("Advance() = %t, %v, want true", done, err)
	}
	if got, want := entries(), []int64{5, 9}; !slices.Equal(got, want) {
		t.Errorf("drops with an event = %v, want %v: their last phases ended", got, want)
	}
	before, err := s.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second one is a repetition
		if err := s.SetPhases(t.Context(), artwork.Phases{DropID: 5, Version: 3}, at(7)); err != nil {
			t.Fatal(err)
		}
	}
	if after, err := s.Version(t.Context()); err != nil || after != before+1 {
		t.Errorf("version = %d, %v, want %d", after, err, before+1)
	}
	if got, want := entries(), []int64{5}; !slices.Equal(got, want) {
		t.Errorf("drops with an event = %v, want %v: its phases changed", got, want)
	}
	if list, err := s.DropsByID(t.Context(), []int64{5}, at(7)); err != nil || list[5].Status != gen.DropStatusLive {
		t.Errorf("drop without its phases = %+v, %v, want %s", list[5], err, gen.DropStatusLive)
	}
}

// never is a time that doesn't come.
const never = -1

// TestDropsAreLiveWhileCheckoutSells compares the status of a drop with what checkout sells in it, by the schedules that the site is compared
// with, too.
func TestDropsAreLiveWhileCheckoutSells(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(repository.Path("services/checkout/internal/api/testdata/offers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	type times struct{ StartsAt, EndsAt time.Time }
	var sales []struct {
		times
		Phases []times
		At     []struct {
			Now  time.Time
			Open bool
		}
	}
	for line := range bytes.Lines(text) {
		if err := json.Unmarshal(line, appended(&sales)); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := open(t)
	c := gallery()
	c.Artworks, c.Drops = nil, nil
	for i, sale := range sales {
		id := int64(i + 1)
		c.Drops = append(c.Drops, artwork.DropEntry{Drop: artwork.Drop{
			ID: id, Slug: fmt.Sprintf("d-%d", id), Title: fmt.Sprintf("Drop %d", id), Window: artwork.Window{Starts: sale.StartsAt, Ends: sale.EndsAt},
		}})
		p := artwork.Phases{DropID: id, Version: 1}
		for _, phase := range sale.Phases {
			p.Times = append(p.Times, artwork.Window{Starts: phase.StartsAt, Ends: phase.EndsAt})
		}
		if err := s.SetPhases(t.Context(), p, now); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	live := 0
	for i, sale := range sales {
		id := int64(i + 1)
		for _, vector := range sale.At {
			if !vector.Open {
				continue
			}
			list, err := s.DropsByID(t.Context(), []int64{id}, vector.Now)
			if err != nil || list[id].Status != gen.DropStatusLive {
				t.Errorf("line %d at %v: %+v, %v, want %s", id, vector.Now, list[id], err, gen.DropStatusLive)
			}
			live++
		}
	}
	if live < 50 {
		t.Errorf("checkout sells at %d times, want at least 50", live)
	}
}

// appended appends an element and returns it.
func appended[T any](list *[]T) *T {
	var zero T
	*list = append(*list, zero)
	return &(*list)[len(*list)-1]
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

package read_test

import (
	"fmt"
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

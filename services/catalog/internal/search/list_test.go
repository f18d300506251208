package search

import "testing"

func TestCheck(t *testing.T) {
	if l, err := (List{Page: 1, Sort: PriceDesc}).Check(); err != nil || l.Filter.Priced {
		t.Errorf("sort by price: priced = %t, error = %v, want false and nil", l.Filter.Priced, err)
	}
	for name, l := range map[string]List{
		"page 0":                 {Page: 0},
		"relevance of no search": {Page: 1, Sort: Relevance},
		"too many ids":           {Page: 1, Filter: Filter{IDs: make([]int64, MaxIDs+1)}},
		"too many artists":       {Page: 1, Filter: Filter{Artists: make([]int64, MaxIDs+1)}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := l.Check(); err == nil {
				t.Errorf("Check() of %s: error = nil, want one", name)
			}
		})
	}
	for n, want := range map[int]int{0: 1, 1: 1, 27: 1, 28: 2, 69202: 2564} {
		if got := PageCount(n); got != want {
			t.Errorf("%d: %d pages, want %d", n, got, want)
		}
	}
}

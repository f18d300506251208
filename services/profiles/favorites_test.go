package profiles_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"

	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

func names(items []*profilesv1.Favorite) []string {
	out := []string{}
	for _, f := range items {
		out = append(out, fmt.Sprintf("%s %d", f.GetKind(), f.GetEntryId()))
	}
	return out
}

// TestFavorites: two devices of one account see the same, and nobody else does.
func TestFavorites(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	add := func(ctx context.Context, items ...*profilesv1.FavoriteEntry) ([]string, error) {
		res, err := h.favorites.AddFavorites(ctx, &profilesv1.AddFavoritesRequest{Items: items})
		if err != nil {
			return nil, err
		}
		return names(res.GetItems()), nil
	}
	list := func(ctx context.Context) []string {
		t.Helper()
		res, err := h.favorites.ListFavorites(ctx, &profilesv1.ListFavoritesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return names(res.GetItems())
	}
	work, artist := &profilesv1.FavoriteEntry{Kind: "artwork", EntryId: 7}, &profilesv1.FavoriteEntry{Kind: "artist", EntryId: 7}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := add(ann, work, work, artist); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	h.clock.Advance(time.Minute)
	got, err := add(ann, &profilesv1.FavoriteEntry{Kind: "curator", EntryId: 1}, work)
	if want := []string{"curator 1", "artist 7", "artwork 7"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("favorites = %v, %v, want %v", got, err, want)
	}
	if got := list(bob); len(got) > 0 {
		t.Errorf("favorites of another account = %v, want none", got)
	}
	for range 2 {
		if _, err := h.favorites.RemoveFavorite(ann, &profilesv1.RemoveFavoriteRequest{Kind: "artist", EntryId: 7}); err != nil {
			t.Error(err)
		}
	}
	if got, want := list(ann), []string{"curator 1", "artwork 7"}; !slices.Equal(got, want) {
		t.Errorf("favorites = %v, want %v", got, want)
	}
	for _, wrong := range []*profilesv1.FavoriteEntry{{Kind: "post", EntryId: 1}, {Kind: "artwork"}, {Kind: "artwork", EntryId: -1}} {
		_, err := add(ann, wrong)
		h.want(err, connect.CodeInvalidArgument, "invalid")
	}
	for from := 1; from <= 1000; from += 200 {
		var many []*profilesv1.FavoriteEntry
		for n := range 200 {
			many = append(many, &profilesv1.FavoriteEntry{Kind: "artwork", EntryId: int64(from + n)})
		}
		if _, err := add(bob, many...); err != nil {
			t.Fatal(err)
		}
	}
	_, err = add(bob, artist, work)
	h.want(err, connect.CodeFailedPrecondition, "too_many_favorites")
	if got := list(bob); len(got) != 1000 {
		t.Errorf("%d favorites, want 1000", len(got))
	}
	if _, err := h.favorites.ListFavorites(t.Context(), &profilesv1.ListFavoritesRequest{}); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("without a login: error = %v, want unauthenticated", err)
	}
}

package artwork

import (
	"context"
	"time"
)

// Reader answers what is public at a moment. Methods that take ids answer a map without those that are not there.
// Everything is safe for concurrent use; errors other than ErrNotFound are temporary.
type Reader interface {
	// Artworks answers a page; the question has passed Check.
	Artworks(ctx context.Context, q List, now time.Time) ([]Artwork, error)
	// CountArtworks counts what a filter chooses. The answer may be some seconds old.
	CountArtworks(ctx context.Context, f Filter, now time.Time) (int, error)
	// ArtworksCounted answers both, in one round trip.
	ArtworksCounted(ctx context.Context, q List, now time.Time) ([]Artwork, int, error)
	// Artwork answers one work with all its fields; others, where not nil, asks for works of the same artist with it.
	Artwork(ctx context.Context, id int64, others *Others, now time.Time) (Artwork, error)
	// OtherArtworks answers the newest works of each artist.
	OtherArtworks(ctx context.Context, artists []int64, except int64, first int, fields Fields, now time.Time) (map[int64][]Artwork, error)
	// Frequencies fills in how common each attribute is among the artist's works.
	Frequencies(ctx context.Context, works []*Artwork, now time.Time) error

	Artists(ctx context.Context, contains string, sort ArtistSort, page int) ([]Artist, error)
	CountArtists(ctx context.Context, contains string) (int, error)
	ArtistsByID(ctx context.Context, ids []int64) (map[int64]Artist, error)

	// Drops answers a page, or all for page 0.
	Drops(ctx context.Context, f DropFilter, sort DropSort, page int, now time.Time) ([]Drop, error)
	CountDrops(ctx context.Context, f DropFilter, now time.Time) (int, error)
	DropsByID(ctx context.Context, ids []int64, now time.Time) (map[int64]Drop, error)

	Curators(ctx context.Context) ([]Curator, error)
	CuratorsByID(ctx context.Context, ids []int64) (map[int64]Curator, error)

	Posts(ctx context.Context, f PostFilter, page int, now time.Time) ([]Post, error)
	CountPosts(ctx context.Context, f PostFilter, now time.Time) (int, error)
	Post(ctx context.Context, id int64, now time.Time) (Post, error)

	Page(ctx context.Context, slug string) (Page, error)
	Categories(ctx context.Context) ([]Category, error)
}

// Desk answers other services.
type Desk interface {
	// Offer answers what is for sale of a public work, or ErrNotFound.
	Offer(ctx context.Context, id int64, now time.Time) (Offer, error)
	// Original answers the place of a public work's first file in the media directory, or ErrNotFound.
	Original(ctx context.Context, id int64, now time.Time) (string, error)
	// ArtistOfAccount finds the artist linked to an account by id or by address, or ErrNotFound.
	ArtistOfAccount(ctx context.Context, accountID, email string) (Artist, error)
}

// Counts are the editions of one work as the checkout knows them.
type Counts struct {
	Artwork    int64
	Version    int64
	Held, Sold int
}

// Counter keeps counts. Set ignores a version that is not newer than the one it has, and answers whether it changed
// anything and the tags of what a page may show of it.
type Counter interface {
	SetCounts(ctx context.Context, c Counts) (changed bool, tags []string, err error)
}

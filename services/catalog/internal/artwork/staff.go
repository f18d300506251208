package artwork

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// ErrTaken says that an account belongs to another artist already. Final until that link ends.
var ErrTaken = errors.New("taken")

// Change is who changes an entry, what for, and when. It is kept with what was there before and after.
type Change struct {
	Account, Email string
	Action         string // publish, unpublish, update, link
	At             time.Time
}

// ArtworkText is what staff may change of a work.
type ArtworkText struct {
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Medium      string       `json:"medium"`
	Category    string       `json:"category"`
	Year        int          `json:"year"`
	Price       *money.Money `json:"price"`
	Published   bool         `json:"published"`
}

// PostCategories are the kinds of posts.
var PostCategories = []string{"press", "interviews", "team", "podcasts", "drops", "collector-bulletins"}

// PostText is what staff may change of a post.
type PostText struct {
	Title     string `json:"title"`
	Summary   string `json:"summary"`
	Body      string `json:"body"`
	Category  string `json:"category"`
	Published bool   `json:"published"`
}

// Editor changes entries for staff: entry, what it causes in listings, and the record of who did it, in one transaction.
// A change that changes nothing leaves no record. The functions may be called again; their errors and ErrNotFound are
// final, others temporary. The tags are those of the pages that show something else now.
type Editor interface {
	UpdateArtwork(ctx context.Context, id int64, by Change, fn func(*ArtworkText) error) (Artwork, []string, error)
	UpdatePost(ctx context.Context, id int64, by Change, fn func(*PostText) error) (Post, []string, error)
	// LinkArtist links an account by id or address, or none for "". ErrTaken where another artist has it.
	LinkArtist(ctx context.Context, id int64, by Change, account string) (Artist, []string, error)
	// Draft answers a post whether it is public or not.
	Draft(ctx context.Context, id int64) (Post, error)
	// Currency is the shop's one.
	Currency(ctx context.Context) (string, error)
}

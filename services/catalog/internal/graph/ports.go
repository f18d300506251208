package graph

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Content reads what is public at a time. Methods that take ids return a map without the ids that don't exist.
// Everything is safe for concurrent use. Errors other than artwork.ErrNotFound are temporary.
type Content struct {
	Listing  Listing
	Works    Works
	Artists  Artists
	Drops    Drops
	Curators Curators
	Posts    Posts
	Texts    Texts
	Facets   Facets
	Search   Suggesting
	Films    Films
	Versions Versions
}

// Versions reports when public content changes.
type Versions interface {
	// Version returns a number that every change of public content increments.
	Version(ctx context.Context) (int64, error)
	// NextScheduled returns when content next changes automatically after a time; zero means never.
	NextScheduled(ctx context.Context, now time.Time) (time.Time, error)
}

// Listing returns pages of works. The list has passed Check.
type Listing interface {
	Artworks(ctx context.Context, q search.List, now time.Time) ([]artwork.Artwork, error)
	// CountArtworks counts the works that match a filter. The count may be some seconds old.
	CountArtworks(ctx context.Context, f search.Filter, now time.Time) (search.Total, error)
	// ArtworksCounted returns both, in one round trip.
	ArtworksCounted(ctx context.Context, q search.List, now time.Time) ([]artwork.Artwork, search.Total, error)
}

// Works returns works and what belongs to them.
type Works interface {
	// Artwork returns one work with all its fields and, if others isn't nil, more works of the same artist.
	Artwork(ctx context.Context, id int64, others *search.Others, now time.Time) (artwork.Artwork, error)
	// OtherArtworks returns the newest works of each artist.
	OtherArtworks(ctx context.Context, artists []int64, except int64, first int, fields search.Fields, now time.Time) (map[int64][]artwork.Artwork, error)
	// Related returns the works most similar to another one, the most similar first; none if that one isn't public.
	Related(ctx context.Context, id int64, first int, fields search.Fields, now time.Time) ([]artwork.Artwork, error)
	// Collected returns works with a sold edition, the last sale first.
	Collected(ctx context.Context, first int, fields search.Fields, now time.Time) ([]artwork.Artwork, error)
	// Frequencies sets how common each attribute is among the artist's works.
	Frequencies(ctx context.Context, works []*artwork.Artwork, now time.Time) error
}

// Artists returns artists.
type Artists interface {
	Artists(ctx context.Context, contains string, sort search.ArtistSort, page int) ([]artwork.Artist, error)
	CountArtists(ctx context.Context, contains string) (int, error)
	ArtistsByID(ctx context.Context, ids []int64) (map[int64]artwork.Artist, error)
}

// Drops returns releases.
type Drops interface {
	// Drops returns a page, or all for page 0.
	Drops(ctx context.Context, f search.DropFilter, sort search.DropSort, page int, now time.Time) ([]artwork.Drop, error)
	CountDrops(ctx context.Context, f search.DropFilter, now time.Time) (int, error)
	DropsByID(ctx context.Context, ids []int64, now time.Time) (map[int64]artwork.Drop, error)
}

// Curators returns curators.
type Curators interface {
	Curators(ctx context.Context) ([]artwork.Curator, error)
	CuratorsByID(ctx context.Context, ids []int64) (map[int64]artwork.Curator, error)
}

// Posts returns posts of the blog.
type Posts interface {
	Posts(ctx context.Context, f search.PostFilter, page int, now time.Time) ([]artwork.Post, error)
	CountPosts(ctx context.Context, f search.PostFilter, now time.Time) (int, error)
	Post(ctx context.Context, id int64, now time.Time) (artwork.Post, error)
}

// Facets are values to browse works by, with the number of works.
type Facets interface {
	Colors(ctx context.Context, now time.Time) (map[artwork.Color]int, error)
	// Techniques returns the most frequent ones, at most first.
	Techniques(ctx context.Context, first int, now time.Time) ([]artwork.TechniqueCount, error)
}

// Films returns films of editions, by the ids of their tokens.
type Films interface {
	EditionFilms(ctx context.Context, tokenIDs []int64, now time.Time) (map[int64]artwork.EditionFilm, error)
}

// Suggesting completes what is typed into the search box.
type Suggesting interface {
	// Suggest returns the best entries for a text, at most first; their images only if requested.
	Suggest(ctx context.Context, text search.Typed, first int, images bool, now time.Time) ([]search.Suggestion, error)
}

// Texts returns fixed pages and categories.
type Texts interface {
	Page(ctx context.Context, slug string) (artwork.Page, error)
	Categories(ctx context.Context) ([]artwork.Category, error)
	PostCategories(ctx context.Context) ([]artwork.Category, error)
}

// Editor changes entries for staff. One transaction changes the entry, its effects on listings, the record of who did it and the event.
// A change without an effect leaves no record. The functions may be called again; their errors and artwork.ErrNotFound are
// final, others temporary.
type Editor interface {
	UpdateArtwork(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.ArtworkText) error) (artwork.Artwork, error)
	UpdatePost(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PostText) error) (artwork.Post, error)
	// LinkArtist links an account by id or email address, or removes the link for "". email is the address of an account given by id, or
	// "". It returns artwork.ErrTaken if another artist is linked to either.
	LinkArtist(ctx context.Context, id int64, by artwork.Change, account, email string) (artwork.Artist, error)
	// Draft returns a post whether it is public or not.
	Draft(ctx context.Context, id int64) (artwork.Post, error)
}

// Desk reads entries for staff, published or not. artwork.ErrNotFound is final, other errors are temporary.
type Desk interface {
	// Entries returns a page and the number of all matches, which is 0 for an empty page.
	Entries(ctx context.Context, l artwork.DeskList, now time.Time) ([]artwork.DeskEntry, int, error)
	Entry(ctx context.Context, kind artwork.EntryKind, id int64, now time.Time) (artwork.DeskEntry, error)
	EntryFields(ctx context.Context, kind artwork.EntryKind, id int64) ([]artwork.Field, error)
	// EntryChanges returns a page of changes, the newest first, and the number of all of them.
	EntryChanges(ctx context.Context, kind artwork.EntryKind, id int64, page int) ([]artwork.EntryChange, int, error)
	DeskReader
}

// DraftReader reads what drafts refer to, published or not.
type DraftReader interface {
	AnyArtist(ctx context.Context, id int64) (artwork.Artist, error)
	AnyCurator(ctx context.Context, id int64) (artwork.Curator, error)
	AnyDrop(ctx context.Context, id int64, now time.Time) (artwork.Drop, error)
	// ArtworksOfDrop returns all artworks of a drop, the lowest id first.
	ArtworksOfDrop(ctx context.Context, id int64) ([]artwork.Artwork, error)
	// EntryPicture returns the portrait of an artist or a curator, or the cover of a drop. It returns nil if there isn't one.
	EntryPicture(ctx context.Context, kind artwork.EntryKind, id int64) (*artwork.Media, error)
}

// DeskReader reads what the desk shows besides entries.
type DeskReader interface {
	// ArtistLinks returns a page and the number of all matches, which is 0 for an empty page. search is a part of a name, or a whole account.
	ArtistLinks(ctx context.Context, search string, page int) ([]artwork.AccountLink, int, error)
	AnyArtwork(ctx context.Context, id int64) (artwork.Artwork, error)
	// ArtworkCategories returns all categories, even those without artworks.
	ArtworkCategories(ctx context.Context) ([]artwork.Category, error)
	DraftReader
}

// Drafts stores what artists prepare. artwork.ErrNotFound, artwork.ErrInvalid and the errors of package studio are final, others temporary.
type Drafts interface {
	// Drafts returns an artist's drafts, the last changed one first.
	Drafts(ctx context.Context, artistID int64) ([]studio.Draft, error)
	StudioDraft(ctx context.Context, id string) (studio.Draft, error)
	DraftSteps(ctx context.Context, id string) ([]studio.Step, error)
	// Submissions returns a page of drafts in a state, and the number of all of them, which is 0 for an empty page.
	Submissions(ctx context.Context, state studio.State, page int) ([]studio.Draft, int, error)
	DraftChanges
}

// Originals finds the original files of artworks.
type Originals interface {
	// ArtistOriginal returns the path of the original of an artist's artwork. Error: artwork.ErrNotFound.
	ArtistOriginal(ctx context.Context, artistID, artworkID int64) (string, error)
}

// DraftChanges changes drafts.
type DraftChanges interface {
	// SaveDraft stores the texts of a draft, which have passed Check, and the files of uploads. Version 0 creates the draft. A draft of the
	// artist's page gets the page's current texts as Before.
	SaveDraft(ctx context.Context, d studio.Draft, files studio.Files) (studio.Draft, error)
	// MoveDraft changes the state of a draft, with its history and event, in one transaction.
	MoveDraft(ctx context.Context, id string, version int, m studio.Move, allowed func(studio.Draft) error) (studio.Draft, error)
	DeleteDraft(ctx context.Context, id string, artistID int64, version int) error
	// RepeatProof queues the proof of a draft again, if it failed and is repeatable. A proof that already waits or runs is returned unchanged.
	RepeatProof(ctx context.Context, draft string, allowed func(studio.Draft) error, now time.Time) (studio.Draft, error)
	// ArtistOfAccount returns the artist linked to an account by id or by email address.
	ArtistOfAccount(ctx context.Context, accountID, email string) (artwork.Linked, error)
}

// Texter changes the texts of entries for staff, and whether they are published. The rules of Editor apply. It returns a reason of package
// artwork, such as artwork.ErrHasArtworks, for an entry that can't be unpublished.
type Texter interface {
	UpdateDrop(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.DropText) error) (artwork.Drop, error)
	UpdateArtist(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.ArtistText) error) (artwork.Artist, error)
	UpdateCurator(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.CuratorText) error) (artwork.Curator, error)
	UpdatePage(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.PageText) error) (artwork.Page, error)
}

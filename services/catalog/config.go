package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/blob"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/services/catalog/internal/graph"
	"github.com/vitrine/vitrine/services/catalog/internal/made"
	"github.com/vitrine/vitrine/services/catalog/internal/media"
	"github.com/vitrine/vitrine/services/catalog/internal/picture"
	"github.com/vitrine/vitrine/services/catalog/internal/render"
)

// Config holds the service's settings.
type Config struct {
	kit.Common
	kit.Database
	kit.Broker
	kit.Objects
	kit.Site
	kit.Shop

	LinkKey   kit.Secret `env:"LINK_KEY" help:"signs addresses of originals and preview links: the same in all replicas, at least 32 characters"`
	AuthURL   string     `env:"AUTH_URL" kind:"origin" help:"address of the auth service, called before staff change anything"`
	RenderURL string     `env:"RENDER_URL" kind:"origin" help:"address of render, which reads and converts pictures and draws live works"`

	MediaDir    string `env:"MEDIA_DIR" help:"folder of originals and renditions; replicas share it"`
	MediaBucket string `env:"MEDIA_BUCKET" kind:"bucket" help:"bucket that replaces MEDIA_DIR, for several replicas: s3://bucket/prefix?region=eu-central-1; for stores other than Amazon's add endpoint=https://… and, if they need it, use_path_style=true"`
	// Buckets opens MEDIA_BUCKET; a program without it stores files in a folder only.
	Buckets          blob.Driver
	MediaPresign     bool          `env:"MEDIA_PRESIGN" help:"whether owners download originals directly from MEDIA_BUCKET, which browsers must then be able to reach"`
	RenditionWorkers int           `env:"RENDITION_WORKERS" help:"pictures converted in parallel; 0 leaves that to other replicas"`
	MadeCacheDir     string        `env:"MADE_CACHE_DIR" help:"folder that caches renditions of pictures, at most 1 GiB, for another instance on the same computer; empty caches nothing"`
	ArtistLinkWait   time.Duration `env:"ARTIST_LINK_WAIT" help:"how long a link that moves an artist to another account waits; both accounts get an email; an artist's first link doesn't wait"`
	DefaultChainID   int           `env:"DEFAULT_CHAIN_ID" help:"chain of works without one in their content"`
	Chains           []uint64      `env:"CHAINS" help:"ids of the chains that content may name"`
	CountAge         time.Duration `env:"COUNT_AGE" help:"how old the total of a list may be; 0 counts every time"`

	ContentFolder string `env:"CONTENT_FOLDER" help:"content folder that the running service watches and imports; empty for none"`

	GraphQLDepth         int  `env:"GRAPHQL_DEPTH" help:"maximum depth of an operation, except introspection"`
	GraphQLCost          int  `env:"GRAPHQL_COST" help:"maximum cost of an operation: 1 for each field, multiplied by the length of lists, and more for queries"`
	GraphQLAliases       int  `env:"GRAPHQL_ALIASES" help:"aliases in an operation"`
	GraphQLDirectives    int  `env:"GRAPHQL_DIRECTIVES" help:"directives in an operation"`
	GraphQLTokens        int  `env:"GRAPHQL_TOKENS" help:"tokens in a document"`
	GraphQLFields        int  `env:"GRAPHQL_FIELDS" help:"fields in a document, with its fragments in place"`
	GraphQLRepeated      int  `env:"GRAPHQL_REPEATED" help:"fields in a document that repeat a name in the same object"`
	GraphQLBody          int  `env:"GRAPHQL_BODY" help:"bytes of a request's body"`
	GraphQLCache         int  `env:"GRAPHQL_CACHE" help:"maximum size in bytes of the cache of responses to anonymous queries; 0 turns it off"`
	GraphQLIntrospection bool `env:"GRAPHQL_INTROSPECTION" help:"whether introspection of the schema is allowed"`
	GraphQLSuggestions   bool `env:"GRAPHQL_SUGGESTIONS" help:"whether errors suggest names of the schema"`
}

// Default returns the settings of a local setup.
func Default() Config {
	l := graph.DefaultLimits()
	return Config{
		// Requests allocate a lot and retain little: with 20 MiB more heap, garbage is collected a quarter as often.
		Common: kit.Common{Addr: "127.0.0.1:9103", GOGC: "400"}, Broker: kit.LocalBroker(), Shop: kit.LocalShop(), Site: kit.LocalSite(),
		AuthURL: "http://127.0.0.1:9101", RenderURL: "http://127.0.0.1:9107", MediaDir: ".media", RenditionWorkers: 2,
		ArtistLinkWait: 48 * time.Hour, DefaultChainID: 31337, Chains: []uint64{1, 100, 31337}, CountAge: 5 * time.Second,
		GraphQLDepth: l.Depth, GraphQLCost: l.Cost, GraphQLAliases: l.Aliases, GraphQLDirectives: l.Directives,
		GraphQLTokens: l.Tokens, GraphQLFields: l.Fields, GraphQLRepeated: l.Repeated, GraphQLBody: int(l.Body),
		GraphQLCache: 64 << 20, GraphQLIntrospection: l.Introspection,
	}
}

// Validate reports all invalid settings in one error.
func (c *Config) Validate() error {
	errs := []error{c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Objects.Validate(), c.Site.Validate(), c.Shop.Validate(), kit.Required("AUTH_URL", c.AuthURL, "RENDER_URL", c.RenderURL, "MEDIA_DIR", c.MediaDir, "LINK_KEY", c.LinkKey)}
	if c.MediaBucket == "" && c.MediaPresign {
		errs = append(errs, errors.New("MEDIA_PRESIGN needs MEDIA_BUCKET"))
	}
	if c.LinkKey != "" && len(c.LinkKey) < 32 {
		errs = append(errs, errors.New("LINK_KEY: use at least 32 characters"))
	}
	for name, n := range map[string]int{
		"GRAPHQL_DEPTH": c.GraphQLDepth, "GRAPHQL_COST": c.GraphQLCost, "GRAPHQL_ALIASES": c.GraphQLAliases,
		"GRAPHQL_DIRECTIVES": c.GraphQLDirectives, "GRAPHQL_TOKENS": c.GraphQLTokens, "GRAPHQL_FIELDS": c.GraphQLFields, "GRAPHQL_REPEATED": c.GraphQLRepeated, "GRAPHQL_BODY": c.GraphQLBody, "DEFAULT_CHAIN_ID": c.DefaultChainID,
	} {
		if n < 1 {
			errs = append(errs, errors.New(name+" must be above 0"))
		}
	}
	if !slices.Contains(c.Chains, uint64(max(c.DefaultChainID, 0))) {
		errs = append(errs, fmt.Errorf("DEFAULT_CHAIN_ID: chain %d is not in CHAINS", c.DefaultChainID))
	}
	if c.ArtistLinkWait < 0 {
		errs = append(errs, errors.New("ARTIST_LINK_WAIT must be 0 or more"))
	}
	if c.GraphQLCache < 0 {
		errs = append(errs, errors.New("GRAPHQL_CACHE must be 0 or more"))
	}
	if c.RenditionWorkers < 0 {
		errs = append(errs, errors.New("RENDITION_WORKERS must be 0 or more"))
	}
	return errors.Join(errs...)
}

func (c *Config) media() blob.Options {
	return blob.Options{Folder: c.MediaDir, Bucket: c.MediaBucket, AccessKey: c.AccessKeyID, SecretKey: string(c.SecretAccessKey), Driver: c.Buckets}
}

// mediaSetting is the setting that names the folder or bucket of media.
func (c *Config) mediaSetting() string {
	if c.MediaBucket != "" {
		return "MEDIA_BUCKET"
	}
	return "MEDIA_DIR"
}

// openMedia opens the folder or bucket of media.
func (c *Config) openMedia(ctx context.Context) (*blob.Store, error) {
	s, err := blob.Open(ctx, c.media())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.mediaSetting(), err)
	}
	return s, nil
}

func (c *Config) limits() graph.Limits {
	return graph.Limits{
		Depth: c.GraphQLDepth, Cost: c.GraphQLCost, Aliases: c.GraphQLAliases, Directives: c.GraphQLDirectives, Tokens: c.GraphQLTokens, Fields: c.GraphQLFields, Repeated: c.GraphQLRepeated,
		Body: int64(c.GraphQLBody), Introspection: c.GraphQLIntrospection, Suggestions: c.GraphQLSuggestions,
	}
}

// maker returns what reads and converts pictures.
func (c *Config) maker(keys *identity.Keys) (picture.Maker, error) {
	pictures := render.NewPictures(keys, c.RenderURL)
	if c.MadeCacheDir == "" {
		return pictures, nil
	}
	if err := kit.Writable(c.MadeCacheDir); err != nil {
		return nil, fmt.Errorf("MADE_CACHE_DIR: %w", err)
	}
	return made.New(pictures, c.MadeCacheDir, media.Recipe)
}

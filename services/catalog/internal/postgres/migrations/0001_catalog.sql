-- +goose Up

-- Where entries come from. Each source has its own range of ids, so that an import can't change entries of another source.
CREATE TABLE sources (
    name        text PRIMARY KEY,
    id_base     bigint NOT NULL,
    id_last     bigint NOT NULL,
    digest      text NOT NULL DEFAULT '',
    imported_at timestamptz,
    CHECK (id_base >= 0 AND id_last >= id_base)
);

CREATE TABLE categories (
    slug  text PRIMARY KEY,
    name  text NOT NULL,
    works int NOT NULL DEFAULT 0
);

CREATE TABLE artists (
    id        bigint PRIMARY KEY,
    source    text NOT NULL REFERENCES sources,
    slug      text NOT NULL,
    name      text NOT NULL,
    sort_name text NOT NULL,
    sort_key  text COLLATE "C" NOT NULL,
    name_key  text NOT NULL,
    bio       text NOT NULL DEFAULT '',
    born      int,
    died      int,
    place     text NOT NULL DEFAULT '',
    website   text NOT NULL DEFAULT '',
    account   text NOT NULL DEFAULT '',
    portrait  jsonb,
    published boolean NOT NULL DEFAULT true,
    -- Updated by every import and whenever a scheduled work becomes public.
    works     int NOT NULL DEFAULT 0,
    newest_at timestamptz
);
CREATE INDEX artists_name ON artists (sort_key, id) WHERE published;
CREATE UNIQUE INDEX artists_account ON artists (lower(account)) WHERE published AND account <> '';

CREATE TABLE curators (
    id        bigint PRIMARY KEY,
    source    text NOT NULL REFERENCES sources,
    slug      text NOT NULL,
    name      text NOT NULL,
    sort_key  text COLLATE "C" NOT NULL,
    role      text NOT NULL DEFAULT '',
    bio       text NOT NULL DEFAULT '',
    account   text NOT NULL DEFAULT '',
    portrait  jsonb,
    published boolean NOT NULL DEFAULT true
);

CREATE TABLE drops (
    id         bigint PRIMARY KEY,
    source     text NOT NULL REFERENCES sources,
    slug       text NOT NULL,
    title      text NOT NULL,
    sort_key   text COLLATE "C" NOT NULL,
    summary    text NOT NULL DEFAULT '',
    body       text NOT NULL DEFAULT '',
    starts_at  timestamptz NOT NULL,
    ends_at    timestamptz,
    curator_id bigint REFERENCES curators,
    cover      jsonb,
    published  boolean NOT NULL DEFAULT true,
    CHECK (ends_at > starts_at)
);

CREATE TABLE posts (
    id           bigint PRIMARY KEY,
    source       text NOT NULL REFERENCES sources,
    slug         text NOT NULL,
    title        text NOT NULL,
    category     text NOT NULL,
    summary      text NOT NULL DEFAULT '',
    body         text NOT NULL DEFAULT '',
    author       text NOT NULL DEFAULT '',
    cover        jsonb,
    published_at timestamptz NOT NULL,
    published    boolean NOT NULL DEFAULT true
);

CREATE TABLE pages (
    slug       text PRIMARY KEY,
    source     text NOT NULL REFERENCES sources,
    title      text NOT NULL,
    body       text NOT NULL,
    version    text NOT NULL,
    updated_at timestamptz NOT NULL,
    published  boolean NOT NULL DEFAULT true
);

CREATE TABLE artworks (
    id            bigint PRIMARY KEY,
    source        text NOT NULL REFERENCES sources,
    slug          text NOT NULL,
    title         text NOT NULL,
    title_key     text COLLATE "C" NOT NULL,
    artist_id     bigint NOT NULL REFERENCES artists,
    -- Copies of the artist's columns, so that a listing reads one table. Every import updates them.
    artist_name   text NOT NULL,
    artist_slug   text NOT NULL,
    artist_key    text COLLATE "C" NOT NULL,
    category      text NOT NULL REFERENCES categories,
    year          int,
    medium        text NOT NULL DEFAULT '',
    description   text NOT NULL DEFAULT '',
    edition_size  int NOT NULL CHECK (edition_size BETWEEN 1 AND 10000),
    withheld      int NOT NULL DEFAULT 0,
    -- Which editions are withheld; NULL with a count means the last ones.
    withheld_numbers int[],
    price         bigint CHECK (price > 0),
    currency      text CHECK (length(currency) = 3),
    chain_id      bigint NOT NULL DEFAULT 0,
    drop_id       bigint REFERENCES drops,
    curator_ids   bigint[] NOT NULL DEFAULT '{}',
    -- Copies of the drop's columns.
    sale_starts_at timestamptz,
    sale_ends_at   timestamptz,
    published_at  timestamptz NOT NULL,
    visible_from  timestamptz NOT NULL,
    published     boolean NOT NULL DEFAULT true,
    media         jsonb,
    -- The address of the only picture of an imported work; media is NULL then.
    source_url    text NOT NULL DEFAULT '',
    attributes    jsonb,
    search        tsvector NOT NULL,
    -- Copies of counts.
    held          int NOT NULL DEFAULT 0,
    sold          int NOT NULL DEFAULT 0,
    CHECK (withheld BETWEEN 0 AND edition_size),
    CHECK ((price IS NULL) = (currency IS NULL))
);
CREATE INDEX artworks_newest ON artworks (published_at DESC, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_price ON artworks (price, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_edition ON artworks (edition_size, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_title ON artworks (title_key, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_artist_name ON artworks (artist_key, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_category_newest ON artworks (category, published_at DESC, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_category_price ON artworks (category, price, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_artist ON artworks (artist_id, published_at DESC, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_drop ON artworks (drop_id) WHERE drop_id IS NOT NULL;
CREATE INDEX artworks_curators ON artworks USING gin (curator_ids) WHERE curator_ids <> '{}';
CREATE INDEX artworks_search ON artworks USING gin (search) WHERE published;
CREATE INDEX artworks_scheduled ON artworks (visible_from) WHERE published;

-- The whole listing by NEWEST, numbered from 1, so that page 2,000 is as fast as page 1.
CREATE TABLE newest (
    position   int PRIMARY KEY,
    artwork_id bigint NOT NULL
);

-- Edition counts as checkout reports them, also of works that are not imported yet.
CREATE TABLE counts (
    artwork_id bigint PRIMARY KEY,
    version    bigint NOT NULL,
    held       int NOT NULL,
    sold       int NOT NULL
);

-- Media files by the hash of their bytes, and the renditions of pictures.
CREATE TABLE media_files (
    hash       text PRIMARY KEY,
    name       text NOT NULL, -- the original's file name in its folder of the media directory
    claimed_at timestamptz,
    made_at    timestamptz,
    failed     text NOT NULL DEFAULT '',
    made       jsonb
);
CREATE INDEX media_files_to_make ON media_files (hash) WHERE made_at IS NULL AND failed = '';

-- The tsvector of a work: its title has the highest weight, then the artist, then the rest. Names are not stemmed.
-- +goose StatementBegin
CREATE FUNCTION artwork_search(title text, artist text, description text, extra text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT setweight(to_tsvector('pg_catalog.english', title), 'A')
        || setweight(to_tsvector('pg_catalog.simple', artist), 'B')
        || setweight(to_tsvector('pg_catalog.english', description), 'C')
        || setweight(to_tsvector('pg_catalog.english', extra), 'D')
$$;
-- +goose StatementEnd

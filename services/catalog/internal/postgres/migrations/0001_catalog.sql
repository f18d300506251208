-- +goose Up
-- +adopt 39

-- Word similarity with an index, and GIN indexes of plain columns. The extensions are trusted: the database's owner may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- +goose StatementBegin
-- The tsvector of a work: its title has the highest weight, then the artist, then the rest. Names are not stemmed.
CREATE FUNCTION artwork_search(title text, artist text, description text, extra text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT setweight(to_tsvector('pg_catalog.english', title), 'A')
        || setweight(to_tsvector('pg_catalog.simple', artist), 'B')
        || setweight(to_tsvector('pg_catalog.english', description), 'C')
        || setweight(to_tsvector('pg_catalog.english', extra), 'D')
$$;

-- The names of a work and of its artist without case and accents, for a search that finds no work by whole words.
CREATE FUNCTION artwork_names(title_key text, artist_key text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_tsvector('pg_catalog.simple', title_key || ' ' || artist_key) $$;

-- The families of colours in the first picture of an artwork, as they were found when its renditions were made.
CREATE FUNCTION media_colors(media jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT coalesce(array_agg(c), '{}')
    FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(media -> 0 -> 'colors') = 'array' THEN media -> 0 -> 'colors' ELSE '[]' END) AS t (c)
$$;
-- +goose StatementEnd

-- Changes by staff (edited) stay as long as the entry's content (entry_hash) doesn't change: an import with other content overwrites them. That
-- holds for every table with these columns.

-- A row is where entries come from. Each source has its own range of ids, so that an import can't change entries of another source.
CREATE TABLE sources (
    name        text PRIMARY KEY,
    id_base     bigint NOT NULL,
    id_last     bigint NOT NULL,
    digest      text NOT NULL DEFAULT '',
    imported_at timestamptz,
    CHECK (id_base >= 0 AND id_last >= id_base)
);
-- Artworks that artists prepare in the studio.
INSERT INTO sources (name, id_base, id_last) VALUES ('studio', 800000000, 899999999);
CREATE SEQUENCE studio_artworks MINVALUE 800000000 MAXVALUE 899999999;

-- A row is a category of artworks.
CREATE TABLE categories (
    slug  text PRIMARY KEY,
    name  text NOT NULL,
    works int NOT NULL DEFAULT 0
);

-- A row is an artist.
CREATE TABLE artists (
    id              bigint PRIMARY KEY,
    source          text NOT NULL REFERENCES sources,
    slug            text NOT NULL,
    name            text NOT NULL,
    sort_name       text NOT NULL,
    sort_key        text COLLATE "C" NOT NULL,
    name_key        text NOT NULL,
    bio             text NOT NULL DEFAULT '',
    born            int,
    died            int,
    place           text NOT NULL DEFAULT '',
    website         text NOT NULL DEFAULT '',
    -- The id or the email address of the account that the artist is linked to.
    account         text NOT NULL DEFAULT '',
    portrait        jsonb,
    published       boolean NOT NULL DEFAULT true,
    -- Updated by every import and whenever a scheduled work becomes public.
    works           int NOT NULL DEFAULT 0,
    newest_at       timestamptz,
    entry_hash      text NOT NULL DEFAULT '',
    -- Whether staff changed the account.
    edited          boolean NOT NULL DEFAULT false,
    -- The account that the artist is linked to. A link that names an account's id has it from the start; a link that names an email address gets
    -- it when the first account visits with that address. One account belongs to one artist, however it was linked.
    account_id      text NOT NULL DEFAULT '',
    -- Whether the artist was ever linked: only the first link takes effect immediately. An unlinked artist was linked before.
    linked_before   boolean NOT NULL DEFAULT false,
    -- When the current link took effect, NULL if that was before this was recorded.
    linked_at       timestamptz,
    texts_edited    boolean NOT NULL DEFAULT false,
    -- Whether the portrait is from the studio. It stays as long as the artist's file doesn't change, like edited texts.
    portrait_edited boolean NOT NULL DEFAULT false
);
CREATE INDEX artists_name ON artists (sort_key, id) WHERE published;
CREATE UNIQUE INDEX artists_account ON artists (lower(account)) WHERE published AND account <> '';
CREATE UNIQUE INDEX artists_account_id ON artists (account_id) WHERE published AND account_id <> '';

-- A row is a link between an artist and an account that replaces an earlier one and waits until it takes effect. Earnings follow the link, and until
-- then the earlier one stays: nobody can redirect an artist's earnings before the artist has noticed.
CREATE TABLE artist_links (
    artist_id    bigint PRIMARY KEY REFERENCES artists,
    account      text NOT NULL CHECK (account <> ''),
    -- Whether staff made it. An import drops only a link that content made.
    by_staff     boolean NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    effective_at timestamptz NOT NULL
);
CREATE INDEX artist_links_effective ON artist_links (effective_at);

-- A row is a curator.
CREATE TABLE curators (
    id         bigint PRIMARY KEY,
    source     text NOT NULL REFERENCES sources,
    slug       text NOT NULL,
    name       text NOT NULL,
    sort_key   text COLLATE "C" NOT NULL,
    role       text NOT NULL DEFAULT '',
    bio        text NOT NULL DEFAULT '',
    account    text NOT NULL DEFAULT '',
    portrait   jsonb,
    published  boolean NOT NULL DEFAULT true,
    entry_hash text NOT NULL DEFAULT '',
    edited     boolean NOT NULL DEFAULT false
);

-- A row is a drop: artworks that are sold together.
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
    entry_hash text NOT NULL DEFAULT '',
    edited     boolean NOT NULL DEFAULT false,
    CHECK (ends_at > starts_at)
);

-- A row is a post of the journal.
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
    published    boolean NOT NULL DEFAULT true,
    entry_hash   text NOT NULL DEFAULT '',
    edited       boolean NOT NULL DEFAULT false
);

-- A row is a category of posts. Every import of a content folder replaces them.
CREATE TABLE post_categories (
    slug     text PRIMARY KEY,
    name     text NOT NULL,
    position int NOT NULL
);
INSERT INTO post_categories (slug, name, position) VALUES
    ('press', 'Press', 1), ('interviews', 'Interviews', 2), ('team', 'Team', 3), ('podcasts', 'Podcasts', 4), ('drops', 'Drops', 5),
    ('collector-bulletins', 'Collector bulletins', 6);

-- A row is a fixed page, such as the terms.
CREATE TABLE pages (
    slug       text PRIMARY KEY,
    source     text NOT NULL REFERENCES sources,
    title      text NOT NULL,
    body       text NOT NULL,
    version    text NOT NULL,
    updated_at timestamptz NOT NULL,
    published  boolean NOT NULL DEFAULT true,
    -- Names the page in content_changes.
    id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
    entry_hash text NOT NULL DEFAULT '',
    edited     boolean NOT NULL DEFAULT false
);

-- A row is an artwork.
CREATE TABLE artworks (
    id               bigint PRIMARY KEY,
    source           text NOT NULL REFERENCES sources,
    slug             text NOT NULL,
    title            text NOT NULL,
    title_key        text COLLATE "C" NOT NULL,
    artist_id        bigint NOT NULL REFERENCES artists,
    -- Copies of the artist's columns, so that a listing reads one table. Every import updates them.
    artist_name      text NOT NULL,
    artist_slug      text NOT NULL,
    artist_key       text COLLATE "C" NOT NULL,
    category         text NOT NULL REFERENCES categories,
    year             int,
    medium           text NOT NULL DEFAULT '',
    description      text NOT NULL DEFAULT '',
    edition_size     int NOT NULL CHECK (edition_size BETWEEN 1 AND 10000),
    withheld         int NOT NULL DEFAULT 0,
    -- Which editions are withheld; NULL with a count means the last ones.
    withheld_numbers int[],
    price            bigint CHECK (price > 0),
    currency         text CHECK (length(currency) = 3),
    chain_id         bigint NOT NULL DEFAULT 0,
    drop_id          bigint REFERENCES drops,
    curator_ids      bigint[] NOT NULL DEFAULT '{}',
    -- Copies of the drop's columns.
    sale_starts_at   timestamptz,
    sale_ends_at     timestamptz,
    published_at     timestamptz NOT NULL,
    visible_from     timestamptz NOT NULL,
    published        boolean NOT NULL DEFAULT true,
    media            jsonb,
    -- Not read any more: the picture of an imported work is in media. A later release drops it.
    source_url       text NOT NULL DEFAULT '',
    attributes       jsonb,
    search           tsvector NOT NULL,
    -- Copies of counts.
    held             int NOT NULL DEFAULT 0,
    sold             int NOT NULL DEFAULT 0,
    entry_hash       text NOT NULL DEFAULT '',
    edited           boolean NOT NULL DEFAULT false,
    -- The original first file: its path in the media directory (hash/name), and its full SHA-256.
    original         text NOT NULL DEFAULT '',
    original_sum     text NOT NULL DEFAULT '',
    -- The last change of the artwork, from artwork_versions.
    version          bigint NOT NULL DEFAULT 0,
    colors           text[] NOT NULL GENERATED ALWAYS AS (media_colors(media)) STORED,
    -- A work's technique: its medium up to the first comma.
    technique        text NOT NULL GENERATED ALWAYS AS (lower(btrim(split_part(medium, ',', 1)))) STORED,
    -- When the last edition was sold.
    collected_at     timestamptz,
    CHECK (withheld BETWEEN 0 AND edition_size),
    CHECK ((price IS NULL) = (currency IS NULL))
);
CREATE INDEX artworks_newest ON artworks (published_at DESC, id) INCLUDE (visible_from) WHERE published;
-- "Price, high to low" puts artworks without a price last; read backwards, the ascending index has them first and reverses the ids.
CREATE INDEX artworks_price ON artworks (price, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_price_desc ON artworks (price DESC NULLS LAST, id) INCLUDE (visible_from) WHERE published;
-- Reading the index by edition size backwards also reverses the ids, so each page would sort the thousands of works of one size.
CREATE INDEX artworks_edition ON artworks (edition_size, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_edition_desc ON artworks (edition_size DESC, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_title ON artworks (title_key, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_artist_name ON artworks (artist_key, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_category_newest ON artworks (category, published_at DESC, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_category_price ON artworks (category, price, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_category_price_desc ON artworks (category, price DESC NULLS LAST, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_technique ON artworks (technique, published_at DESC, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_artist ON artworks (artist_id, published_at DESC, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_drop ON artworks (drop_id) WHERE drop_id IS NOT NULL;
CREATE INDEX artworks_curators ON artworks USING gin (curator_ids) WHERE curator_ids <> '{}';
CREATE INDEX artworks_scheduled ON artworks (visible_from) WHERE published;
CREATE INDEX artworks_version ON artworks (version);
CREATE INDEX artworks_collected ON artworks (collected_at DESC, id) WHERE collected_at IS NOT NULL;
-- Sold-out works may be rare: without this index a list of them reads the whole listing. A sale already updates every index of its work,
-- because of artworks_collected. A hold must not, so held works have no index.
CREATE INDEX artworks_sold_out ON artworks (published_at DESC, id) INCLUDE (visible_from) WHERE published AND sold + withheld >= edition_size;
-- A colour may be rare, or no picture may have been processed yet, as after a bulk import. Works of a colour are found in this index alone, as works
-- of other colours may be between them.
CREATE INDEX artworks_colored_newest ON artworks (published_at DESC, id) INCLUDE (visible_from, colors) WHERE published AND colors <> '{}';
-- A search within a category, technique or colour reads one index.
CREATE INDEX artworks_found ON artworks USING gin (search, category, technique, colors) WHERE published;
CREATE INDEX artworks_named ON artworks USING gin (artwork_names(title_key, artist_key), category, technique, colors) WHERE published;
-- The same of every sixteenth artwork. In a large catalog most works that a frequent word finds aren't shown, but a full index reads all of them
-- before it returns the first.
CREATE INDEX artworks_found_sample ON artworks USING gin (search, category, technique, colors) WHERE published AND id % 16 = 0;
CREATE INDEX artworks_named_sample ON artworks USING gin (artwork_names(title_key, artist_key), category, technique, colors)
    WHERE published AND id % 16 = 0;
CREATE STATISTICS artworks_sampled ON (id % 16) FROM artworks;

-- Every change of an artwork takes the next version, so that events know what a change affected, and consumers know which event is newer.
CREATE SEQUENCE artwork_versions;

-- A row is the edition counts of an artwork as checkout reports them, also of a work that isn't imported yet.
CREATE TABLE counts (
    artwork_id bigint PRIMARY KEY,
    version    bigint NOT NULL,
    held       int NOT NULL,
    sold       int NOT NULL
);

-- A row is an artwork of the whole listing, numbered from the oldest one, so that page 2,000 is as fast as page 1, and a new artwork is one row more.
CREATE TABLE listing (
    place      int PRIMARY KEY,
    artwork_id bigint NOT NULL
);

-- The same, numbered from the newest artwork, for an earlier release. A later release drops it.
CREATE TABLE newest (
    position   int PRIMARY KEY,
    artwork_id bigint NOT NULL
);

-- The only row has the time up to which events of scheduled changes were published: works and posts that become public, drops that begin and end.
CREATE TABLE told (
    at        timestamptz NOT NULL,
    -- The time that the numbered listing was built for: artworks that became public later are not in it yet. The first check builds it.
    listed_at timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE UNIQUE INDEX told_once ON told ((true));
INSERT INTO told VALUES (now());

-- The only row has a number that each change of what the data API shows increments in its own transaction, as its last statement. Responses are
-- cached for one version. One row, so that versions are committed in their order.
CREATE TABLE content_version (version bigint NOT NULL);
CREATE UNIQUE INDEX content_version_once ON content_version ((true));
INSERT INTO content_version VALUES (1);

-- A row is a change of an entry by staff. It is written in the change's transaction and never updated.
CREATE TABLE content_changes (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL,
    account  text NOT NULL,
    email    text NOT NULL,
    action   text NOT NULL,
    kind     text NOT NULL,
    entry_id bigint NOT NULL,
    before   jsonb NOT NULL,
    after    jsonb NOT NULL
);
CREATE INDEX content_changes_entry ON content_changes (kind, entry_id, id);

-- A row is a media file, by the hash of its bytes, with the renditions of a picture.
CREATE TABLE media_files (
    hash      text PRIMARY KEY,
    name      text NOT NULL, -- the original's file name in its folder of the media directory
    made_at   timestamptz,
    failed    text NOT NULL DEFAULT '',
    made      jsonb,
    -- Of a protected picture only renditions are public.
    protected boolean NOT NULL DEFAULT false
);
CREATE INDEX media_files_to_make ON media_files (hash) WHERE made_at IS NULL AND failed = '';

-- A row is what the search box suggests besides artworks, which have separate indexes. Derived: every import rebuilds it.
CREATE TABLE suggestions (
    kind         text NOT NULL, -- ARTIST, DROP, POST, TECHNIQUE
    slug         text NOT NULL,
    entry_id     bigint NOT NULL, -- 0 for a technique
    title        text NOT NULL,
    title_key    text COLLATE "C" NOT NULL, -- lower case, without accents
    works        int NOT NULL, -- published artworks behind it
    visible_from timestamptz NOT NULL,
    PRIMARY KEY (kind, slug)
);
CREATE INDEX suggestions_names ON suggestions USING gin (to_tsvector('pg_catalog.simple', title_key));
CREATE INDEX suggestions_title ON suggestions (title_key);

-- A row is a word that a suggestion can be found by, to complete and correct what people type. Some ten thousand words, regardless of the number of
-- artworks. Derived, too.
CREATE TABLE words (
    word    text COLLATE "C" PRIMARY KEY,
    entries int NOT NULL -- how many entries have it
);
CREATE INDEX words_trigrams ON words USING gin (word gin_trgm_ops);

-- A row is the number of public artworks with a colour or a technique, for catalogs that are too large to count on each request. Derived: a periodic
-- job counts them again after a change.
CREATE TABLE facets (
    kind  text NOT NULL CHECK (kind IN ('color', 'technique')),
    key   text COLLATE "C" NOT NULL, -- the color, or artworks.technique
    name  text NOT NULL,             -- as most artworks write it
    works int NOT NULL CHECK (works > 0),
    PRIMARY KEY (kind, key)
);
CREATE INDEX facets_works ON facets (kind, works DESC, key);

-- The only row has the content version that facets were counted for.
CREATE TABLE facets_counted (version bigint NOT NULL);
CREATE UNIQUE INDEX facets_counted_once ON facets_counted ((true));
INSERT INTO facets_counted VALUES (0);

-- A row is an artwork, or an artist's own page, that the artist prepares in the studio. An accepted artwork becomes one of the source studio.
CREATE TABLE drafts (
    id             uuid PRIMARY KEY,
    artist_id      bigint NOT NULL REFERENCES artists,
    -- The account that created it.
    account        text NOT NULL,
    version        int NOT NULL DEFAULT 1,
    state          text NOT NULL DEFAULT 'draft',
    title          text NOT NULL,
    description    text NOT NULL,
    medium         text NOT NULL,
    category       text NOT NULL,
    year           int,
    dimensions     text NOT NULL,
    edition_size   int NOT NULL CHECK (edition_size BETWEEN 0 AND 10000), -- 0 is undecided
    price          bigint CHECK (price > 0),
    currency       text CHECK (length(currency) = 3),
    alt            text NOT NULL,
    -- The picture, as a list with one item as in artworks, and the location of its original.
    media          jsonb,
    original       text NOT NULL DEFAULT '',
    original_sum   text NOT NULL DEFAULT '',
    artwork_id     bigint UNIQUE REFERENCES artworks,
    updated_at     timestamptz NOT NULL,
    submitted_at   timestamptz,
    -- The last change of the state, which the trigger copies into draft_steps.
    moved_by       text NOT NULL DEFAULT '',
    moved_staff    boolean NOT NULL DEFAULT false,
    comment        text NOT NULL DEFAULT '',
    -- The artist's text for their own page, and the page's text at the time. NULL for an artwork.
    profile        jsonb,
    profile_before jsonb,
    -- The film or recording of a draft, if it isn't a picture, and the location of its file.
    film           jsonb,
    film_original  text NOT NULL DEFAULT '',
    film_sum       text NOT NULL DEFAULT '',
    CHECK ((price IS NULL) = (currency IS NULL)),
    CONSTRAINT drafts_check2 CHECK ((state = 'draft') = (submitted_at IS NULL)),
    CONSTRAINT drafts_profile CHECK ((profile IS NULL) = (profile_before IS NULL)),
    CONSTRAINT drafts_artwork CHECK ((state = 'accepted' AND profile IS NULL) = (artwork_id IS NOT NULL)),
    CONSTRAINT drafts_complete CHECK (state = 'draft' OR profile IS NOT NULL OR title <> '' AND category <> '' AND alt <> '' AND edition_size > 0 AND media IS NOT NULL),
    CONSTRAINT drafts_film CHECK ((film IS NULL) = (film_original = ''))
);
CREATE INDEX drafts_artist ON drafts (artist_id, updated_at DESC);
CREATE INDEX drafts_submitted ON drafts (state, submitted_at, id) WHERE state <> 'draft';
CREATE INDEX drafts_media ON drafts USING gin (media jsonb_path_ops) WHERE media IS NOT NULL;
-- An artist changes their page in one draft at a time.
CREATE UNIQUE INDEX drafts_open_profile ON drafts (artist_id) WHERE profile IS NOT NULL AND state <> 'accepted';

-- A row is an allowed transition of a draft. The same rows as studio.transitions.
CREATE TABLE draft_transitions (
    from_state text NOT NULL,
    to_state   text NOT NULL,
    PRIMARY KEY (from_state, to_state)
);
INSERT INTO draft_transitions VALUES
    ('draft', 'submitted'), ('submitted', 'changes_requested'), ('submitted', 'accepted'), ('changes_requested', 'submitted');

-- A row is a change of a draft's state: who made it, and their comment.
CREATE TABLE draft_steps (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    draft_id uuid NOT NULL REFERENCES drafts ON DELETE CASCADE,
    at       timestamptz NOT NULL,
    account  text NOT NULL,
    by_staff boolean NOT NULL,
    state    text NOT NULL,
    comment  text NOT NULL
);
CREATE INDEX draft_steps_draft ON draft_steps (draft_id, id);

-- A row is a file that an artist uploads in parts. The parts are in the media store until the last one has arrived.
CREATE TABLE uploads (
    id           uuid PRIMARY KEY,
    artist_id    bigint NOT NULL REFERENCES artists,
    account      text NOT NULL,
    length       bigint NOT NULL CHECK (length > 0),
    received     bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND length),
    -- The file's type, once it is complete.
    media        jsonb,
    original     text NOT NULL DEFAULT '',
    original_sum text NOT NULL DEFAULT '',
    created_at   timestamptz NOT NULL,
    CHECK ((received = length) = (media IS NOT NULL))
);
CREATE INDEX uploads_artist ON uploads (artist_id);
CREATE INDEX uploads_created ON uploads (created_at);

-- A row is the page of a draft that is a live work, and the proof that it draws each edition deterministically. Another page is another row, so a
-- proof always belongs to this page.
CREATE TABLE proofs (
    -- Part of the address at which the page runs, so that it can't be guessed.
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    draft_id   uuid NOT NULL UNIQUE REFERENCES drafts ON DELETE CASCADE,
    -- The number of the artwork that the draft becomes. The hashes of its editions depend on it.
    artwork_id bigint NOT NULL UNIQUE,
    -- The page in the media store, and its path on the public origin.
    page       text NOT NULL CHECK (page <> ''),
    file       text NOT NULL CHECK (file <> ''),
    sum        text NOT NULL CHECK (sum ~ '^[0-9a-f]{64}$'),
    width      int NOT NULL CHECK (width BETWEEN 1 AND 16384),
    height     int NOT NULL CHECK (height BETWEEN 1 AND 16384),
    state      text NOT NULL DEFAULT 'waiting',
    -- Why it failed, for the artist.
    reason     text NOT NULL DEFAULT '',
    -- Editions with the pictures of both drawings.
    drawings   jsonb NOT NULL DEFAULT '[]',
    updated_at timestamptz NOT NULL,
    -- Whether a proof failed for a temporary reason, such as a busy machine. Then it can be repeated with the same page. A proof that failed
    -- because of its page stays failed until the draft gets another page, which is another row.
    repeatable boolean NOT NULL DEFAULT false,
    CHECK ((state = 'failed') = (reason <> '')),
    CHECK (state <> 'passed' OR jsonb_array_length(drawings) >= 3),
    CHECK (NOT repeatable OR state = 'failed')
);
CREATE INDEX proofs_unfinished ON proofs (updated_at) WHERE state IN ('waiting', 'running');

-- A row is an allowed transition of a proof. The same rows as studio.ProofTransitions.
CREATE TABLE proof_transitions (
    from_state text NOT NULL,
    to_state   text NOT NULL,
    PRIMARY KEY (from_state, to_state)
);
INSERT INTO proof_transitions VALUES
    ('waiting', 'running'), ('running', 'waiting'), ('running', 'passed'), ('running', 'failed'), ('failed', 'waiting');

-- A row is a film of an edition of a live work: one for each token of such a work, from when its mint is final.
CREATE TABLE edition_films (
    token_id     bigint PRIMARY KEY,
    artwork_id   bigint NOT NULL REFERENCES artworks ON DELETE CASCADE,
    number       int NOT NULL CHECK (number BETWEEN 1 AND 999999),
    requested_at timestamptz NOT NULL,
    -- The page and the recipe that were filmed; NULL until then. After a change of either, the edition is filmed again.
    page         text,
    recipe       jsonb,
    -- The path of the film on the public origin; NULL for an edition that doesn't move.
    url          text,
    width        int CHECK (width BETWEEN 1 AND 16384),
    height       int CHECK (height BETWEEN 1 AND 16384),
    bytes        int CHECK (bytes > 0),
    milliseconds int CHECK (milliseconds > 0),
    -- When the page last failed.
    failed_at    timestamptz,
    CHECK (token_id = artwork_id * 1000000 + number),
    CHECK (page IS NOT NULL OR url IS NULL),
    CHECK (num_nulls(url, width, height, bytes, milliseconds) IN (0, 5))
);

-- A row is a file of the studio that a draft, an upload or a proof no longer refers to. A job removes it from the media store after a while, unless
-- something else refers to it.
CREATE TABLE discarded_files (
    hash         text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{20}$'),
    -- The last time that something stopped referring to the file, or was about to refer to it.
    discarded_at timestamptz NOT NULL DEFAULT now(),
    -- The job has begun to remove it, so nothing may refer to it until the row is gone.
    removing     boolean NOT NULL DEFAULT false
);
CREATE INDEX discarded_files_age ON discarded_files (discarded_at);

-- +goose StatementBegin
-- Known words that are similar to a word, the most similar first. The threshold is lower than the default, because one wrong letter changes
-- most trigrams; the caller checks the distance.
CREATE FUNCTION similar_words(typed text) RETURNS SETOF text
    LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.2 AS
$$
    SELECT w.word FROM words w WHERE w.word % typed ORDER BY similarity(w.word, typed) DESC, w.entries DESC, w.word LIMIT 40
$$;

-- A new link clears the account of the previous one, if it is written by an import, by staff or by the command that forgets a person.
CREATE FUNCTION artist_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' OR lower(NEW.account) <> lower(OLD.account) THEN
        NEW.account_id := CASE WHEN position('@' IN NEW.account) = 0 THEN lower(NEW.account) ELSE '' END;
        NEW.linked_at := CASE WHEN NEW.account <> '' THEN now() END;
    END IF;
    NEW.linked_before := NEW.linked_before OR NEW.account <> '';
    RETURN NEW;
END $$;

CREATE FUNCTION drafts_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state = OLD.state THEN
        -- Submitted content can't change, so that staff review what was submitted. Renditions of the picture may still be added.
        IF OLD.state IN ('submitted', 'accepted') AND NEW.version <> OLD.version THEN
            RAISE EXCEPTION 'a draft that is % cannot be changed', OLD.state USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NOT EXISTS (SELECT FROM draft_transitions WHERE from_state = OLD.state AND to_state = NEW.state) THEN
        RAISE EXCEPTION 'a draft cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    INSERT INTO draft_steps (draft_id, at, account, by_staff, state, comment)
    VALUES (NEW.id, NEW.updated_at, NEW.moved_by, NEW.moved_staff, NEW.state, NEW.comment);
    RETURN NEW;
END $$;

CREATE FUNCTION drafts_proven() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM proofs WHERE draft_id = NEW.id AND (state <> 'passed' OR NEW.artwork_id <> artwork_id)) THEN
        RAISE EXCEPTION 'a live work needs a proof before it can be %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION proofs_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.draft_id, NEW.artwork_id, NEW.page, NEW.file, NEW.sum, NEW.width, NEW.height) IS DISTINCT FROM (OLD.draft_id, OLD.artwork_id, OLD.page, OLD.file, OLD.sum, OLD.width, OLD.height) THEN
        RAISE EXCEPTION 'a proof stays with its page' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state <> OLD.state AND NOT EXISTS (SELECT FROM proof_transitions WHERE from_state = OLD.state AND to_state = NEW.state) THEN
        RAISE EXCEPTION 'a proof cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.state = 'failed' AND (NEW.state <> 'failed' AND NOT OLD.repeatable OR NEW.state = 'failed' AND NEW.repeatable IS DISTINCT FROM OLD.repeatable) THEN
        RAISE EXCEPTION 'a proof that failed because of its page stays failed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION proofs_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Staff review the page that was submitted. Deleting a draft deletes its proof.
    IF EXISTS (SELECT FROM drafts WHERE id = coalesce(NEW.draft_id, OLD.draft_id) AND state IN ('submitted', 'accepted')) THEN
        RAISE EXCEPTION 'the page of a draft that was submitted cannot be changed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN coalesce(NEW, OLD);
END $$;

-- Records that something stopped referring to the files at these places (hash/name).
CREATE FUNCTION discard_files(places text[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO discarded_files (hash)
    SELECT DISTINCT split_part(p, '/', 1) FROM unnest(places) p WHERE p ~ '^[0-9a-f]{20}/' ORDER BY 1
    ON CONFLICT (hash) DO UPDATE SET discarded_at = excluded.discarded_at
$$;

CREATE FUNCTION drafts_discard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (OLD.original, OLD.film_original) IS DISTINCT FROM (NEW.original, NEW.film_original) THEN
        PERFORM discard_files(ARRAY[OLD.original, OLD.film_original]);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION uploads_discard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM discard_files(ARRAY[OLD.original]);
    RETURN NULL;
END $$;

CREATE FUNCTION proofs_discard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.drawings <> NEW.drawings THEN
        PERFORM discard_files(ARRAY[OLD.page] || ARRAY(
            SELECT replace(p, '/assets/', '') FROM jsonb_array_elements(OLD.drawings) d, LATERAL (VALUES (d ->> 'first'), (d ->> 'second')) v (p)));
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER artist_account BEFORE INSERT OR UPDATE ON artists FOR EACH ROW EXECUTE FUNCTION artist_account();
CREATE TRIGGER drafts_move BEFORE UPDATE ON drafts FOR EACH ROW EXECUTE FUNCTION drafts_move();
CREATE TRIGGER drafts_proven BEFORE UPDATE ON drafts FOR EACH ROW WHEN (NEW.state IN ('submitted', 'accepted')) EXECUTE FUNCTION drafts_proven();
CREATE TRIGGER drafts_discard AFTER UPDATE OR DELETE ON drafts FOR EACH ROW EXECUTE FUNCTION drafts_discard();
CREATE TRIGGER uploads_discard AFTER DELETE ON uploads FOR EACH ROW WHEN (OLD.original <> '') EXECUTE FUNCTION uploads_discard();
CREATE TRIGGER proofs_move BEFORE UPDATE ON proofs FOR EACH ROW EXECUTE FUNCTION proofs_move();
CREATE TRIGGER proofs_kept BEFORE INSERT OR DELETE ON proofs FOR EACH ROW EXECUTE FUNCTION proofs_kept();
CREATE TRIGGER proofs_discard AFTER UPDATE OR DELETE ON proofs FOR EACH ROW EXECUTE FUNCTION proofs_discard();

-- +goose Up

-- Artworks that artists prepare in the studio. Accepted ones become artworks of the source studio.
INSERT INTO sources (name, id_base, id_last) VALUES ('studio', 800000000, 899999999);
CREATE SEQUENCE studio_artworks MINVALUE 800000000 MAXVALUE 899999999;

CREATE TABLE drafts (
    id           uuid PRIMARY KEY,
    artist_id    bigint NOT NULL REFERENCES artists,
    -- The account that created it.
    account      text NOT NULL,
    version      int NOT NULL DEFAULT 1,
    state        text NOT NULL DEFAULT 'draft',
    title        text NOT NULL,
    description  text NOT NULL,
    medium       text NOT NULL,
    category     text NOT NULL,
    year         int,
    dimensions   text NOT NULL,
    edition_size int NOT NULL CHECK (edition_size BETWEEN 0 AND 10000), -- 0 is undecided
    price        bigint CHECK (price > 0),
    currency     text CHECK (length(currency) = 3),
    alt          text NOT NULL,
    -- The picture, as a list with one item as in artworks, and the location of its original.
    media        jsonb,
    original     text NOT NULL DEFAULT '',
    original_sum text NOT NULL DEFAULT '',
    artwork_id   bigint UNIQUE REFERENCES artworks,
    updated_at   timestamptz NOT NULL,
    submitted_at timestamptz,
    -- The last change of the state, which the trigger copies into draft_steps.
    moved_by     text NOT NULL DEFAULT '',
    moved_staff  boolean NOT NULL DEFAULT false,
    comment      text NOT NULL DEFAULT '',
    CHECK ((price IS NULL) = (currency IS NULL)),
    CHECK ((state = 'accepted') = (artwork_id IS NOT NULL)),
    CHECK ((state = 'draft') = (submitted_at IS NULL)),
    CHECK (state = 'draft' OR title <> '' AND category <> '' AND alt <> '' AND edition_size > 0 AND media IS NOT NULL)
);
CREATE INDEX drafts_artist ON drafts (artist_id, updated_at DESC);
CREATE INDEX drafts_submitted ON drafts (state, submitted_at, id) WHERE state <> 'draft';
CREATE INDEX drafts_media ON drafts USING gin (media jsonb_path_ops) WHERE media IS NOT NULL;

-- The same rows as studio.transitions.
CREATE TABLE draft_transitions (
    from_state text NOT NULL,
    to_state   text NOT NULL,
    PRIMARY KEY (from_state, to_state)
);
INSERT INTO draft_transitions VALUES
    ('draft', 'submitted'), ('submitted', 'changes_requested'), ('submitted', 'accepted'), ('changes_requested', 'submitted');

-- Who changed a draft's state, and their comment.
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

-- +goose StatementBegin
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
-- +goose StatementEnd
CREATE TRIGGER drafts_move BEFORE UPDATE ON drafts FOR EACH ROW EXECUTE FUNCTION drafts_move();

-- Files that artists upload in parts. The parts are in the media store until the last one has arrived.
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

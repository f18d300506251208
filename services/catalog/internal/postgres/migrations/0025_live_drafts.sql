-- +goose Up

-- The page of a draft that is a live work, and the proof that it draws each edition deterministically. Another page is another row, so a
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
    CHECK ((state = 'failed') = (reason <> '')),
    CHECK (state <> 'passed' OR jsonb_array_length(drawings) >= 3)
);
CREATE INDEX proofs_unfinished ON proofs (updated_at) WHERE state IN ('waiting', 'running');

-- The same rows as studio.ProofTransitions.
CREATE TABLE proof_transitions (
    from_state text NOT NULL,
    to_state   text NOT NULL,
    PRIMARY KEY (from_state, to_state)
);
INSERT INTO proof_transitions VALUES ('waiting', 'running'), ('running', 'waiting'), ('running', 'passed'), ('running', 'failed');

-- +goose StatementBegin
CREATE FUNCTION proofs_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.draft_id, NEW.artwork_id, NEW.page, NEW.file, NEW.sum, NEW.width, NEW.height) IS DISTINCT FROM (OLD.draft_id, OLD.artwork_id, OLD.page, OLD.file, OLD.sum, OLD.width, OLD.height) THEN
        RAISE EXCEPTION 'a proof stays with its page' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state <> OLD.state AND NOT EXISTS (SELECT FROM proof_transitions WHERE from_state = OLD.state AND to_state = NEW.state) THEN
        RAISE EXCEPTION 'a proof cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER proofs_move BEFORE UPDATE ON proofs FOR EACH ROW EXECUTE FUNCTION proofs_move();

-- +goose StatementBegin
CREATE FUNCTION proofs_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Staff review the page that was submitted. Deleting a draft deletes its proof.
    IF EXISTS (SELECT FROM drafts WHERE id = coalesce(NEW.draft_id, OLD.draft_id) AND state IN ('submitted', 'accepted')) THEN
        RAISE EXCEPTION 'the page of a draft that was submitted cannot be changed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN coalesce(NEW, OLD);
END $$;
-- +goose StatementEnd
CREATE TRIGGER proofs_kept BEFORE INSERT OR DELETE ON proofs FOR EACH ROW EXECUTE FUNCTION proofs_kept();

-- +goose StatementBegin
CREATE FUNCTION drafts_proven() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM proofs WHERE draft_id = NEW.id AND (state <> 'passed' OR NEW.artwork_id <> artwork_id)) THEN
        RAISE EXCEPTION 'a live work needs a proof before it can be %', NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER drafts_proven BEFORE UPDATE ON drafts FOR EACH ROW WHEN (NEW.state IN ('submitted', 'accepted')) EXECUTE FUNCTION drafts_proven();

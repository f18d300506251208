-- +goose Up

-- Files of the studio that a draft, an upload or a proof no longer refers to. A job removes them from the media store after a while, unless
-- something else refers to them.
CREATE TABLE discarded_files (
    hash         text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{20}$'),
    -- The last time that something stopped referring to the file, or was about to refer to it.
    discarded_at timestamptz NOT NULL DEFAULT now(),
    -- The job has begun to remove it, so nothing may refer to it until the row is gone.
    removing     boolean NOT NULL DEFAULT false
);
CREATE INDEX discarded_files_age ON discarded_files (discarded_at);

-- +goose StatementBegin
CREATE FUNCTION discard_files(places text[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO discarded_files (hash)
    SELECT DISTINCT split_part(p, '/', 1) FROM unnest(places) p WHERE p ~ '^[0-9a-f]{20}/' ORDER BY 1
    ON CONFLICT (hash) DO UPDATE SET discarded_at = excluded.discarded_at
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION drafts_discard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (OLD.original, OLD.film_original) IS DISTINCT FROM (NEW.original, NEW.film_original) THEN
        PERFORM discard_files(ARRAY[OLD.original, OLD.film_original]);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER drafts_discard AFTER UPDATE OR DELETE ON drafts FOR EACH ROW EXECUTE FUNCTION drafts_discard();

-- +goose StatementBegin
CREATE FUNCTION uploads_discard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM discard_files(ARRAY[OLD.original]);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER uploads_discard AFTER DELETE ON uploads FOR EACH ROW WHEN (OLD.original <> '') EXECUTE FUNCTION uploads_discard();

-- +goose StatementBegin
CREATE FUNCTION proofs_discard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.drawings <> NEW.drawings THEN
        PERFORM discard_files(ARRAY[OLD.page] || ARRAY(
            SELECT replace(p, '/assets/', '') FROM jsonb_array_elements(OLD.drawings) d, LATERAL (VALUES (d ->> 'first'), (d ->> 'second')) v (p)));
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER proofs_discard AFTER UPDATE OR DELETE ON proofs FOR EACH ROW EXECUTE FUNCTION proofs_discard();

-- Pictures of drafts that were deleted before.
INSERT INTO discarded_files (hash)
SELECT f.hash FROM media_files f
WHERE f.protected AND f.hash ~ '^[0-9a-f]{20}$' AND f.hash NOT IN (
    SELECT split_part(original, '/', 1) FROM artworks UNION SELECT split_part(original, '/', 1) FROM drafts UNION SELECT split_part(original, '/', 1) FROM uploads);

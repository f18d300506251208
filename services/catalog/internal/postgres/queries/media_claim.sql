-- One picture to make renditions of; nobody else takes it for ten minutes.
UPDATE media_files
SET claimed_at = now()
WHERE hash = (
    SELECT hash FROM media_files
    WHERE made_at IS NULL AND failed = '' AND (claimed_at IS NULL OR claimed_at < now() - interval '10 minutes')
    ORDER BY hash
    LIMIT 1
    FOR UPDATE SKIP LOCKED
)
RETURNING hash, name, protected, (SELECT count(*) FROM media_files WHERE made_at IS NULL AND failed = '')

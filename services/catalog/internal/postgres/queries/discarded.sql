-- name: ClaimFiles :many
-- Postpones the removal of files that something is about to refer to. The order avoids deadlocks.
WITH locked AS (SELECT d.hash FROM discarded_files d WHERE d.hash = ANY (@hashes::text[]) ORDER BY d.hash FOR UPDATE)
UPDATE discarded_files d SET discarded_at = now() FROM locked WHERE d.hash = locked.hash
RETURNING d.hash, d.removing;

-- name: DiscardedFiles :many
-- Files whose removal was interrupted come first.
SELECT hash FROM discarded_files WHERE removing OR discarded_at < @before ORDER BY removing DESC, discarded_at LIMIT sqlc.arg('limit');

-- name: StartRemoval :execrows
-- Begins to remove a file that nothing refers to. Claims wait for it, and it waits for claims.
UPDATE discarded_files d SET removing = true
WHERE d.hash = @hash AND (d.removing OR d.discarded_at < @before
  AND NOT EXISTS (SELECT FROM uploads u WHERE strpos(u.original, @hash) > 0)
  AND NOT EXISTS (SELECT FROM drafts r WHERE strpos(concat(r.original, ' ', r.film_original, r.media, r.film), @hash) > 0)
  AND NOT EXISTS (SELECT FROM proofs p WHERE strpos(concat(p.page, p.drawings), @hash) > 0)
  AND NOT EXISTS (SELECT FROM artworks w WHERE strpos(w.original, @hash) > 0 OR strpos(w.media::text, @hash) > 0 OR strpos(w.description, @hash) > 0)
  AND NOT EXISTS (SELECT FROM artists a WHERE strpos(concat(a.portrait, a.bio), @hash) > 0)
  AND NOT EXISTS (SELECT FROM curators c WHERE strpos(concat(c.portrait, c.bio), @hash) > 0)
  AND NOT EXISTS (SELECT FROM drops o WHERE strpos(concat(o.cover, o.body), @hash) > 0)
  AND NOT EXISTS (SELECT FROM posts b WHERE strpos(concat(b.cover, b.body), @hash) > 0)
  AND NOT EXISTS (SELECT FROM pages g WHERE strpos(g.body, @hash) > 0));

-- name: DeleteFile :exec
DELETE FROM media_files WHERE hash = @hash;

-- name: ForgetDiscarded :exec
-- A file that is still used. The next time that something stops referring to it, it is discarded again.
DELETE FROM discarded_files WHERE hash = @hash AND NOT removing AND discarded_at < @before;

-- name: EndRemoval :exec
DELETE FROM discarded_files WHERE hash = @hash AND removing;

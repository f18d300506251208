-- name: ProofsOfDrafts :many
SELECT id, draft_id, artwork_id, page, file, sum, width, height, state, reason, drawings, repeatable FROM proofs WHERE draft_id = ANY (@ids::uuid[]);

-- name: Proof :one
SELECT id, draft_id, artwork_id, page, file, sum, width, height, state, reason, drawings, repeatable FROM proofs WHERE id = @id::uuid;

-- name: CreateProof :one
-- artwork_id 0 allocates a new number.
INSERT INTO proofs (draft_id, artwork_id, page, file, sum, width, height, updated_at)
VALUES (@draft_id::uuid, coalesce(nullif(@artwork_id::bigint, 0), nextval('studio_artworks')), @page, @file, @sum, @width, @height, @updated_at)
RETURNING id;

-- name: DeleteProof :exec
DELETE FROM proofs WHERE draft_id = @draft_id::uuid;

-- name: StartProof :execrows
-- A proof whose process ended starts again.
UPDATE proofs SET state = 'running', updated_at = @at WHERE id = @id::uuid AND state IN ('waiting', 'running');

-- name: EndProof :execrows
UPDATE proofs SET state = @state, reason = @reason, repeatable = @repeatable, drawings = @drawings, updated_at = @at WHERE id = @id::uuid AND state = 'running';

-- name: UnfinishedProofs :many
SELECT id FROM proofs WHERE state IN ('waiting', 'running') ORDER BY updated_at LIMIT sqlc.arg('limit');

-- name: RepeatProof :one
UPDATE proofs SET state = 'waiting', reason = '', repeatable = false, drawings = '[]', updated_at = @at
WHERE draft_id = @draft_id::uuid AND state = 'failed' AND repeatable
RETURNING id;

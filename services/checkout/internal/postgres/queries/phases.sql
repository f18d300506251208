-- name: PhaseVersion :one
SELECT version FROM phase_schedules WHERE drop_id = @drop_id;

-- name: Phases :many
SELECT p.id, p.name, p.kind, p.starts_at, p.ends_at, p.cap, p.paused_at,
    (SELECT count(*) FROM phase_members m WHERE m.phase_id = p.id)::integer AS members
FROM phases p WHERE p.drop_id = @drop_id ORDER BY p.starts_at, p.id;

-- name: PhasePrices :many
SELECT sqlc.embed(r), coalesce(a.status, '')::text AS status, coalesce(a.price, 0)::bigint AS last_price
FROM phase_prices r JOIN phases p ON p.id = r.phase_id LEFT JOIN auctions a ON a.phase_id = r.phase_id AND a.artwork_id = r.artwork_id
WHERE p.drop_id = @drop_id ORDER BY r.phase_id, r.artwork_id;

-- name: PhaseTokens :many
SELECT t.phase_id, t.chain_id, t.token_from, t.token_to, t.block FROM phase_tokens t JOIN phases p ON p.id = t.phase_id
WHERE p.drop_id = @drop_id ORDER BY t.phase_id, t.chain_id, t.token_from;

-- name: PhaseAdmissions :many
-- PhaseAdmissions returns an account's orders in the phases of a drop that weren't cancelled or refunded and haven't expired, with the entries that
-- admit it: those of allow lists, first its own, then those of its wallets, and the given ones. used is how many orders of any account used an entry.
WITH entries AS (
    SELECT m.phase_id, (CASE WHEN m.account_id <> '' THEN 'account:' || m.account_id ELSE 'wallet:' || m.wallet END)::text AS entry, m.wallet
    FROM phases p JOIN phase_members m ON m.phase_id = p.id
    WHERE p.drop_id = @drop_id AND p.kind = 'allow_list'
      AND (m.account_id = @account_id::text AND m.account_id <> '' OR m.wallet = ANY (@wallets::text[]) AND m.wallet <> '')
    UNION ALL
    SELECT unnest(@phase_ids::uuid[]), unnest(@entries::text[]), ''
)
SELECT p.id,
       (SELECT count(*) FROM checkouts c
        WHERE c.phase_id = p.id AND c.account_id = @account_id::text AND c.status NOT IN ('expired', 'cancelled', 'refunded'))::integer AS bought,
       coalesce(e.entry, '')::text AS entry,
       (SELECT count(*) FROM checkouts c
        WHERE c.phase_id = p.id AND c.phase_entry = e.entry AND c.status NOT IN ('expired', 'cancelled', 'refunded'))::integer AS used
FROM phases p LEFT JOIN entries e ON e.phase_id = p.id
WHERE p.drop_id = @drop_id
ORDER BY p.id, e.wallet;

-- name: OpenPhase :one
-- OpenPhase returns the phase of a drop that is open at a time, with the account's orders in it. phased is whether the drop has phases at all;
-- id is empty if none is open. entry is the first of the entries that isn't used up, or empty.
SELECT EXISTS (SELECT FROM phases a WHERE a.drop_id = @drop_id) AS phased, coalesce(p.id::text, '')::text AS id,
    (p.paused_at IS NOT NULL)::boolean AS paused, coalesce(p.cap, 0)::integer AS cap,
    (SELECT count(*) FROM checkouts c WHERE c.phase_id = p.id AND c.account_id = @account_id AND c.status NOT IN ('expired', 'cancelled', 'refunded'))::integer AS bought,
    coalesce((SELECT e.entry FROM unnest(@entries::text[]) WITH ORDINALITY AS e (entry, n)
        WHERE p.cap = 0 OR p.cap > (
            SELECT count(*) FROM checkouts o WHERE o.phase_id = p.id AND o.phase_entry = e.entry AND o.status NOT IN ('expired', 'cancelled', 'refunded'))
        ORDER BY e.n LIMIT 1), '')::text AS entry
FROM (SELECT 1) one
LEFT JOIN phases p ON p.drop_id = @drop_id AND p.starts_at <= @now::timestamptz AND (p.ends_at IS NULL OR p.ends_at > @now::timestamptz);

-- name: FindPhase :one
SELECT drop_id FROM phases WHERE id = @id;

-- name: StartSchedule :execrows
-- The caller publishes the change.
INSERT INTO phase_schedules (drop_id, version, published_version) VALUES (@drop_id, 1, 1) ON CONFLICT DO NOTHING;

-- name: AdvanceSchedule :execrows
-- The caller publishes the change.
UPDATE phase_schedules SET version = version + 1, published_version = version + 1 WHERE drop_id = @drop_id AND version = @version;

-- name: TakeUnpublishedPhases :one
-- TakeUnpublishedPhases marks the phases of a drop whose last change wasn't published as published, and locks them until the transaction ends.
UPDATE phase_schedules s SET published_version = s.version
WHERE s.drop_id = (SELECT u.drop_id FROM phase_schedules u WHERE u.published_version < u.version ORDER BY u.drop_id LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING s.drop_id;

-- name: SavePhase :exec
INSERT INTO phases (id, drop_id, name, kind, starts_at, ends_at, cap, paused_at)
VALUES (@id, @drop_id, @name, @kind, @starts_at, @ends_at, @cap, @paused_at)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    cap = excluded.cap, paused_at = excluded.paused_at;

-- name: DeletePhases :exec
DELETE FROM phases WHERE drop_id = @drop_id AND NOT id = ANY (@remaining::uuid[]);

-- name: ClearPhase :exec
WITH priced AS (DELETE FROM phase_prices r WHERE r.phase_id = @phase_id)
DELETE FROM phase_tokens t WHERE t.phase_id = @phase_id;

-- name: SavePhasePrice :exec
INSERT INTO phase_prices (phase_id, artwork_id, amount, currency, lowest, step, interval_seconds)
VALUES (@phase_id, @artwork_id, @amount, @currency, sqlc.narg('lowest'), sqlc.narg('step'), sqlc.narg('interval_seconds'));

-- name: SavePhaseToken :exec
INSERT INTO phase_tokens (phase_id, chain_id, token_from, token_to, block) VALUES (@phase_id, @chain_id, @token_from, @token_to, @block);

-- name: DeleteMembers :exec
DELETE FROM phase_members WHERE phase_id = @phase_id;

-- name: AddMembers :exec
INSERT INTO phase_members (phase_id, account_id, wallet)
SELECT @phase_id, unnest(@accounts::text[]), unnest(@wallets::text[])
ON CONFLICT DO NOTHING;

-- name: NotePhases :exec
INSERT INTO phase_history (drop_id, version, action, phase_id, decided_by, note, schedule)
VALUES (@drop_id, @version, @action, sqlc.narg('phase_id'), @decided_by, @note, @schedule);

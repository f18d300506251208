-- name: Now :one
SELECT coalesce(sqlc.narg('now')::timestamptz, clock_timestamp())::timestamptz AS now;

-- name: LockAccount :exec
-- LockAccount makes concurrent changes to the holds of an account wait for each other.
SELECT pg_advisory_xact_lock(hashtextextended('checkout.account:' || @account_id::text, 0));

-- name: LiveCheckout :one
SELECT id FROM checkouts
WHERE account_id = @account_id AND artwork_id = @artwork_id
  AND status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted')
ORDER BY created_at DESC LIMIT 1;

-- name: LiveCheckouts :many
SELECT id FROM checkouts
WHERE account_id = @account_id AND status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted')
ORDER BY created_at DESC, id;

-- name: Holds :many
SELECT id AS checkout_id, artwork_slug FROM checkouts
WHERE account_id = @account_id AND status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted')
ORDER BY created_at, id;

-- name: Stocked :one
SELECT EXISTS (SELECT FROM artworks WHERE artwork_id = @artwork_id AND size = @size AND withheld = @withheld::integer[]);

-- name: EnsureArtwork :exec
INSERT INTO artworks (artwork_id, size) VALUES (@artwork_id, 0) ON CONFLICT DO NOTHING;

-- name: LockArtwork :one
-- LockArtwork reports whether the artwork's stock is up to date. It isn't FOR UPDATE, because that would wait for each new checkout,
-- whose foreign key locks this row.
SELECT (size = @size AND withheld = @withheld::integer[])::boolean AS stocked FROM artworks WHERE artwork_id = @artwork_id FOR NO KEY UPDATE;

-- name: AddUnits :exec
INSERT INTO edition_units (artwork_id, n, status)
SELECT @artwork_id, n, CASE WHEN n = ANY(@withheld::integer[]) THEN 'withheld' ELSE 'free' END FROM generate_series(1, @size::integer) n
ON CONFLICT DO NOTHING;

-- name: OfferUnits :exec
UPDATE edition_units SET status = 'free'
WHERE artwork_id = @artwork_id AND status = 'withheld' AND n <= @size::integer AND n <> ALL(@withheld::integer[]);

-- name: WithholdUnits :exec
-- WithholdUnits skips a unit that another transaction is taking, because this one holds the lock on the artwork's row, which the other one
-- takes last. It uses an array, because Postgres may evaluate a subquery of IN once for each unit: 10,000 units would take a minute.
UPDATE edition_units u SET status = 'withheld'
WHERE u.artwork_id = @artwork_id AND u.n = ANY (ARRAY(
    SELECT f.n FROM edition_units f
    WHERE f.artwork_id = @artwork_id AND f.status = 'free' AND (f.n > @size::integer OR f.n = ANY(@withheld::integer[]))
    FOR UPDATE SKIP LOCKED));

-- name: SaveArtwork :exec
-- SaveArtwork stores an unknown list if a unit could not be withheld yet, so that the next check retries.
UPDATE artworks a SET
    size = @size,
    units = (SELECT count(*) FROM edition_units u WHERE u.artwork_id = @artwork_id),
    withheld = CASE WHEN EXISTS (
        SELECT FROM edition_units u
        WHERE u.artwork_id = @artwork_id AND u.status = 'free' AND (u.n > @size::integer OR u.n = ANY(@withheld::integer[]))
    ) THEN '{-1}'::integer[] ELSE @withheld::integer[] END
WHERE artwork_id = @artwork_id;

-- name: TakeUnit :one
-- TakeUnit takes the lowest free edition that no other transaction is taking.
UPDATE edition_units SET status = 'held', checkout_id = @checkout_id
WHERE (artwork_id, n) = (
    SELECT f.artwork_id, f.n FROM edition_units f
    WHERE f.artwork_id = @artwork_id AND f.status = 'free'
    ORDER BY f.n LIMIT 1
    FOR UPDATE SKIP LOCKED)
RETURNING n, coalesce(sqlc.narg('now')::timestamptz, clock_timestamp())::timestamptz AS now;

-- name: TakeUnitWaiting :one
-- TakeUnitWaiting is TakeUnit without skipping: a free edition may be locked by a change of the checkout that last held it.
UPDATE edition_units SET status = 'held', checkout_id = @checkout_id
WHERE (artwork_id, n) = (
    SELECT f.artwork_id, f.n FROM edition_units f
    WHERE f.artwork_id = @artwork_id AND f.status = 'free'
    ORDER BY f.n LIMIT 1
    FOR UPDATE)
RETURNING n, coalesce(sqlc.narg('now')::timestamptz, clock_timestamp())::timestamptz AS now;

-- name: TakeEdition :one
-- TakeEdition takes one edition if it is free. It waits for a transaction that is changing it.
UPDATE edition_units SET status = 'held', checkout_id = @checkout_id
WHERE artwork_id = @artwork_id AND n = @n AND status = 'free'
RETURNING n, coalesce(sqlc.narg('now')::timestamptz, clock_timestamp())::timestamptz AS now;

-- name: NextFree :one
-- NextFree returns the next free edition after a number, or else the lowest one.
SELECT n FROM edition_units WHERE artwork_id = @artwork_id AND status = 'free' ORDER BY n < @n, n LIMIT 1;

-- name: SaveUnit :exec
UPDATE edition_units SET status = @status, checkout_id = @checkout_id WHERE artwork_id = @artwork_id AND n = @n;

-- name: LockUnit :exec
SELECT FROM edition_units WHERE artwork_id = @artwork_id AND n = @n FOR UPDATE;

-- name: CountEditions :one
-- CountEditions comes last in every change, because it makes the changes of one artwork wait for each other.
UPDATE artworks SET version = version + 1, held = held + @held, sold = sold + @sold
WHERE artwork_id = @artwork_id
RETURNING version, held, sold;

-- name: Editions :many
SELECT artwork_id, size, sold, held FROM artworks WHERE sold + held > 0 ORDER BY artwork_id LIMIT sqlc.arg('limit');

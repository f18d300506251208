-- name: LockNetwork :exec
-- LockNetwork makes concurrent holds from a network wait for each other.
SELECT pg_advisory_xact_lock(hashtextextended('checkout.network:' || @network::text, 0));

-- name: LockUnverified :exec
-- LockUnverified makes concurrent holds of an artwork by accounts without a verified address wait for each other.
SELECT pg_advisory_xact_lock(hashtextextended('checkout.unverified:' || @artwork_id::bigint, 0));

-- name: UnpaidByAccount :one
-- UnpaidByAccount returns when the account's nth newest unpaid hold was made.
SELECT created_at FROM checkouts
WHERE account_id = @account_id AND created_at > @since AND status IN ('reserved', 'awaiting_payment', 'payment_failed', 'expired', 'cancelled')
ORDER BY created_at DESC OFFSET sqlc.arg('place')::integer LIMIT 1;

-- name: UnpaidByNetwork :one
SELECT c.created_at FROM hold_networks n JOIN checkouts c ON c.id = n.checkout_id
WHERE n.network = @network AND n.created_at > @since AND c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'expired', 'cancelled')
ORDER BY n.created_at DESC OFFSET sqlc.arg('place')::integer LIMIT 1;

-- name: UnverifiedHolds :one
-- UnverifiedHolds counts an artwork's editions that aren't sold, and those among them that accounts without a verified address hold.
SELECT count(*)::integer AS open,
    count(*) FILTER (WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed') AND NOT c.email_verified)::integer AS unverified
FROM edition_units u LEFT JOIN checkouts c ON c.id = u.checkout_id
WHERE u.artwork_id = @artwork_id AND u.status IN ('free', 'held');

-- name: InsertNetwork :exec
INSERT INTO hold_networks (checkout_id, network, created_at) VALUES (@checkout_id, @network, @created_at);

-- name: DeleteNetworks :exec
DELETE FROM hold_networks WHERE created_at < @before;

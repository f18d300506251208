-- name: GetCheckout :one
-- GetCheckout returns the current time, not the time of the transaction, because a change may have waited for a lock.
SELECT sqlc.embed(c), u.status AS unit_status, u.checkout_id AS unit_checkout,
       (coalesce(a.status IN ('settling', 'settled'), false) OR c.phase_id IS NOT NULL AND EXISTS (
           SELECT FROM phases p WHERE p.id = c.phase_id AND p.cap > 0 AND p.cap <= (
               SELECT greatest(count(*) FILTER (WHERE o.account_id = c.account_id), count(*) FILTER (WHERE o.phase_entry = c.phase_entry)) FROM checkouts o
               WHERE o.phase_id = c.phase_id AND (o.account_id = c.account_id OR o.phase_entry = c.phase_entry) AND o.id <> c.id
                 AND o.status NOT IN ('expired', 'cancelled', 'refunded'))))::boolean AS phase_full,
       coalesce(a.status, '')::text AS auction_status, coalesce(a.price, 0)::bigint AS last_price,
       coalesce(sqlc.narg('now')::timestamptz, clock_timestamp())::timestamptz AS now
FROM checkouts c JOIN edition_units u ON u.artwork_id = c.artwork_id AND u.n = c.edition LEFT JOIN auctions a ON a.id = c.auction_id
WHERE c.id = @id;

-- name: LockCheckout :one
-- LockCheckout always comes before LockUnit, so that two changes cannot deadlock.
SELECT artwork_id, edition, traceparent FROM checkouts WHERE id = @id FOR UPDATE;

-- name: InsertCheckout :one
-- InsertCheckout returns the auction that a trigger put the order into, if any.
INSERT INTO checkouts (
    id, status, account_id, email, email_verified, buyer_name, artwork_id, artwork_slug, artwork_title, artist_id, artist_name, artwork_year, artwork_dated,
    artwork_medium, image_url, chain_id, edition, edition_size, price_amount, price_currency, share_bps, terms_version,
    created_at, updated_at, expires_at, phase_id, phase_entry, traceparent)
VALUES (@id, @status, @account_id, @email, @email_verified, @buyer_name, @artwork_id, @artwork_slug, @artwork_title, @artist_id, @artist_name, @artwork_year, @artwork_dated, @artwork_medium, @image_url, @chain_id, @edition, @edition_size, @price_amount, @price_currency, @share_bps, @terms_version, @created_at, @updated_at, @expires_at, sqlc.narg('phase_id'), sqlc.narg('phase_entry'), @traceparent)
RETURNING auction_id;

-- name: SetActor :exec
-- SetActor sets the actor of the transaction's following steps, for the triggers.
SELECT set_config('vitrine.actor', @actor::text, true);

-- name: Step :exec
UPDATE checkouts SET status = @to_status, reason = @reason, version = version + 1
WHERE id = @id AND version = @version AND status = @from_status;

-- name: SaveCheckout :exec
UPDATE checkouts SET
    version = version + 1, reason = @reason, method = @method, updated_at = @updated_at, paid_at = @paid_at, completed_at = @completed_at, transaction_hash = @transaction_hash,
    mint_hash = @mint_hash, mint_chain_id = @mint_chain_id, dispute_version = @dispute_version, receipt_year = @receipt_year, receipt_number = @receipt_number,
    billing_country = @billing_country, immediate_delivery = @immediate_delivery, card_decline = @card_decline,
    dispute_id = @dispute_id, dispute = @dispute, released_at = @released_at, gift_email = @gift_email, gift_message = @gift_message, gift_to = @gift_to, gift_name = @gift_name,
    gift_accepted_at = @gift_accepted_at, settled_at = @settled_at, settled_back = @settled_back
WHERE id = @id AND version = @version;

-- name: NextReceipt :one
INSERT INTO receipt_counters (year, last) VALUES (@year, 1)
ON CONFLICT (year) DO UPDATE SET last = receipt_counters.last + 1
RETURNING last;

-- name: Sessions :many
SELECT * FROM card_sessions WHERE checkout_id = ANY(@checkout_ids::uuid[]) ORDER BY created_at, id;

-- name: SaveSession :exec
INSERT INTO card_sessions (id, checkout_id, status, provider_id, url, ends_at, created_at)
VALUES (@id, @checkout_id, @status, @provider_id, @url, @ends_at, @created_at)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, provider_id = excluded.provider_id, url = excluded.url;

-- name: Quotes :many
SELECT * FROM quotes WHERE checkout_id = ANY(@checkout_ids::uuid[]) ORDER BY created_at, intent_hash;

-- name: SaveQuote :exec
INSERT INTO quotes (
    intent_hash, checkout_id, chain_id, pay_to, data, value, rate, rate_source, rate_at, expires_at, created_at, payout, share_bps,
    ended_at, payout_hold, revoked_at)
VALUES (@intent_hash, @checkout_id, @chain_id, @pay_to, @data, @value, @rate, @rate_source, @rate_at, @expires_at, @created_at, @payout, @share_bps, @ended_at, @payout_hold, @revoked_at)
ON CONFLICT (intent_hash) DO UPDATE SET ended_at = excluded.ended_at, revoked_at = excluded.revoked_at;

-- name: Payments :many
SELECT * FROM payments WHERE checkout_id = ANY(@checkout_ids::uuid[]) ORDER BY at, id;

-- name: SavePayment :exec
INSERT INTO payments (
    id, key, checkout_id, method, status, amount, currency, credited, at, provider_id, chain_id, block_hash, block_number,
    block_time, log_index, transaction, payer, wei, artist_wei, artist, refund_address, intent_hash,
    unexpected, asset)
VALUES (@id, @key, @checkout_id, @method, @status, @amount, @currency, @credited, @at, @provider_id, @chain_id, @block_hash, @block_number, @block_time, @log_index, @transaction, @payer, @wei, @artist_wei, @artist, @refund_address, @intent_hash, @unexpected, @asset)
ON CONFLICT (id) DO UPDATE SET
    status = excluded.status, amount = excluded.amount, currency = excluded.currency, credited = excluded.credited;

-- name: Refunds :many
SELECT sqlc.embed(r),
       EXISTS (SELECT FROM refund_history h WHERE h.refund_id = r.id AND h.from_status = 'succeeded' AND h.to_status = 'failed') AS returned
FROM refunds r WHERE r.checkout_id = ANY(@checkout_ids::uuid[]) ORDER BY r.created_at, r.id;

-- name: SaveRefund :exec
-- SaveRefund ends the lease on the refunds of the same owner, so that a new refund is not delayed.
WITH ended AS (
    DELETE FROM claims WHERE checkout_id = coalesce(sqlc.narg('checkout_id')::uuid, sqlc.narg('review_id')::uuid) AND work IN ('refunds', 'unmatched')
    AND NOT EXISTS (SELECT FROM refunds WHERE id = @id))
INSERT INTO refunds (
    id, checkout_id, payment_id, review_id, status, amount, currency, reason, provider_id, created_at, method, chain_id, pay_to,
    wei, transaction)
VALUES (@id, sqlc.narg('checkout_id'), @payment_id, sqlc.narg('review_id'), @status, @amount, @currency, @reason, @provider_id, @created_at, @method, @chain_id, @pay_to, @wei, @transaction)
ON CONFLICT (id) DO UPDATE SET
    status = excluded.status, provider_id = excluded.provider_id, transaction = excluded.transaction;

-- name: Reviews :many
SELECT * FROM reviews WHERE checkout_id = ANY(@checkout_ids::uuid[]) ORDER BY created_at, id;

-- name: SaveReview :exec
INSERT INTO reviews (id, key, checkout_id, payment_id, reason, detail, created_at, closed_at, decision, decided_by, note)
VALUES (@id, @key, @checkout_id, @payment_id, @reason, @detail, @created_at, @closed_at, @decision, @decided_by, @note)
ON CONFLICT (key) DO UPDATE SET
    closed_at = excluded.closed_at, decision = excluded.decision, decided_by = excluded.decided_by, note = excluded.note;

-- name: Book :exec
INSERT INTO ledger (entry_group, account, asset, amount, checkout_id) VALUES (@entry_group, @account, @asset, @amount, @checkout_id);

-- name: Decide :exec
INSERT INTO decisions (review_id, checkout_id, refund_id, action, decided_by, approved_by, note, refund_address, address_signed)
VALUES (@review_id, @checkout_id, @refund_id, @action, @decided_by, @approved_by, @note, @refund_address, @address_signed);

-- name: EventSeen :one
SELECT EXISTS (SELECT FROM inbox WHERE consumer = 'checkout-stripe' AND id = @id);

-- name: NoteEvent :execrows
INSERT INTO inbox (consumer, id) VALUES ('checkout-stripe', @id) ON CONFLICT DO NOTHING;

-- Takes the names off a person's orders, and answers how many rows that were. Papers, money and every step stay as they are. An
-- order that was bought and has no invoice keeps its buyer, whose name the invoice needs.
WITH orders AS (
    SELECT id FROM checkouts WHERE account_id = $1::uuid::text
), named AS (
    UPDATE checkouts c SET email = '', buyer_name = ''
    WHERE account_id = $1::uuid::text AND (email <> '' OR buyer_name <> '')
      AND (paid_at IS NULL OR EXISTS (SELECT FROM papers p WHERE p.checkout_id = c.id AND p.kind = 'invoice'))
    RETURNING id
), cards AS (
    UPDATE card_sessions SET url = '' WHERE checkout_id IN (SELECT id FROM orders) AND url <> '' RETURNING id
), signed AS (
    -- What could have been sent to the chain names where a refund would go.
    UPDATE quotes SET data = '' WHERE checkout_id IN (SELECT id FROM orders) AND data <> '' RETURNING intent_hash
), told AS (
    DELETE FROM mails WHERE split_part(key, ':', 2) IN (SELECT id::text FROM orders) RETURNING id
), calls AS (
    -- Those of staff, too, that were answered with such an order.
    DELETE FROM idempotency i
    WHERE split_part(scope, ' ', 1) = $1::uuid::text
       OR EXISTS (SELECT FROM orders WHERE position(convert_to(orders.id::text, 'UTF8') IN i.reply) > 0) RETURNING key
)
SELECT jsonb_pretty(jsonb_build_object(
    'checkouts', (SELECT count(*) FROM named), 'card_sessions', (SELECT count(*) FROM cards),
    'quotes', (SELECT count(*) FROM signed), 'mails', (SELECT count(*) FROM told), 'calls', (SELECT count(*) FROM calls)))

-- All that is held of a person. $1 is the id of an account, a mail address or the address of a wallet. What the chain says of a
-- wallet is public, and is found by the wallet's address only.
WITH who AS (
    SELECT account_id AS id FROM tokens WHERE account_id = lower($1::text)
    UNION SELECT account_id FROM payouts WHERE lower($1::text) IN (account_id, lower(payee))
    UNION SELECT account_id FROM withdrawals WHERE lower($1::text) IN (account_id, lower(email), lower(to_address))
), owned AS (
    SELECT * FROM tokens WHERE account_id IN (SELECT id FROM who)
), moved AS (
    SELECT * FROM withdrawals WHERE account_id IN (SELECT id FROM who)
)
SELECT jsonb_pretty(jsonb_build_object(
    'tokens', (SELECT jsonb_agg(to_jsonb(t) ORDER BY paid_at) FROM owned t),
    'withdrawals', (SELECT jsonb_agg(to_jsonb(w) ORDER BY requested_at) FROM moved w),
    'credential_changes', (SELECT jsonb_agg(to_jsonb(c)) FROM credential_changes c WHERE account_id IN (SELECT id FROM who)),
    'history', (SELECT jsonb_agg(to_jsonb(h) ORDER BY seq) FROM history h WHERE machine = 'withdrawals' AND id IN (SELECT id::text FROM moved)),
    'transactions', (SELECT jsonb_agg(to_jsonb(x) ORDER BY seq) FROM transactions x WHERE kind = 'withdrawal' AND subject IN (SELECT id::text FROM moved)),
    'quotes', (SELECT jsonb_agg(to_jsonb(q) ORDER BY created_at) FROM quotes q WHERE checkout_id::text IN (SELECT checkout_id FROM owned)),
    'payments', (SELECT jsonb_agg(to_jsonb(p) ORDER BY block_number) FROM payments p
                 WHERE checkout_id IN (SELECT checkout_id FROM owned) OR lower($1) IN (lower(payer), lower(refund_address))),
    'refunds', (SELECT jsonb_agg(to_jsonb(r) ORDER BY taken_at) FROM refunds r
                WHERE checkout_id IN (SELECT checkout_id FROM owned) OR lower(to_address) = lower($1)),
    'incoming', (SELECT jsonb_agg(to_jsonb(i) ORDER BY block_number) FROM incoming i WHERE lower(payer) = lower($1)),
    'transfers', (SELECT jsonb_agg(to_jsonb(t) ORDER BY block_number) FROM transfers t WHERE lower($1) IN (lower(from_address), lower(to_address))),
    'payouts', (SELECT jsonb_agg(to_jsonb(p) ORDER BY requested_at) FROM payouts p WHERE account_id IN (SELECT id FROM who)),
    'payee_entries', (SELECT jsonb_agg(to_jsonb(e) ORDER BY block_number) FROM payee_entries e WHERE lower(payee) = lower($1)),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE lower(recipient) = lower($1) OR split_part(key, ':', 2) IN (SELECT id::text FROM moved)),
    'calls', (SELECT jsonb_agg(jsonb_build_object('scope', scope, 'key', key, 'at', created_at)) FROM idempotency i
              WHERE split_part(scope, ' ', 1) IN (SELECT id FROM who))))

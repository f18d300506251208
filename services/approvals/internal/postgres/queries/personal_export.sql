-- All that is held of a person. $1 is the id of an account, a mail address or the address of a wallet. Who else was asked, and
-- from where they answered, is not the person's.
WITH who AS (
    SELECT account_id AS id FROM requests WHERE lower($1::text) IN (account_id, lower(email)) OR lower($1::text) IN (SELECT lower(w) FROM unnest(wallets) w)
    UNION SELECT decided_by FROM links WHERE decided_by <> '' AND lower($1::text) IN (decided_by, lower(email))
), asked AS (
    SELECT * FROM requests WHERE account_id IN (SELECT id FROM who)
)
SELECT jsonb_pretty(jsonb_build_object(
    'requests', (SELECT jsonb_agg(to_jsonb(r) ORDER BY created_at) FROM asked r),
    'links', (SELECT jsonb_agg(to_jsonb(l) - 'secret_hash' ORDER BY request_id, position) FROM links l
              WHERE decided_by IN (SELECT id FROM who) OR asks = 'owner' AND request_id IN (SELECT id FROM asked)),
    'log', (SELECT jsonb_agg(to_jsonb(l) - 'hash' ORDER BY seq) FROM log l
            WHERE actor IN (SELECT id FROM who) OR actor = '' AND request_id IN (SELECT id FROM asked)),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE lower(recipient) = lower($1)
                 OR split_part(key, ':', 2) IN (SELECT id::text FROM asked)
                    AND recipient NOT IN (SELECT email FROM links WHERE asks = 'approver' AND request_id IN (SELECT id FROM asked))
                 OR lower(recipient) IN (SELECT lower(email) FROM links WHERE decided_by IN (SELECT id FROM who)))))

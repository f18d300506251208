-- name: ReadEmailChange :one
-- ReadEmailChange returns the change of an account that waits for its confirmations, and the address that refused its email, the new one first.
SELECT current_email, new_email, status::text AS status, current_confirmed, new_confirmed, ''::text AS recipient, requested_at, expires_at,
    coalesce((SELECT m.recipient FROM mails m WHERE m.refused
        AND m.key IN (concat_ws('.', 'email_change.new', c.account_id, c.id), concat_ws('.', 'email_change.current', c.account_id, c.id))
        ORDER BY m.recipient = c.new_email DESC LIMIT 1), '')::text AS refused_email
FROM email_changes c WHERE account_id = @account_id AND status = 'pending' AND expires_at > @now;

-- name: ReadLinkedEmailChange :one
-- ReadLinkedEmailChange returns the change of a link. Until it is confirmed, the new address may belong to someone else, so its link doesn't
-- show the current one.
SELECT CASE WHEN current_hash = @hash THEN current_email ELSE '' END::text AS current_email, new_email,
    CASE WHEN status = 'pending' AND expires_at <= @now THEN 'expired' ELSE status END::text AS status, current_confirmed, new_confirmed,
    CASE WHEN current_hash = @hash THEN 'current' ELSE 'new' END::text AS recipient, requested_at, expires_at,
    ''::text AS refused_email
FROM email_changes WHERE current_hash = @hash OR new_hash = @hash;

-- name: ReadEmailSettings :many
-- ReadEmailSettings returns all kinds in the order of pages. Without a row, the person wants the kind.
SELECT k.kind::text AS kind, COALESCE(s.wanted, true)::boolean AS wanted
FROM unnest(ARRAY['drops', 'waiting_list', 'sales']) WITH ORDINALITY AS k (kind, position)
LEFT JOIN email_settings s ON s.account_id = @account_id AND s.kind = k.kind
ORDER BY k.position;

-- name: ReadStopLink :one
SELECT kind, wanted FROM email_settings WHERE stop_secret = @stop_secret;

-- All that is held of a person besides what is published of them. $1 is the id of an account or a mail address.
SELECT jsonb_pretty(jsonb_build_object(
    'artists', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                FROM artists WHERE account <> '' AND lower($1::text) IN (lower(account), account_id)),
    'curators', (SELECT jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'account', account, 'published', published))
                 FROM curators WHERE account <> '' AND lower(account) = lower($1)),
    -- What the person changed as staff, and who linked them.
    'content_changes', (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.id) FROM content_changes c WHERE lower($1) IN (account, lower(email))),
    'links', (SELECT jsonb_agg(to_jsonb(c) - 'account' - 'email' ORDER BY c.id) FROM content_changes c
              WHERE kind = 'artist' AND lower($1) IN (lower(before ->> 'account'), lower(after ->> 'account'))),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m WHERE lower(recipient) = lower($1))))

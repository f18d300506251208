INSERT INTO suggestions AS t (kind, entry_id, slug, title, title_key, works, visible_from)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::int[], $7::timestamptz[])
ON CONFLICT (kind, slug) DO UPDATE
SET entry_id = excluded.entry_id, title = excluded.title, title_key = excluded.title_key, works = excluded.works, visible_from = excluded.visible_from
WHERE (t.entry_id, t.title, t.title_key, t.works, t.visible_from)
      IS DISTINCT FROM (excluded.entry_id, excluded.title, excluded.title_key, excluded.works, excluded.visible_from)

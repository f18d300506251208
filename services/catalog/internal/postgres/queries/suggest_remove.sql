DELETE FROM suggestions s
WHERE NOT EXISTS (SELECT FROM unnest($1::text[], $2::text[]) AS kept (kind, slug) WHERE kept.kind = s.kind AND kept.slug = s.slug)

INSERT INTO sources (name, id_base, id_last, digest, imported_at) VALUES ($1, $2, $3, $4, now())
ON CONFLICT (name) DO UPDATE SET id_base = excluded.id_base, id_last = excluded.id_last, digest = excluded.digest, imported_at = now()

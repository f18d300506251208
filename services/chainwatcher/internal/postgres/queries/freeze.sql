INSERT INTO freezes (checkout_id, disputed, version) VALUES ($1, $2, $3)
ON CONFLICT (checkout_id) DO UPDATE SET disputed = excluded.disputed, version = excluded.version WHERE freezes.version < excluded.version

SELECT id, der, created_at FROM signing_keys ORDER BY created_at, id

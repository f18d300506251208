SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM transactions WHERE status IN ('queued', 'signed', 'broadcast')

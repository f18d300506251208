SELECT pg_advisory_xact_lock(hashtextextended('refunds:' || $1::bigint::text, 0))

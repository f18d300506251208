SELECT pg_advisory_xact_lock(hashtextextended('quote:' || $1::text, 0))

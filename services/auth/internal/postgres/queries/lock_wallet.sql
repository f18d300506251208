SELECT pg_advisory_xact_lock(hashtextextended('wallet ' || $1, 0))

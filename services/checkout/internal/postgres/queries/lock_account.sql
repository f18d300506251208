-- Holds of one account are counted one after the other.
SELECT pg_advisory_xact_lock(hashtextextended('checkout.account:' || $1::text, 0))

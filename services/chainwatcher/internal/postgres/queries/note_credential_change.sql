-- Keeps the later time, and has the waits of approved withdrawals worked out again if it moved.
WITH moved AS (
    INSERT INTO credential_changes AS c (account_id, changed_at) VALUES ($1, $2)
    ON CONFLICT (account_id) DO UPDATE SET changed_at = excluded.changed_at WHERE c.changed_at < excluded.changed_at
    RETURNING account_id
)
UPDATE withdrawals SET not_before = NULL WHERE status = 'approved' AND account_id IN (SELECT account_id FROM moved)

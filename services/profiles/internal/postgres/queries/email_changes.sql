-- name: ReplaceEmailChange :exec
UPDATE email_changes SET status = CASE WHEN expires_at <= @now::timestamptz THEN 'expired' ELSE 'replaced' END
WHERE account_id = @account_id AND status = 'pending';

-- name: AddEmailChange :exec
INSERT INTO email_changes (id, account_id, current_email, new_email, current_hash, new_hash, requested_at, expires_at)
VALUES (@id, @account_id, @current_email, @new_email, @current_hash, @new_hash, @requested_at, @expires_at);

-- name: CountEmailChanges :one
SELECT count(*) FROM email_changes WHERE account_id = @account_id AND requested_at > @since;

-- name: CancelEmailChange :exec
UPDATE email_changes SET status = 'cancelled' WHERE account_id = @account_id AND status = 'pending';

-- name: LinkedEmailChange :one
SELECT * FROM email_changes WHERE current_hash = @hash OR new_hash = @hash;

-- name: LockEmailChange :one
SELECT * FROM email_changes WHERE current_hash = @hash OR new_hash = @hash FOR UPDATE;

-- name: DecideEmailChange :exec
UPDATE email_changes SET status = @status, current_confirmed = @current_confirmed, new_confirmed = @new_confirmed WHERE id = @id;

-- name: ReplaceEmail :execrows
-- ReplaceEmail changes a profile's email, unless it has changed another way.
UPDATE profiles SET email = @new_email, updated_at = now() WHERE owner_id = @account_id AND email = @current_email;

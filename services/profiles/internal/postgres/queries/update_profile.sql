UPDATE profiles
SET name = $2, email = $3, first_name = $4, last_name = $5, avatar = $6, avatar_width = $7, avatar_height = $8, email_version = $9, updated_at = now()
WHERE id = $1

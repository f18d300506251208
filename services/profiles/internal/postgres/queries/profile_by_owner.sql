SELECT id::text, owner_id::text, name, email, first_name, last_name, avatar, avatar_width, avatar_height, created_at, email_version
FROM profiles
WHERE owner_id = $1

-- name: CreateProfile :exec
INSERT INTO profiles (id, owner_id, name, email, first_name, last_name, created_at)
VALUES (@id, @owner_id, @name, @email, @first_name, @last_name, @created_at)
ON CONFLICT (owner_id) DO NOTHING;

-- name: ProfileByOwner :one
SELECT * FROM profiles WHERE owner_id = @owner_id;

-- name: LockProfile :one
SELECT * FROM profiles WHERE owner_id = @owner_id AND id = @id FOR UPDATE;

-- name: UpdateProfile :exec
UPDATE profiles
SET name = @name, email = @email, first_name = @first_name, last_name = @last_name, avatar = @avatar, avatar_width = @avatar_width,
    avatar_height = @avatar_height, email_version = @email_version, updated_at = now()
WHERE id = @id;

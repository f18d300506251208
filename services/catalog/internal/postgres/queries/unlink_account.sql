-- Content that names an account for artist $2 ends the link that staff made to another, by whatever of the two names.
UPDATE artists SET account = '', edited = false WHERE id <> $2 AND (lower(account) = lower($1) OR edited AND account_id = lower($1))

-- Content that names an account for artist $2 ends the link that staff made to another.
UPDATE artists SET account = '', edited = false WHERE lower(account) = lower($1) AND id <> $2

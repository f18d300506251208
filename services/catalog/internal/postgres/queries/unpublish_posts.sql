-- A later import publishes them again as content describes them.
UPDATE posts SET published = false, edited = false WHERE source = $1 AND published AND id <> ALL ($2)

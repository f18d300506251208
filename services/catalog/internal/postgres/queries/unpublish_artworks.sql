-- A later import publishes them again as content describes them.
UPDATE artworks SET published = false, edited = false, version = nextval('artwork_versions') WHERE source = $1 AND published AND id <> ALL ($2)

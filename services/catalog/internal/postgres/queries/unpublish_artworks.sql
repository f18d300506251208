-- What comes back is what content says.
UPDATE artworks SET published = false, edited = false, version = nextval('artwork_versions') WHERE source = $1 AND published AND id <> ALL ($2)

UPDATE artworks SET published = false, version = nextval('artwork_versions') WHERE source = $1 AND published AND id <> ALL ($2)

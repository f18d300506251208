UPDATE artworks SET media = $2, version = nextval('artwork_versions') WHERE id = $1

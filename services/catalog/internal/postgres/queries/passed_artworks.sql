UPDATE artworks SET version = nextval('artwork_versions') WHERE drop_id = ANY ($1::bigint[]) AND published

VACUUM (ANALYZE) artworks, artists, newest

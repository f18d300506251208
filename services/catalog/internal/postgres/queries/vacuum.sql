VACUUM artworks, artists, newest

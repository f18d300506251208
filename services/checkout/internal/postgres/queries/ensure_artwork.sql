INSERT INTO artworks (artwork_id, size) VALUES ($1, 0) ON CONFLICT DO NOTHING

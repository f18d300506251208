INSERT INTO artist_wallets (artist_id) VALUES ($1) ON CONFLICT DO NOTHING

SELECT address, frozen, version FROM artist_wallets WHERE artist_id = $1

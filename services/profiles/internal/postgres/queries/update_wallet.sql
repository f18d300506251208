UPDATE artist_wallets SET address = $2, frozen = $3, version = $4 WHERE artist_id = $1

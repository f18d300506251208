SELECT FROM reviews WHERE id = $1 AND checkout_id IS NULL FOR UPDATE

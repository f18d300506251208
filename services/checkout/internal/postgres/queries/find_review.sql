SELECT id, checkout_id FROM reviews WHERE id = $1

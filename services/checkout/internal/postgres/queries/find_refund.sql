SELECT review_id, checkout_id FROM refunds WHERE id = $1

INSERT INTO freezes (checkout_id, refunded) VALUES ($1, true) ON CONFLICT (checkout_id) DO UPDATE SET refunded = true

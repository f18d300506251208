INSERT INTO sale_notices (checkout_id) VALUES ($1) ON CONFLICT (checkout_id) DO NOTHING

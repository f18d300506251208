INSERT INTO inbox (consumer, id) VALUES ('checkout-stripe', $1) ON CONFLICT DO NOTHING

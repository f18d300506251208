INSERT INTO ledger (entry_group, account, asset, amount, checkout_id) VALUES ($1, $2, $3, $4::numeric, $5)

SELECT name, account, account_id FROM artists WHERE id = $1 AND published AND account <> ''

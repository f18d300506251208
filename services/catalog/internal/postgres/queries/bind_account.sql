UPDATE artists SET account_id = lower($2) WHERE id = $1 AND published AND account_id = '' AND account <> ''

SELECT changed_at FROM credential_changes WHERE account_id = $1

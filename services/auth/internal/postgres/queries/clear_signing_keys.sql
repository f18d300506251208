DELETE FROM signing_keys

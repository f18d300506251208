UPDATE tokens SET in_custody = false WHERE token_id = ANY ($1)

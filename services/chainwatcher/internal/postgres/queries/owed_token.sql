SELECT t.checkout_id, coalesce(z.refunded, false), t.in_custody FROM tokens t LEFT JOIN freezes z ON z.checkout_id = t.checkout_id WHERE t.token_id = $1 FOR UPDATE OF t

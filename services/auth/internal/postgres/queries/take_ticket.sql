DELETE FROM tickets WHERE kind = $1 AND key = $2 AND until > $3 RETURNING data

SELECT until FROM tickets WHERE kind = $1 AND key = $2

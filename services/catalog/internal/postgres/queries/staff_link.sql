SELECT account FROM artists WHERE id = $1 AND published FOR UPDATE

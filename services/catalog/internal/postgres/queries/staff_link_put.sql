UPDATE artists SET account = $2, edited = true WHERE id = $1

DELETE FROM tickets WHERE until <= $1

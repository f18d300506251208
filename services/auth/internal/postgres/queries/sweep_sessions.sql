DELETE FROM sessions WHERE until < $1

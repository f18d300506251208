RESET statement_timeout;
RESET lock_timeout

SET statement_timeout = '10min';
SET lock_timeout = '1min'

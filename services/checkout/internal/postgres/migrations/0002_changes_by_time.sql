-- +goose Up
-- Which orders changed since a time. Rows of a history are only added, in the order of their time, so that these indexes stay tiny.
CREATE INDEX checkout_history_at ON checkout_history USING brin (at);
CREATE INDEX payment_history_at ON payment_history USING brin (at);
CREATE INDEX refund_history_at ON refund_history USING brin (at);
CREATE INDEX auction_history_at ON auction_history USING brin (at);

-- Whether an id is in a list; every id is if there is no list. Postgres replaces a call by the expression, so that a list uses an index.
CREATE FUNCTION chosen(id uuid, list uuid[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT list IS NULL OR id = ANY (list) $$;
CREATE FUNCTION chosen(id bigint, list bigint[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT list IS NULL OR id = ANY (list) $$;

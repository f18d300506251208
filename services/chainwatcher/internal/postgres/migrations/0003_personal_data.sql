-- +goose Up
-- Exports of a person's data find rows by these.
CREATE INDEX gifts_email ON gifts (lower(email)) WHERE email <> '';
CREATE INDEX gifts_to ON gifts (lower(to_address)) WHERE to_address <> '';
CREATE INDEX incoming_payer ON incoming (lower(payer));
CREATE INDEX transfers_from ON transfers (lower(from_address));
CREATE INDEX transfers_to ON transfers (lower(to_address));
CREATE INDEX payee_entries_tx ON payee_entries (tx_hash);
CREATE INDEX quotes_order ON quotes ((checkout_id::text));
CREATE INDEX refunds_checkout ON refunds (checkout_id);
CREATE INDEX mails_subject ON mails (split_part(key, ':', 2));

-- An order has few payments, so its confirmed ones need no separate index.
CREATE INDEX payments_order ON payments (checkout_id);
DROP INDEX payments_checkout;

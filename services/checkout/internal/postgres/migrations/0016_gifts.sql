-- +goose Up

-- The recipient of an order's edition, and the buyer's message. Without an address the buyer keeps the edition.
ALTER TABLE checkouts ADD COLUMN gift_email text NOT NULL DEFAULT '', ADD COLUMN gift_message text NOT NULL DEFAULT '',
    ADD CONSTRAINT checkouts_gift CHECK (length(gift_email) <= 254 AND length(gift_message) <= 280 AND (gift_email <> '' OR gift_message = ''));

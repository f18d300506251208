-- +goose Up

-- Whom the edition of an order is for, and the buyer's words to them. Without an address the buyer keeps the edition.
ALTER TABLE checkouts ADD COLUMN gift_email text NOT NULL DEFAULT '', ADD COLUMN gift_message text NOT NULL DEFAULT '',
    ADD CONSTRAINT checkouts_gift CHECK (length(gift_email) <= 254 AND length(gift_message) <= 280 AND (gift_email <> '' OR gift_message = ''));

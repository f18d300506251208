-- +goose Up

-- Notifications that anyone can cause for free go to verified addresses only. Earlier orders are treated as verified.
ALTER TABLE checkouts ADD COLUMN email_verified boolean NOT NULL DEFAULT true;

-- +goose Up

-- Notices that cost nothing to cause go to verified addresses only. Orders of before are told as they were.
ALTER TABLE checkouts ADD COLUMN email_verified boolean NOT NULL DEFAULT true;

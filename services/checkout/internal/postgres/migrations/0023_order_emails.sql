-- +goose Up

-- The desk lists the emails of an order, whose id is the second part of their keys.
CREATE INDEX mails_order ON mails (split_part(key, ':', 2));

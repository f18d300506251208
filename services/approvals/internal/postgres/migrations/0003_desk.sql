-- +goose Up

-- For the list of all requests, and of a requester's by email address.
CREATE INDEX requests_created ON requests (created_at DESC, id DESC);

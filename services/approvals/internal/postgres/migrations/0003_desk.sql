-- +goose Up

-- The list of all requests on the desk, and a requester's by the address.
CREATE INDEX requests_created ON requests (created_at DESC, id DESC);

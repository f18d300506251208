-- +goose Up

-- A row is periodic work whose last run failed, and how many runs failed in a row, in any process.
CREATE TABLE failed_runs (
    kind text PRIMARY KEY,
    runs integer NOT NULL
);

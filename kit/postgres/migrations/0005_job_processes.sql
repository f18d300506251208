-- +goose Up

-- The processes that run jobs, by the id that River stores in river_job.attempted_by. A process whose row is old was killed, and others
-- take over its jobs. Unlogged: after a crash of the database each process writes its row again.
CREATE UNLOGGED TABLE job_processes (
    id      text PRIMARY KEY,
    seen_at timestamptz NOT NULL DEFAULT now()
);

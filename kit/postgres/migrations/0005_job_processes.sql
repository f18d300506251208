-- +goose Up

-- The processes that run jobs, by the id that River stores in river_job.attempted_by. If a process's row is old, the process was killed,
-- and others take over its jobs. Unlogged: after a crash of the database each process writes its row again.
CREATE UNLOGGED TABLE job_processes (
    id      text PRIMARY KEY,
    seen_at timestamptz NOT NULL DEFAULT now()
);

-- +goose Up
-- A row has the times at which a drop sells in phases, by the newest of checkout's events. It may come before the drop. No times mean no phases.
CREATE TABLE drop_phases (
    drop_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    times   tstzmultirange NOT NULL
);

-- When a drop sells: its own window, limited by its first and its last phase. With all phases outside of its window it ends when it starts. Lists and
-- statuses use nothing else; the site has the same function (saleOf in frontend/src/lib/phases/model.ts).
CREATE VIEW drop_sales AS
SELECT t.id, coalesce(lower(t.times), t.starts_at) AS starts_at, CASE WHEN isempty(t.times) THEN t.starts_at ELSE upper(t.times) END AS ends_at
FROM (
    SELECT d.id, d.starts_at, CASE WHEN p.times IS NULL OR isempty(p.times) THEN w.times ELSE w.times * p.times END AS times
    FROM drops d
    CROSS JOIN LATERAL (SELECT tstzmultirange(tstzrange(d.starts_at, d.ends_at)) AS times) w
    LEFT JOIN drop_phases p ON p.drop_id = d.id
) t;

-- The windows of drops, with which their works change, and of their sales.
CREATE VIEW drop_times AS SELECT id, starts_at, ends_at FROM drops UNION SELECT id, starts_at, ends_at FROM drop_sales;

-- The status of a drop that sells in this time.
CREATE FUNCTION sale_status(starts_at timestamptz, ends_at timestamptz, now timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN now < starts_at THEN 'UPCOMING' WHEN now >= ends_at THEN 'ENDED' ELSE 'LIVE' END;

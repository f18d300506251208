-- +goose Up
-- When the phases of a drop are open, as checkout says; empty for a drop that has none any more.
CREATE TABLE drop_phases (
    drop_id bigint PRIMARY KEY CHECK (drop_id > 0),
    version bigint NOT NULL CHECK (version > 0),
    open    tstzmultirange NOT NULL
);

-- When a drop sells: in its own window, from its first to its last phase. If no phase is inside the window, the sale ends when it begins.
CREATE VIEW drop_sales AS
SELECT d.id, coalesce(lower(s.open), d.starts_at) AS starts_at,
       CASE WHEN s.open IS NULL THEN coalesce(d.ends_at, 'infinity') WHEN isempty(s.open) THEN d.starts_at ELSE coalesce(upper(s.open), 'infinity') END AS ends_at
FROM drops d
LEFT JOIN drop_phases p ON p.drop_id = d.id AND NOT isempty(p.open)
CROSS JOIN LATERAL (SELECT p.open * tstzmultirange(tstzrange(d.starts_at, d.ends_at)) AS open) s;

-- The windows of drops and of their sales: when pages and works change because time passes.
CREATE VIEW drop_times AS
SELECT id, starts_at, ends_at FROM drops
UNION SELECT s.id, s.starts_at, nullif(s.ends_at, 'infinity') FROM drop_sales s JOIN drop_phases p ON p.drop_id = s.id;

-- +goose StatementBegin
CREATE FUNCTION drop_status(now timestamptz, starts_at timestamptz, ends_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN now < starts_at THEN 'UPCOMING' WHEN now >= ends_at THEN 'ENDED' ELSE 'LIVE' END;
-- +goose StatementEnd

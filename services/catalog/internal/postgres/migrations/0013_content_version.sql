-- +goose Up

-- A number that each change of what the data API shows increments in its own transaction, as its last statement. Responses are cached
-- for one version. One row, so that versions are committed in their order.
CREATE TABLE content_version (version bigint NOT NULL);
CREATE UNIQUE INDEX content_version_once ON content_version ((true));
INSERT INTO content_version VALUES (1);

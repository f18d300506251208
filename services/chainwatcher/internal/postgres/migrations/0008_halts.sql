-- +goose Up

-- Chains on which nothing is signed until an operator releases them. Rows are never deleted: they record who decided what.
CREATE TABLE halts (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chain_id    bigint NOT NULL,
    reason      text NOT NULL CHECK (reason IN ('deep_reorg', 'finality_stalled', 'contradiction', 'other_contracts')),
    detail      text NOT NULL,
    vanished    integer NOT NULL DEFAULT 0,
    halted_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    released_at timestamptz,
    released_by text,
    note        text,
    CHECK ((released_at IS NULL) = (released_by IS NULL) AND (released_at IS NULL) = (note IS NULL))
);
CREATE UNIQUE INDEX halts_live ON halts (chain_id) WHERE released_at IS NULL;

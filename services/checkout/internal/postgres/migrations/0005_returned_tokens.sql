-- +goose Up
-- A refund against the return of the token, whose token is back although the money couldn't go out: since when, and why it can't while it waits.
-- Staff may try it again.
ALTER TABLE refund_requests ADD COLUMN returned_at timestamptz, ADD COLUMN problem text NOT NULL DEFAULT '',
    ADD CONSTRAINT refund_requests_problem CHECK (problem IN ('', 'limit', 'changed', 'not_possible')
        AND (problem = '' OR status = 'returning' AND returned_at IS NOT NULL));
INSERT INTO refund_request_transitions (from_status, to_status, actor) VALUES ('returning', 'approved', 'staff');

-- +goose Up

-- unwanted: the artist switched off emails about sales.
ALTER TABLE sale_notices DROP CONSTRAINT sale_notices_outcome_check;
ALTER TABLE sale_notices ADD CONSTRAINT sale_notices_outcome_check CHECK (outcome IN ('', 'mailed', 'no_address', 'unwanted'));

-- +goose Up

-- Nothing writes requests.transaction_hash any more: the chainwatcher has the transactions. Requests that an earlier release completed still show
-- it. A later release drops it.

-- A row is a withdrawal: one token of a request. From the approval on the chainwatcher has it, with the same id.
CREATE TABLE withdrawals (
    id         uuid PRIMARY KEY,
    request_id uuid NOT NULL REFERENCES requests,
    -- The position of its artwork in the request's work, from 1.
    position   integer NOT NULL CHECK (position BETWEEN 1 AND 100),
    token_id   bigint NOT NULL,
    -- Whether it waits for the approval. settle_withdrawals ends that.
    pending    boolean NOT NULL DEFAULT true,
    UNIQUE (request_id, position)
);
-- No token has two withdrawals that wait.
CREATE UNIQUE INDEX withdrawals_pending ON withdrawals (token_id) WHERE pending;

-- +goose StatementBegin
-- A withdrawal waits as long as its request does, unless its owner cancels it alone.
CREATE FUNCTION settle_withdrawals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE withdrawals SET pending = false
    WHERE request_id = NEW.id AND pending AND (NEW.status <> 'pending' OR position = ANY (NEW.cancelled_works));
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER settle_withdrawals AFTER UPDATE OF status, cancelled_works ON requests FOR EACH ROW EXECUTE FUNCTION settle_withdrawals();

-- The work of a withdrawal is always a list. The digest doesn't cover it.
ALTER TABLE requests DISABLE TRIGGER guard;
UPDATE requests SET work = jsonb_build_object('works', jsonb_build_array(work)) WHERE kind = 'token_withdrawal' AND NOT work ? 'works';
ALTER TABLE requests ENABLE TRIGGER guard;

-- Withdrawals that wait for their approval end, here and at the chainwatcher: their owners can request them again.
INSERT INTO log (request_id, event, actor, ip, at, hash)
SELECT id, 'cancelled', '', '', now(), '' FROM requests WHERE kind = 'token_withdrawal' AND status = 'pending' ORDER BY created_at;
UPDATE requests SET status = 'cancelled', decided_at = now() WHERE kind = 'token_withdrawal' AND status = 'pending';

-- +goose Up

-- A change that only waits for its approval no longer keeps others from the wallet: anyone could have reserved another artist's wallet by
-- requesting it. A wallet belongs to the artist whose change to it was approved first. So the rule applies to requests and again to approvals.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION payout_wallet_of_one_artist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Until the transaction ends, no other change to this wallet is requested or approved.
    PERFORM pg_advisory_xact_lock(hashtextextended('payout wallet ' || lower(NEW.address), 0));
    IF EXISTS (
        SELECT FROM payout_updates u WHERE lower(u.address) = lower(NEW.address) AND u.artist_id <> NEW.artist_id
            AND (u.status IN ('approved', 'cooling')
                OR EXISTS (SELECT FROM payout_history h WHERE h.update_id = u.id AND h.to_status = 'active'))
    ) THEN
        RAISE EXCEPTION 'the wallet % belongs to another artist', NEW.address USING ERRCODE = 'unique_violation', CONSTRAINT = 'payout_wallet_of_one_artist';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER payout_wallet_approved BEFORE UPDATE OF status ON payout_updates FOR EACH ROW
    WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') EXECUTE FUNCTION payout_wallet_of_one_artist();

-- +goose Up

-- The payment contract keeps one balance for each wallet. Artists who shared a wallet would see each other's shares in their balances,
-- payouts and statements. So a new change is refused if its wallet is, was or may become the wallet of another artist. Artists who already
-- share one keep it.
CREATE INDEX payout_updates_address ON payout_updates (lower(address));

-- +goose StatementBegin
CREATE FUNCTION payout_wallet_of_one_artist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Until the transaction ends, no other change to this wallet is stored.
    PERFORM pg_advisory_xact_lock(hashtextextended('payout wallet ' || lower(NEW.address), 0));
    IF EXISTS (
        SELECT FROM payout_updates u WHERE lower(u.address) = lower(NEW.address) AND u.artist_id <> NEW.artist_id
            AND (u.status IN ('requested', 'awaiting_approval', 'approved', 'cooling')
                OR EXISTS (SELECT FROM payout_history h WHERE h.update_id = u.id AND h.to_status = 'active'))
    ) THEN
        RAISE EXCEPTION 'the wallet % belongs to another artist', NEW.address USING ERRCODE = 'unique_violation', CONSTRAINT = 'payout_wallet_of_one_artist';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER payout_wallet_of_one_artist BEFORE INSERT ON payout_updates FOR EACH ROW EXECUTE FUNCTION payout_wallet_of_one_artist();

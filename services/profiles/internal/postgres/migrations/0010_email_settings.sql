-- +goose Up

-- Which optional emails a person wants. Without a row, the person wants the kind.
CREATE TABLE email_settings (
    account_id  uuid NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('drops', 'waiting_list', 'sales')),
    wanted      boolean NOT NULL DEFAULT true,
    -- The secret of the link "Stop these emails", in each email of the kind. Not a hash, because every email needs it. It can only switch
    -- the kind off.
    stop_secret text NOT NULL UNIQUE CHECK (char_length(stop_secret) = 43),
    changed_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, kind)
);

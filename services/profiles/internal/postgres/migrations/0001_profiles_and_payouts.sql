-- +goose Up
-- +adopt 15

-- A row is the profile of an account.
CREATE TABLE profiles (
    id            uuid PRIMARY KEY,
    owner_id      uuid NOT NULL UNIQUE,
    name          text NOT NULL DEFAULT '',
    email         text NOT NULL DEFAULT '',
    first_name    text NOT NULL DEFAULT '',
    last_name     text NOT NULL DEFAULT '',
    avatar        text NOT NULL DEFAULT '',
    avatar_width  integer NOT NULL DEFAULT 0,
    avatar_height integer NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL DEFAULT now(),
    -- The version of auth's last event about the address, so that older events are ignored.
    email_version bigint NOT NULL DEFAULT 0
);
-- Staff search for the newest profiles whose first, last, full or display name begins with a text. With all columns of the search, Postgres finds
-- them without reading the profiles.
CREATE INDEX profiles_full_name ON profiles ((lower(first_name || ' ' || last_name) COLLATE "C"), created_at DESC, id DESC)
    INCLUDE (first_name, last_name);
CREATE INDEX profiles_last_name ON profiles ((lower(last_name) COLLATE "C"), created_at DESC, id DESC) INCLUDE (last_name);
CREATE INDEX profiles_name ON profiles ((lower(name) COLLATE "C"), created_at DESC, id DESC) INCLUDE (name) WHERE name <> '';
CREATE INDEX profiles_created ON profiles (created_at DESC, id DESC);

-- A row is an artist's payout wallet.
CREATE TABLE artist_wallets (
    artist_id bigint PRIMARY KEY,
    address   text NOT NULL DEFAULT '',
    frozen    boolean NOT NULL DEFAULT false,
    version   bigint NOT NULL DEFAULT 0
);

-- A row is a change of an artist's payout wallet, from its request to the time that the wallet receives money.
CREATE TABLE payout_updates (
    id                uuid PRIMARY KEY,
    account_id        uuid NOT NULL,
    artist_id         bigint NOT NULL REFERENCES artist_wallets (artist_id),
    artist_name       text NOT NULL,
    email             text NOT NULL,
    address           text NOT NULL CHECK (address ~ '^0x[0-9a-fA-F]{40}$'),
    previous_address  text NOT NULL DEFAULT '',
    status            text NOT NULL,
    requested_at      timestamptz NOT NULL,
    -- When the cooling period ends.
    not_before        timestamptz,
    version           integer NOT NULL DEFAULT 0,
    -- When the person who requested the change approved it; a second approval may be pending.
    owner_approved_at timestamptz,
    -- The ENS name that resolved to address when the change was requested. Payments use only address.
    name              text NOT NULL DEFAULT '',
    CHECK (status <> 'cooling' OR not_before IS NOT NULL)
);
CREATE UNIQUE INDEX payout_updates_pending ON payout_updates (artist_id)
    WHERE status IN ('requested', 'awaiting_approval', 'approved', 'cooling');
CREATE UNIQUE INDEX payout_updates_active ON payout_updates (artist_id) WHERE status = 'active';
CREATE INDEX payout_updates_account ON payout_updates (account_id, requested_at DESC);
CREATE INDEX payout_updates_artist ON payout_updates (artist_id, requested_at DESC);
CREATE INDEX payout_updates_due ON payout_updates (not_before) WHERE status = 'cooling';
CREATE INDEX payout_updates_address ON payout_updates (lower(address));

-- A row is an allowed transition of a payout change. A test compares them with the table in the code.
CREATE TABLE payout_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    PRIMARY KEY (from_status, to_status)
);
INSERT INTO payout_transitions (from_status, to_status) VALUES
    ('requested', 'awaiting_approval'), ('requested', 'cancelled'), ('requested', 'superseded'), ('requested', 'frozen'),
    ('awaiting_approval', 'approved'), ('awaiting_approval', 'rejected'), ('awaiting_approval', 'expired'),
    ('awaiting_approval', 'cancelled'), ('awaiting_approval', 'superseded'), ('awaiting_approval', 'frozen'),
    ('approved', 'cooling'), ('approved', 'cancelled'), ('approved', 'superseded'), ('approved', 'frozen'),
    ('cooling', 'active'), ('cooling', 'cancelled'), ('cooling', 'superseded'), ('cooling', 'frozen'),
    ('active', 'superseded'), ('active', 'frozen');

-- A row is a step of a payout change.
CREATE TABLE payout_history (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    update_id   uuid NOT NULL REFERENCES payout_updates (id),
    from_status text NOT NULL,
    to_status   text NOT NULL,
    at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payout_history_update ON payout_history (update_id, id);

-- A row is an emailed link that stops a payout change. Only its hash is stored.
CREATE TABLE payout_alerts (
    hash       bytea PRIMARY KEY,
    update_id  uuid NOT NULL REFERENCES payout_updates (id),
    expires_at timestamptz NOT NULL
);

-- A row is an entry of the catalog that a person saves or follows; it may no longer exist.
CREATE TABLE favorites (
    account_id uuid NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('artwork', 'artist', 'curator')),
    entry_id   bigint NOT NULL CHECK (entry_id > 0),
    added_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, entry_id)
);

-- A row is something that a person wants one email about: a drop that opens, an edition that becomes available. It is deleted when the email is
-- sent.
CREATE TABLE reminders (
    account_id uuid NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('drop', 'artwork')),
    entry_id   bigint NOT NULL CHECK (entry_id > 0),
    -- When the drop opens, as of the last check with the catalog.
    opens_at   timestamptz,
    -- Since when an edition of the artwork has been free; NULL while none is.
    free_since timestamptz,
    added_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, entry_id),
    CHECK ((kind = 'drop') = (opens_at IS NOT NULL)),
    CHECK (kind = 'artwork' OR free_since IS NULL)
);
-- The job looks at all reminders of an entry.
CREATE INDEX reminders_entry ON reminders (kind, entry_id, account_id);
-- For the job that waits until an edition has been free for a while. Few are.
CREATE INDEX reminders_free ON reminders (free_since) WHERE free_since IS NOT NULL;

-- The only row has the number of the last check of reminders that began. A job that an event adds carries it, so that a check that is running when
-- the event comes is followed by another one.
CREATE TABLE reminder_checks (
    number bigint NOT NULL
);
INSERT INTO reminder_checks VALUES (0);

-- A row is the public page of a collector. Nothing of it is public until it is published.
CREATE TABLE collector_pages (
    account_id   uuid PRIMARY KEY,
    -- The name in the address; NULL before one was chosen. Lower case only, so that names that differ in case are the same.
    name         text UNIQUE CHECK (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(name) BETWEEN 3 AND 40),
    display_name text NOT NULL DEFAULT '' CHECK (char_length(display_name) <= 80),
    text         text NOT NULL DEFAULT '' CHECK (char_length(text) <= 1000),
    published    boolean NOT NULL DEFAULT false,
    indexed      boolean NOT NULL DEFAULT false,
    -- Gallery staff took the page down.
    hidden       boolean NOT NULL DEFAULT false,
    updated_at   timestamptz NOT NULL,
    CHECK (NOT published OR (name IS NOT NULL AND display_name <> ''))
);

-- A row is a work that a collector shows, at its position. The chainwatcher knows who holds a token.
CREATE TABLE collector_works (
    account_id uuid NOT NULL REFERENCES collector_pages (account_id) ON DELETE CASCADE,
    position   integer NOT NULL CHECK (position BETWEEN 0 AND 99),
    token_id   bigint NOT NULL CHECK (token_id > 0),
    text       text NOT NULL DEFAULT '' CHECK (char_length(text) <= 300),
    PRIMARY KEY (account_id, position),
    UNIQUE (account_id, token_id)
);

-- A row is a change of a wallet account's email. Both addresses confirm it with the secret of a link, of which only the hash is stored.
CREATE TABLE email_changes (
    id                uuid PRIMARY KEY,
    account_id        uuid NOT NULL,
    current_email     text NOT NULL,
    new_email         text NOT NULL,
    current_hash      bytea NOT NULL UNIQUE,
    new_hash          bytea NOT NULL UNIQUE,
    status            text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'done', 'rejected', 'cancelled', 'replaced', 'expired')),
    current_confirmed boolean NOT NULL DEFAULT false,
    new_confirmed     boolean NOT NULL DEFAULT false,
    requested_at      timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL CHECK (expires_at > requested_at),
    CHECK (status <> 'done' OR (current_confirmed AND new_confirmed))
);
CREATE UNIQUE INDEX email_changes_pending ON email_changes (account_id) WHERE status = 'pending';
CREATE INDEX email_changes_account ON email_changes (account_id, requested_at);

-- A row is a person's choice about a kind of optional emails. Without a row, the person wants the kind.
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

-- A row is a browser in which a person gets a notification in addition to a reminder's email (web push, RFC 8030). It is deleted when the session
-- that saved it ends, and when the browser's push service reports that the subscription no longer exists.
CREATE TABLE push_subscriptions (
    -- SHA-256 of the endpoint, in hex: the public identifier.
    id         text PRIMARY KEY CHECK (id = encode(sha256(convert_to(endpoint, 'UTF8')), 'hex')),
    account_id uuid NOT NULL,
    session_id text NOT NULL,
    -- Limits an account to 10 browsers.
    slot       smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
    -- A secret, although the push service only accepts messages signed with the gallery's key.
    endpoint   text NOT NULL CHECK (char_length(endpoint) <= 1000 AND endpoint ~ '^https?://'),
    -- The browser's public key and its secret, base64url: they encrypt messages (RFC 8291).
    p256dh     text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
    auth       text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
    -- The gallery's public key that the browser subscribed with.
    public_key text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$'),
    saved_at   timestamptz NOT NULL,
    UNIQUE (account_id, slot)
);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- A row is a notification to send to a browser. It is deleted when it is sent or has expired.
CREATE TABLE push_messages (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subscription_id text NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
    -- Identifies the notification, like the email's key.
    key             text NOT NULL,
    payload         text NOT NULL CHECK (octet_length(payload) <= 3000),
    expires_at      timestamptz NOT NULL,
    UNIQUE (subscription_id, key)
);

-- +goose StatementBegin
CREATE FUNCTION payout_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.status <> 'requested' THEN
            RAISE EXCEPTION 'a change begins as requested, not %', NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_transition';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.status <> OLD.status THEN
        IF NOT EXISTS (SELECT 1 FROM payout_transitions WHERE from_status = OLD.status AND to_status = NEW.status) THEN
            RAISE EXCEPTION 'a change cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_transition';
        END IF;
        NEW.version := OLD.version + 1;
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION payout_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO payout_history (update_id, from_status, to_status) VALUES (NEW.id, '', NEW.status);
    ELSIF NEW.status <> OLD.status THEN
        INSERT INTO payout_history (update_id, from_status, to_status) VALUES (NEW.id, OLD.status, NEW.status);
    END IF;
    RETURN NULL;
END $$;

-- The payment contract keeps one balance for each wallet. Artists who shared a wallet would see each other's shares in their balances, payouts and
-- statements. So a wallet belongs to the artist whose change to it was approved first, and changes of others to it are refused, when they are
-- requested and again when they are approved. A change that only waits for its approval doesn't keep others from the wallet: anyone could reserve
-- another artist's wallet by requesting it. Artists who already share one keep it.
CREATE FUNCTION payout_wallet_of_one_artist() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Only a pending change of an email can change.
CREATE FUNCTION guard_email_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> 'pending' AND NEW.status <> OLD.status THEN
        RAISE EXCEPTION 'email change % is %', OLD.id, OLD.status;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER payout_move BEFORE INSERT OR UPDATE ON payout_updates FOR EACH ROW EXECUTE FUNCTION payout_move();
CREATE TRIGGER payout_record AFTER INSERT OR UPDATE ON payout_updates FOR EACH ROW EXECUTE FUNCTION payout_record();
CREATE TRIGGER payout_wallet_of_one_artist BEFORE INSERT ON payout_updates FOR EACH ROW EXECUTE FUNCTION payout_wallet_of_one_artist();
CREATE TRIGGER payout_wallet_approved BEFORE UPDATE OF status ON payout_updates FOR EACH ROW
    WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') EXECUTE FUNCTION payout_wallet_of_one_artist();
CREATE TRIGGER guard_email_change BEFORE UPDATE ON email_changes FOR EACH ROW EXECUTE FUNCTION guard_email_change();

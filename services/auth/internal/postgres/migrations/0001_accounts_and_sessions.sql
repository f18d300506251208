-- +goose Up
-- +adopt 14

-- A row is an account: a person at the identity provider, or wallets only.
CREATE TABLE accounts (
    id                     uuid PRIMARY KEY,
    -- Both are null for an account with wallets only.
    issuer                 text,
    subject                text,
    email                  text NOT NULL DEFAULT '',
    email_verified         boolean NOT NULL DEFAULT false,
    credentials_changed_at timestamptz,
    -- Whether the provider blocked the account. Each read of the provider overwrites it.
    disabled               boolean NOT NULL DEFAULT false,
    created_at             timestamptz NOT NULL,
    -- The last change of the password for which sessions were ended. credentials_changed_at also moves with wallets and addresses.
    password_changed_at    timestamptz,
    -- Counts the events about an account, so that other services can order them.
    version                bigint NOT NULL DEFAULT 0,
    -- How the person last logged in at the provider: the amr of its ID token, sorted, empty if the provider named none, and that login's
    -- time. Null before the first login.
    login_methods          text[],
    login_methods_at       timestamptz,
    -- Whether staff blocked the account.
    blocked                boolean NOT NULL DEFAULT false,
    CONSTRAINT accounts_identity UNIQUE (issuer, subject),
    CHECK ((issuer IS NULL) = (subject IS NULL)),
    CHECK ((login_methods IS NULL) = (login_methods_at IS NULL))
);
-- Staff list accounts, and search for the newest whose address begins with a text. With all columns of the search, Postgres finds them without
-- reading the accounts.
CREATE INDEX accounts_created ON accounts (created_at DESC, id DESC);
CREATE INDEX accounts_email_newest ON accounts ((lower(email) COLLATE "C"), created_at DESC, id DESC) INCLUDE (email) WHERE email <> '';

-- A row is a wallet that is linked to an account. A wallet belongs to one account.
CREATE TABLE wallets (
    -- EIP-55, so that there is one spelling.
    address    text PRIMARY KEY CHECK (address ~ '^0x[0-9a-fA-F]{40}$'),
    account_id uuid NOT NULL REFERENCES accounts (id),
    linked_at  timestamptz NOT NULL,
    -- The chain on which a contract wallet first signed; 0 while only the address's key has signed.
    chain_id   bigint NOT NULL DEFAULT 0
);
CREATE INDEX wallets_account ON wallets (account_id, linked_at);
-- Staff find an account by a wallet in any letter case.
CREATE INDEX wallets_address ON wallets (lower(address));

-- A row is a session: an account in a browser or a program, from its login until it ends.
CREATE TABLE sessions (
    id               uuid PRIMARY KEY,
    account_id       uuid NOT NULL REFERENCES accounts (id),
    key_thumbprint   text NOT NULL DEFAULT '',
    generation       integer NOT NULL DEFAULT 0,
    rotated_at       timestamptz NOT NULL,
    authenticated_at timestamptz NOT NULL,
    created_at       timestamptz NOT NULL,
    idle_until       timestamptz NOT NULL,
    until            timestamptz NOT NULL,
    ended_at         timestamptz,
    end_reason       text NOT NULL DEFAULT '',
    user_agent       text NOT NULL DEFAULT '',
    -- The network of the last use (IPv4 /24, IPv6 /48). Full addresses aren't stored.
    ip               text NOT NULL DEFAULT '',
    -- Unlinking this wallet ends the session. Empty for sessions of an identity.
    wallet           text NOT NULL DEFAULT '',
    -- When the session last got an access token.
    used_at          timestamptz NOT NULL DEFAULT now(),
    -- When the person last confirmed with a passkey or a recovery code.
    confirmed_at     timestamptz,
    -- The passkey that gave the last confirmation; NULL for a recovery code. Removing the passkey ends the confirmation.
    confirmed_by     uuid,
    CHECK (idle_until <= until),
    CHECK ((ended_at IS NULL) = (end_reason = ''))
);
CREATE INDEX sessions_account ON sessions (account_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_until ON sessions (until);
-- For the job that ends expired sessions.
CREATE INDEX sessions_idle ON sessions (idle_until) WHERE ended_at IS NULL;
-- Every login compares its session with all earlier ones of the account.
CREATE INDEX sessions_created ON sessions (account_id, created_at DESC, id DESC);

-- A row is a refresh token of a session. Only its hash is stored, so that a copy of the database can't be used to open a session.
CREATE TABLE refresh_tokens (
    hash       bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    generation integer NOT NULL
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- A row is data that is valid for a while and used once: a login in progress, a code, a nonce, a proof.
CREATE TABLE tickets (
    kind             text NOT NULL,
    key              text NOT NULL,
    data             bytea,
    until            timestamptz NOT NULL,
    -- A code becomes a session of this account, with this time of login. It ends with the account's sessions.
    account_id       uuid,
    authenticated_at timestamptz,
    PRIMARY KEY (kind, key)
);
CREATE INDEX tickets_until ON tickets (until);
CREATE INDEX tickets_account ON tickets (account_id) WHERE account_id IS NOT NULL;

-- A row is a private key that signs access tokens, unencrypted. Anyone who reads this table can sign tokens: protect the database and its backups.
CREATE TABLE signing_keys (
    id         text PRIMARY KEY,
    der        bytea NOT NULL,
    created_at timestamptz NOT NULL
);

-- A row is a passkey of an account.
CREATE TABLE passkeys (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL REFERENCES accounts (id),
    -- WebAuthn's id of the credential.
    credential_id bytea NOT NULL UNIQUE,
    name          text NOT NULL,
    -- The credential as go-webauthn stores it: public key, counter, flags. It isn't a secret.
    credential    text NOT NULL,
    added_at      timestamptz NOT NULL,
    used_at       timestamptz
);
CREATE INDEX passkeys_account ON passkeys (account_id, added_at);

-- A row is a recovery code that wasn't used yet. Only its hash is stored.
CREATE TABLE recovery_codes (
    account_id uuid NOT NULL REFERENCES accounts (id),
    hash       bytea NOT NULL,
    PRIMARY KEY (account_id, hash)
);

-- A row is a request for a copy of a person's data, or for the deletion of their account. It stays as a pseudonym after a deletion, so that the
-- deletion can be repeated after a restore.
CREATE TABLE data_requests (
    id           uuid PRIMARY KEY,
    account_id   uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('export', 'deletion')),
    state        text NOT NULL,
    requested_at timestamptz NOT NULL,
    -- When the next step is due.
    due_at       timestamptz NOT NULL,
    -- Of the emailed link that confirms a deletion; only a hash.
    secret_hash  bytea UNIQUE,
    -- What must end first, as sentences for the person.
    reasons      text[] NOT NULL DEFAULT '{}',
    -- The ZIP file, until it expires.
    archive      bytea
);
CREATE UNIQUE INDEX data_requests_live ON data_requests (account_id, kind) WHERE state IN ('unconfirmed', 'waiting', 'running', 'clearing');
CREATE INDEX data_requests_account ON data_requests (account_id, requested_at DESC);
CREATE INDEX data_requests_due ON data_requests (due_at) WHERE state IN ('unconfirmed', 'waiting', 'running', 'clearing') OR archive IS NOT NULL;

-- A row is an allowed transition of a kind of data requests.
CREATE TABLE data_request_transitions (
    kind       text NOT NULL,
    from_state text NOT NULL,
    to_state   text NOT NULL,
    PRIMARY KEY (kind, from_state, to_state)
);
INSERT INTO data_request_transitions VALUES
    ('export', 'waiting', 'done'), ('export', 'waiting', 'expired'), ('export', 'done', 'expired'),
    ('deletion', 'unconfirmed', 'waiting'), ('deletion', 'unconfirmed', 'cancelled'), ('deletion', 'unconfirmed', 'expired'),
    ('deletion', 'waiting', 'cancelled'), ('deletion', 'waiting', 'running'), ('deletion', 'running', 'clearing'), ('deletion', 'clearing', 'done');

-- A row is an action of staff on an account. It stays as a pseudonym when the account is deleted, so it refers to no other row.
CREATE TABLE staff_actions (
    seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid NOT NULL,
    actor_id   uuid NOT NULL,
    action     text NOT NULL CHECK (action IN ('session_ended', 'sessions_ended', 'blocked', 'unblocked')),
    session_id uuid,
    -- Empty once the account was deleted.
    reason     text NOT NULL CHECK (length(reason) <= 500),
    at         timestamptz NOT NULL,
    CHECK ((action = 'session_ended') = (session_id IS NOT NULL)),
    CONSTRAINT staff_actions_own_block CHECK (action <> 'blocked' OR actor_id <> account_id)
);
CREATE INDEX staff_actions_account ON staff_actions (account_id, seq DESC);

-- +goose StatementBegin
CREATE FUNCTION data_requests_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT EXISTS (
        SELECT FROM data_request_transitions WHERE kind = NEW.kind AND from_state = OLD.state AND to_state = NEW.state
    ) THEN
        RAISE EXCEPTION 'a % cannot go from % to %', NEW.kind, OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION keep_staff_actions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE erased staff_actions;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.reason <> '' THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'an action of staff needs a reason' USING ERRCODE = 'check_violation';
    END IF;
    -- Forgetting a person erases only the reason that staff wrote.
    IF TG_OP = 'UPDATE' THEN
        erased := OLD;
        erased.reason := '';
        IF NEW IS NOT DISTINCT FROM erased THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the actions of staff are append-only';
END $$;
-- +goose StatementEnd

CREATE TRIGGER data_requests_move BEFORE UPDATE ON data_requests FOR EACH ROW EXECUTE FUNCTION data_requests_move();
CREATE TRIGGER keep BEFORE INSERT OR UPDATE OR DELETE ON staff_actions FOR EACH ROW EXECUTE FUNCTION keep_staff_actions();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON staff_actions FOR EACH STATEMENT EXECUTE FUNCTION keep_staff_actions();

-- +goose Up

-- Standard rates of value added tax in basis points, by country and start date. A country without a row has rate 0: the supply is outside
-- the scope of the tax. A change of law is a new row; operators maintain the rows.
CREATE TABLE vat_rates (
    country    text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    valid_from date NOT NULL,
    rate_bps   integer NOT NULL CHECK (rate_bps BETWEEN 0 AND 10000),
    PRIMARY KEY (country, valid_from)
);
-- Standard rates of the member states of the European Union as of 1 January 2026, from the European Commission's "VAT rates
-- applied in the Member States" (Taxes in Europe Database). The last changes: Luxembourg 1 January 2024, Finland 1 September
-- 2024, Slovakia 1 January 2025, Estonia 1 July 2025, Romania 1 August 2025. Monaco is treated as France (Directive
-- 2006/112/EC, article 7).
INSERT INTO vat_rates (country, valid_from, rate_bps) VALUES
    ('AT', '2024-01-01', 2000), ('BE', '2024-01-01', 2100), ('BG', '2024-01-01', 2000), ('CY', '2024-01-01', 1900),
    ('CZ', '2024-01-01', 2100), ('DE', '2024-01-01', 1900), ('DK', '2024-01-01', 2500), ('EE', '2024-01-01', 2200),
    ('EE', '2025-07-01', 2400), ('ES', '2024-01-01', 2100), ('FI', '2024-01-01', 2400), ('FI', '2024-09-01', 2550),
    ('FR', '2024-01-01', 2000), ('GR', '2024-01-01', 2400), ('HR', '2024-01-01', 2500), ('HU', '2024-01-01', 2700),
    ('IE', '2024-01-01', 2300), ('IT', '2024-01-01', 2200), ('LT', '2024-01-01', 2100), ('LU', '2024-01-01', 1700),
    ('LV', '2024-01-01', 2100), ('MC', '2024-01-01', 2000), ('MT', '2024-01-01', 1800), ('NL', '2024-01-01', 2100),
    ('PL', '2024-01-01', 2300), ('PT', '2024-01-01', 2300), ('RO', '2024-01-01', 1900), ('RO', '2025-08-01', 2100),
    ('SE', '2024-01-01', 2500), ('SI', '2024-01-01', 2200), ('SK', '2024-01-01', 2000), ('SK', '2025-01-01', 2300);

-- The last number of each series and year. Taking one locks the row until the end of the transaction, so a number exists if and only if its
-- document does, without gaps or duplicates.
CREATE TABLE paper_counters (
    series text NOT NULL,
    year   integer NOT NULL,
    last   bigint NOT NULL CHECK (last > 0),
    PRIMARY KEY (series, year)
);

-- Invoices and credit notes with their content at the time of issue.
CREATE TABLE papers (
    id              uuid PRIMARY KEY,
    kind            text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    series          text NOT NULL,
    year            integer NOT NULL,
    seq             bigint NOT NULL CHECK (seq > 0),
    number          text NOT NULL UNIQUE,
    checkout_id     uuid NOT NULL REFERENCES checkouts,
    refund_id       uuid UNIQUE REFERENCES refunds,
    invoice_id      uuid REFERENCES papers,
    issued_at       timestamptz NOT NULL,
    supplied_at     timestamptz NOT NULL,
    seller_name     text NOT NULL,
    seller_address  text NOT NULL,
    seller_country  text NOT NULL,
    seller_vat_id   text NOT NULL,
    seller_bank     text NOT NULL,
    seller_note     text NOT NULL,
    buyer_name      text NOT NULL,
    buyer_email     text NOT NULL,
    billing_country text NOT NULL,
    country         text NOT NULL,
    rate_bps        integer NOT NULL CHECK (rate_bps BETWEEN 0 AND 10000),
    currency        text NOT NULL,
    gross           bigint NOT NULL CHECK (gross > 0),
    net             bigint NOT NULL CHECK (net >= 0),
    vat             bigint NOT NULL CHECK (vat >= 0),
    title           text NOT NULL,
    artist          text NOT NULL,
    medium          text NOT NULL,
    work_year       integer NOT NULL,
    edition         integer NOT NULL,
    edition_size    integer NOT NULL,
    token_id        bigint NOT NULL,
    method          text NOT NULL CHECK (method IN ('card', 'ether')),
    chain_id        bigint NOT NULL,
    wei             numeric(78,0) NOT NULL CHECK (wei >= 0),
    rate            text NOT NULL,
    rate_source     text NOT NULL,
    rate_at         timestamptz,
    transaction     text NOT NULL,
    reason          text NOT NULL,
    UNIQUE (series, year, seq),
    CONSTRAINT adds_up CHECK (net + vat = gross),
    CONSTRAINT refers CHECK ((kind = 'credit_note') = (refund_id IS NOT NULL) AND (kind = 'credit_note') = (invoice_id IS NOT NULL))
);
CREATE UNIQUE INDEX one_invoice ON papers (checkout_id) WHERE kind = 'invoice';
CREATE INDEX papers_checkout ON papers (checkout_id);
CREATE INDEX papers_invoice ON papers (invoice_id);

CREATE TRIGGER papers_append_only BEFORE UPDATE OR DELETE ON papers FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER papers_not_truncated BEFORE TRUNCATE ON papers FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Credit notes never exceed their invoice, neither in the price nor in the tax.
-- +goose StatementBegin
CREATE FUNCTION credit_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.kind = 'credit_note' AND NOT EXISTS (
        SELECT FROM papers i
        WHERE i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.checkout_id = NEW.checkout_id AND i.currency = NEW.currency
          AND NEW.gross + (SELECT coalesce(sum(gross), 0) FROM papers WHERE invoice_id = i.id) <= i.gross
          AND NEW.vat + (SELECT coalesce(sum(vat), 0) FROM papers WHERE invoice_id = i.id) <= i.vat)
    THEN
        RAISE EXCEPTION 'credit note % does not fit its invoice', NEW.number
            USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_fits';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER credit_fits BEFORE INSERT ON papers FOR EACH ROW EXECUTE FUNCTION credit_fits();

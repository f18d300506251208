-- +goose Up
-- A row is a document as it was printed, once: a later version of render or a new logo doesn't change what was issued. Append-only.
-- A receipt belongs to the invoice.
CREATE TABLE printed_papers (
    paper_id   uuid NOT NULL REFERENCES papers,
    form       text NOT NULL CHECK (form IN ('invoice', 'credit_note', 'receipt', 'receipt_refunded')),
    pdf        bytea NOT NULL CHECK (length(pdf) > 0),
    printed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (paper_id, form)
);
-- A PDF is compressed already.
ALTER TABLE printed_papers ALTER COLUMN pdf SET STORAGE EXTERNAL;

CREATE TRIGGER printed_papers_append_only BEFORE UPDATE OR DELETE ON printed_papers FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER printed_papers_not_truncated BEFORE TRUNCATE ON printed_papers FOR EACH STATEMENT EXECUTE FUNCTION append_only();

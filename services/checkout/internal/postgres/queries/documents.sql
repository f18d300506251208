-- name: LockDocuments :exec
SELECT FROM checkouts WHERE id = @checkout_id FOR UPDATE;

-- name: NextDocumentNumber :one
INSERT INTO paper_counters (series, year, last) VALUES (@series, @year, 1)
ON CONFLICT (series, year) DO UPDATE SET last = paper_counters.last + 1
RETURNING last;

-- name: PutDocument :exec
INSERT INTO papers (
    id, kind, series, year, seq, number, checkout_id, refund_id, invoice_id, issued_at, supplied_at, seller_name,
    seller_address, seller_country, seller_vat_id, seller_bank, seller_note, buyer_name, buyer_email, billing_country,
    country, rate_bps, currency, gross, net, vat, title, artist, medium, work_year, work_dated, edition, edition_size, token_id, method,
    chain_id, wei, rate, rate_source, rate_at, transaction, reason, gift_to
) VALUES (
    @id, @kind, @series, @year, @seq, @number, @checkout_id, @refund_id, @invoice_id, @issued_at, @supplied_at,
    @seller_name, @seller_address, @seller_country, @seller_vat_id, @seller_bank, @seller_note, @buyer_name, @buyer_email,
    @billing_country, @country, @rate_bps, @currency, @gross, @net, @vat, @title, @artist, @medium, @work_year, @work_dated, @edition,
    @edition_size, @token_id, @method, @chain_id, @wei, @rate, @rate_source, @rate_at, @transaction, @reason, @gift_to
);

-- name: Documents :many
SELECT sqlc.embed(p), coalesce(i.number, '')::text AS invoice_number
FROM papers p LEFT JOIN papers i ON i.id = p.invoice_id
WHERE p.checkout_id = ANY(@checkout_ids::uuid[])
ORDER BY p.checkout_id, p.kind = 'credit_note', p.year, p.seq;

-- name: TaxRate :one
SELECT rate_bps FROM vat_rates WHERE country = @country AND valid_from <= @on_day::date ORDER BY valid_from DESC LIMIT 1;

-- name: PrintedDocument :one
SELECT pdf FROM printed_papers WHERE paper_id = @document_id AND form = @form;

-- name: KeepPrintedDocument :exec
INSERT INTO printed_papers (paper_id, form, pdf) VALUES (@document_id, @form, @pdf) ON CONFLICT DO NOTHING;

INSERT INTO papers (
    id, kind, series, year, seq, number, checkout_id, refund_id, invoice_id, issued_at, supplied_at,
    seller_name, seller_address, seller_country, seller_vat_id, seller_bank, seller_note, buyer_name,
    buyer_email, billing_country, country, rate_bps, currency, gross, net, vat, title, artist, medium,
    work_year, edition, edition_size, token_id, method, chain_id, wei, rate, rate_source, rate_at,
    transaction, reason
) VALUES (
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
    $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41
)

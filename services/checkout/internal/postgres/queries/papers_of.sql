SELECT p.id, p.kind, p.series, p.year, p.seq, p.number, p.checkout_id, p.refund_id, p.invoice_id,
       p.issued_at, p.supplied_at, p.seller_name, p.seller_address, p.seller_country, p.seller_vat_id,
       p.seller_bank, p.seller_note, p.buyer_name, p.buyer_email, p.billing_country, p.country, p.rate_bps,
       p.currency, p.gross, p.net, p.vat, p.title, p.artist, p.medium, p.work_year, p.edition,
       p.edition_size, p.token_id, p.method, p.chain_id, p.wei, p.rate, p.rate_source, p.rate_at,
       p.transaction, p.reason,
       coalesce(i.number, '') AS invoice_number
FROM papers p LEFT JOIN papers i ON i.id = p.invoice_id
WHERE p.checkout_id = ANY($1)
ORDER BY p.checkout_id, p.kind = 'credit_note', p.year, p.seq

SELECT coalesce((
    SELECT rate_bps FROM vat_rates WHERE country = $1 AND valid_from <= ($2::timestamptz AT TIME ZONE 'UTC')::date
    ORDER BY valid_from DESC LIMIT 1), 0)

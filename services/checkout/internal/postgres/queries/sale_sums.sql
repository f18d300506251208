SELECT asset, (-sum(amount))::text, (-coalesce(sum(amount) FILTER (WHERE account = 'artist:' || $1::bigint || ':onchain'), 0))::text,
       (-coalesce(sum(amount) FILTER (WHERE account = 'artist:' || $1::bigint || ':payable'), 0))::text
FROM ledger
WHERE account IN ('artist:' || $1::bigint || ':payable', 'artist:' || $1::bigint || ':onchain')
GROUP BY asset
ORDER BY asset

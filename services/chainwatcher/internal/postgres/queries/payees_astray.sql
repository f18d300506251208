-- Blocks that are not final and not part of the stored chain.
SELECT count(*) FROM unnest($2::bigint[], $3::text[]) AS e (number, hash)
WHERE e.number > (SELECT finalized FROM cursors WHERE chain_id = $1)
  AND NOT EXISTS (SELECT FROM headers h WHERE h.chain_id = $1 AND h.number = e.number AND h.hash = e.hash)

-- Always the checkout first, then its unit, so that two changes cannot wait for each other.
SELECT artwork_id, edition FROM checkouts WHERE id = $1 FOR UPDATE

-- Only what follows on what is known without a gap.
UPDATE cursors SET payees_through = number WHERE chain_id = $1 AND payees_through = $2

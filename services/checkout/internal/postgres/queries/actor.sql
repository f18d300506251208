-- Who causes the steps that follow in this transaction, for the triggers.
SELECT set_config('vitrine.actor', $1, true)

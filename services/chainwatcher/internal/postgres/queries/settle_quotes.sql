UPDATE quotes SET settled = true WHERE intent_hash = ANY ($1)

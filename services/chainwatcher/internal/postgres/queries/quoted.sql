SELECT intent_hash FROM quotes WHERE intent_hash = ANY ($1)

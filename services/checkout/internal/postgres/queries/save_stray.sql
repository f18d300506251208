UPDATE reviews SET reason = $2, detail = $3, closed_at = $4, decision = $5, decided_by = $6, note = $7 WHERE id = $1

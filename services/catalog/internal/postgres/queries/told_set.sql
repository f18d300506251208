-- Another replica may be further already.
UPDATE told SET at = $1 WHERE at < $1

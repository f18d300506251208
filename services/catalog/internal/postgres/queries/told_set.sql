-- Another replica may have told of later moments already.
UPDATE told SET at = $1 WHERE at < $1

-- Table and column are two of those that hold media.
UPDATE %[1]s SET %[2]s = $2 WHERE id = $1

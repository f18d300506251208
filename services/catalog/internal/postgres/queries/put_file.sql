-- Protection changes what may be shown: the renditions are made anew, without the original among them.
INSERT INTO media_files AS t (hash, name, protected) VALUES ($1, $2, $3)
ON CONFLICT (hash) DO UPDATE
SET protected = excluded.protected, made = NULL, made_at = NULL, claimed_at = NULL, failed = ''
WHERE t.protected <> excluded.protected

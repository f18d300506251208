-- Pictures whose renditions are still to be made, and those of which none can be made.
SELECT count(*) FILTER (WHERE made_at IS NULL AND failed = ''), count(*) FILTER (WHERE failed <> '') FROM media_files

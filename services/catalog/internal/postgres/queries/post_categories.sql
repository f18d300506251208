SELECT slug, name FROM post_categories ORDER BY position

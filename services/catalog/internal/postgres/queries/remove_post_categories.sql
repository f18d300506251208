DELETE FROM post_categories WHERE slug <> ALL ($1::text[])

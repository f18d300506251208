-- +goose Up

-- Categories of posts, which every import of a content folder replaces.
CREATE TABLE post_categories (
    slug     text PRIMARY KEY,
    name     text NOT NULL,
    position int NOT NULL
);
INSERT INTO post_categories (slug, name, position) VALUES
    ('press', 'Press', 1), ('interviews', 'Interviews', 2), ('team', 'Team', 3), ('podcasts', 'Podcasts', 4), ('drops', 'Drops', 5),
    ('collector-bulletins', 'Collector bulletins', 6);

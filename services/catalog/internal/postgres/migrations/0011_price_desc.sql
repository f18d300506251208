-- +goose Up

-- "Price, high to low" puts artworks without a price last; read backwards, the ascending index has them first and reverses the ids.
CREATE INDEX artworks_price_desc ON artworks (price DESC NULLS LAST, id) INCLUDE (visible_from) WHERE published;
CREATE INDEX artworks_category_price_desc ON artworks (category, price DESC NULLS LAST, id) INCLUDE (visible_from) WHERE published;

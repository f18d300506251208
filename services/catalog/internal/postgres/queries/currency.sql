-- The shop's currency is that of what it shows: works of an earlier one may still be there, unpublished.
SELECT coalesce((SELECT currency FROM artworks WHERE currency IS NOT NULL ORDER BY published DESC, id LIMIT 1), 'USD')

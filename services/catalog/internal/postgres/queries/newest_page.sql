SELECT %s
FROM newest n
JOIN artworks w ON w.id = n.artwork_id
WHERE n.position > $1 AND n.position <= $1 + $2
ORDER BY n.position

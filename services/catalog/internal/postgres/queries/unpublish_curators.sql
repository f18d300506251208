UPDATE curators SET published = false WHERE source = $1 AND published AND id <> ALL ($2)

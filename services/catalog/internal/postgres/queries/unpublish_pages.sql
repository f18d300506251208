UPDATE pages SET published = false WHERE source = $1 AND published AND slug <> ALL ($2)

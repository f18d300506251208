SELECT word FROM words WHERE word = ANY ($1::text[]) ORDER BY entries DESC, word

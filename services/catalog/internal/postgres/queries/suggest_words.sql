-- For each word of $1: whether it is known, in how many entries words that begin like it are ($2 is where those end), the most frequent
-- of them, and, unless it is known, words that resemble it. All of it reads indexes of the vocabulary, so that a word nobody knows
-- costs no more than another.
SELECT EXISTS (SELECT FROM words w WHERE w.word = typed.word), completions.entries, completions.list, similar_words.list
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS typed (word, beyond, n)
CROSS JOIN LATERAL (
    SELECT coalesce(sum(c.entries), 0)::bigint AS entries, coalesce((array_agg(c.word ORDER BY c.entries DESC, c.word))[:10], '{}') AS list
    FROM words c
    WHERE c.word >= typed.word AND c.word < typed.beyond
) completions
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(s.word), '{}') AS list
    FROM similar_words(typed.word) AS s (word)
    WHERE NOT EXISTS (SELECT FROM words w WHERE w.word = typed.word)
) similar_words
ORDER BY typed.n

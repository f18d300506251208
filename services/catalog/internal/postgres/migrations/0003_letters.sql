-- +goose Up

-- +goose StatementBegin
-- The words of a text: in lower case, without accents, separated by spaces, as letters.Words returns them in Go. The search uses it for documents
-- and for queries, because what Postgres' own parser takes for a word depends on the database's locale. Scripts without spaces between words become
-- pairs of characters. With ends set, the last character of such a text is also a word, so that every one of its characters begins a word.
CREATE FUNCTION search_words(t text, ends boolean DEFAULT false) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
$$
DECLARE
    -- What goes: accents, Hebrew points, Arabic vowel marks, modifier letters, and characters that only change how others are shown.
    accents CONSTANT text := '[\u00ad\u00b7\u02b0-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640'
        '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u200c-\u200f\u202a-\u202e\u2060-\u206f'
        '\u20d0-\u20ff\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+';
    -- Vowel signs and other marks, which are no letters for ICU, and the digit 〇. The ranges have letters and unused characters in between.
    marks CONSTANT text := '\u0900-\u0963\u0966-\u096f\u0971-\u0df3\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecf\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f'
        '\u0f71-\u0f84\u0f86-\u0fbc\u1000-\u1049\u1050-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u1780-\u17d3\u17dd'
        '\u180b-\u180d\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1b00-\u1b4c\u1b6b-\u1b73\u1b80-\u1bf3\u1c00-\u1c37\u1cd0-\u1cd2\u1cd4-\u1cfa'
        '\u3007\u302a-\u302f\u3099\u309a\ua8e0-\ua8f1\ua926-\ua92d\ua947-\ua953\ua980-\ua9c0\uaa29-\uaa36\uaa43-\uaa4d\uabe3-\uabea\uabec\uabed';
    -- Thai, Lao, Myanmar, Khmer, kana, Bopomofo, Han and Hangul.
    unspaced CONSTANT text := '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecf\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u3005-\u3007\u3041-\u3096'
        '\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003fffd';
BEGIN
    IF octet_length(t) = char_length(t) THEN
        RETURN btrim(regexp_replace(lower(t COLLATE "C"), '[^a-z0-9]+', ' ', 'g'));
    END IF;
    t := lower(normalize(t, NFKD) COLLATE "und-x-icu");
    t := regexp_replace(t COLLATE "C", accents, '', 'g');
    t := replace(replace(replace(replace(t, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    t := translate(t, 'øđðɖɗłıɨħŋŧƀɓǥƙĸəǝʉƴƶςىیکةٱ', 'oddddliihntbbgkkeeuyzσييكها');
    t := translate(t, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩',
        '01234567890123456789012345678901234567890123456789012345678901234567890123456789');
    t := btrim(regexp_replace(normalize(t, NFC) COLLATE "und-x-icu", '[^[:alnum:]' || marks || ']+', ' ', 'g'));
    IF t COLLATE "C" ~ ('[' || unspaced || ']') THEN
        -- A run of them ends where another script begins.
        t := regexp_replace(t COLLATE "C", '([' || unspaced || '])(?=[^ ' || unspaced || '])|([^ ' || unspaced || '])(?=[' || unspaced || '])', '\1\2 ', 'g');
        IF ends THEN
            t := regexp_replace(t COLLATE "C", '(?<=[' || unspaced || '])([' || unspaced || '])(?![' || unspaced || '])', '\1 \1', 'g');
        END IF;
        t := regexp_replace(t COLLATE "C", '(?<=[' || unspaced || '])([' || unspaced || '])(?=[' || unspaced || '])', '\1 \1', 'g');
    END IF;
    RETURN t;
END
$$;

-- A text in lower case, whatever the database's locale is.
CREATE FUNCTION lowered(t text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT lower(t COLLATE "und-x-icu") $$;

-- What a typed text searches for. Words are combined by and, "or" is an operator, - excludes a word, and quotation marks make a phrase, as in
-- websearch_to_tsquery. What has several words without a space, such as l'arbre or 東京夜景, is a phrase, too.
CREATE FUNCTION search_query(config regconfig, t text) RETURNS tsquery
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
$$
DECLARE
    part   text[]; -- the sign, a phrase, a word
    words  text;
    term   tsquery;
    every  tsquery := '';
    either tsquery := '';
BEGIN
    FOR part IN SELECT regexp_matches(t COLLATE "C", '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') LOOP
        IF part[1] = '' AND lower(part[3] COLLATE "C") = 'or' THEN
            either := either || every;
            every := '';
            CONTINUE;
        END IF;
        words := search_words(coalesce(part[2], part[3]));
        CONTINUE WHEN words = '';
        IF octet_length(words) > 2 AND char_length(words) = 1 THEN -- a character that may begin a pair
            term := to_tsquery(config, words || ':*');
        ELSE
            term := websearch_to_tsquery(config, '"' || words || '"');
        END IF;
        every := every && CASE WHEN part[1] = '-' THEN !! term ELSE term END;
    END LOOP;
    RETURN either || every;
END
$$;

-- Both releases write it, so both write the same words.
CREATE OR REPLACE FUNCTION artwork_search(title text, artist text, description text, extra text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT setweight(to_tsvector('pg_catalog.english', search_words(title, true)), 'A')
        || setweight(to_tsvector('pg_catalog.simple', search_words(artist, true)), 'B')
        || setweight(to_tsvector('pg_catalog.english', search_words(description, true)), 'C')
        || setweight(to_tsvector('pg_catalog.english', search_words(extra, true)), 'D')
$$;
-- +goose StatementEnd

-- The only row has the version of the rules for words and slugs that stored entries are rewritten by. Until that is done, artwork_id is the last artwork
-- that was rewritten, and then NULL. entries is how many changed.
CREATE TABLE rewritten (
    version    int NOT NULL,
    artwork_id bigint,
    entries    bigint NOT NULL
);
CREATE UNIQUE INDEX rewritten_once ON rewritten ((true));
INSERT INTO rewritten VALUES (0, NULL, 0);

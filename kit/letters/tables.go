package letters

import "unicode"

// accents are characters that a folded text doesn't have: accents, Hebrew points, Arabic vowel marks, modifier letters such as the ʻokina, and
// characters that only change how others are shown.
var accents = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00ad, 0x00ad, 1}, // soft hyphen
		{0x00b7, 0x00b7, 1}, // the dot in col·lecció
		{0x02b0, 0x036f, 1}, // modifier letters and combining accents
		{0x0483, 0x0489, 1}, // Cyrillic
		{0x0591, 0x05bd, 1}, // Hebrew
		{0x05bf, 0x05bf, 1},
		{0x05c1, 0x05c2, 1},
		{0x05c4, 0x05c5, 1},
		{0x05c7, 0x05c7, 1},
		{0x0610, 0x061a, 1}, // Arabic
		{0x061c, 0x061c, 1},
		{0x0640, 0x0640, 1},
		{0x064b, 0x065f, 1},
		{0x0670, 0x0670, 1},
		{0x06d6, 0x06dc, 1},
		{0x06df, 0x06e8, 1},
		{0x06ea, 0x06ed, 1},
		{0x08d3, 0x08ff, 1},
		{0x1ab0, 0x1aff, 1}, // more combining accents
		{0x1dc0, 0x1dff, 1},
		{0x200c, 0x200f, 1}, // joiners and marks of a direction
		{0x202a, 0x202e, 1},
		{0x2060, 0x206f, 1},
		{0x20d0, 0x20ff, 1},
		{0xfb1e, 0xfb1e, 1}, // a Hebrew point
		{0xfe00, 0xfe0f, 1}, // variation selectors
		{0xfe20, 0xfe2f, 1},
		{0xfeff, 0xfeff, 1},
	},
	LatinOffset: 2,
}

// unspaced are letters of scripts that have no spaces between words, and Hangul, whose words have endings: Thai, Lao, Myanmar, Khmer, kana,
// Bopomofo, Hangul and Han.
var unspaced = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0e01, 0x0e3a, 1},
		{0x0e40, 0x0e4e, 1},
		{0x0e81, 0x0ecf, 1},
		{0x0edc, 0x0edf, 1},
		{0x1000, 0x103f, 1},
		{0x1050, 0x108f, 1},
		{0x1780, 0x17d3, 1},
		{0x3005, 0x3007, 1},
		{0x3041, 0x3096, 1},
		{0x3099, 0x309a, 1},
		{0x309d, 0x309f, 1},
		{0x30a1, 0x30fa, 1},
		{0x30fc, 0x30ff, 1},
		{0x3105, 0x312f, 1},
		{0x31f0, 0x31ff, 1},
		{0x3400, 0x4dbf, 1},
		{0x4e00, 0x9fff, 1},
		{0xac00, 0xd7a3, 1},
	},
	R32: []unicode.Range32{{0x20000, 0x3fffd, 1}},
}

// zeros are the zeros of scripts with their own digits: Arabic, Persian, Devanagari, Bengali, Thai, Lao, Myanmar and Khmer.
var zeros = []rune{0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0ed0, 0x1040, 0x17e0}

// plainLetters are small letters that don't decompose, as people type them without a keyboard for them.
var plainLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ø': "o", 'đ': "d", 'ð': "d", 'ɖ': "d", 'ɗ': "d", 'ł': "l", 'ı': "i", 'ɨ': "i", 'ħ': "h", 'ŋ': "n",
	'ŧ': "t", 'ƀ': "b", 'ɓ': "b", 'ǥ': "g", 'ƙ': "k", 'ĸ': "k", 'ə': "e", 'ǝ': "e", 'ʉ': "u", 'ƴ': "y", 'ƶ': "z",
	'ς': "σ", 'ى': "ي", 'ی': "ي", 'ک': "ك", 'ة': "ه", 'ٱ': "ا",
}

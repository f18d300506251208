const language = (lang: string, script: string, shared = '') =>
  [lang, new RegExp(`^(?=(?:.*[${script}]){2})[${script}${shared}\\P{L}]*$`, 'su')] as const

const han = '\\p{sc=Han}'

/** The scripts that are written in one language only. Arabic, Cyrillic, Devanagari and Han, for example, aren't. */
const languages = [
  language('he', '\\p{sc=Hebrew}'),
  language('el', '\\p{sc=Greek}'),
  language('th', '\\p{sc=Thai}'),
  language('ko', '\\p{sc=Hangul}', han),
  language('ja', '\\p{sc=Hiragana}\\p{sc=Katakana}', `${han}\\p{scx=Hiragana}\\p{scx=Katakana}`),
  language('hy', '\\p{sc=Armenian}'),
  language('ka', '\\p{sc=Georgian}'),
  language('km', '\\p{sc=Khmer}'),
  language('lo', '\\p{sc=Lao}'),
  language('ta', '\\p{sc=Tamil}'),
]

/** The language of a text that is written, with at least two letters, in a script of one language only. */
export const languageOf = (text: string) => languages.find(([, only]) => only.test(text))?.[0]

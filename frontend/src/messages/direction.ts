/** The characters of Hebrew, Arabic and the other scripts that run from right to left, for a class of a regular expression with the flag u. */
export const rightToLeft =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'

const some = new RegExp(`[${rightToLeft}]`, 'u')

/**
 * A name or title for a sentence that isn't markup. Text with right-to-left letters stands between isolates, so that it leaves the
 * punctuation and numbers around it in their places; other text stays as it is. Where there are elements, use `<Name>` or `<bdi>`.
 */
export const isolate = (text: string) => (some.test(text) ? `\u2068${text}\u2069` : text)

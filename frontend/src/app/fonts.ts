import localFont from 'next/font/local'

/** Headings have one weight and one optical size, so that the file is a quarter as large: tools/fonts.mjs writes it. */
const bricolage = localFont({
  src: './fonts/bricolage-grotesque-600.woff2',
  variable: '--font-bricolage',
  weight: '400 700',
  display: 'swap',
  fallback: ['sans-serif'],
})

const instrument = localFont({
  src: '../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  variable: '--font-instrument',
  weight: '400 700',
  style: 'normal',
  display: 'swap',
  fallback: ['sans-serif'],
})

/** For titles of works and emphasis, in one weight: never the first thing on a page, so it is not preloaded. */
const instrumentItalic = localFont({
  src: './fonts/instrument-sans-italic-400.woff2',
  variable: '--font-instrument-italic',
  weight: '400 700',
  style: 'italic',
  display: 'swap',
  preload: false,
  fallback: ['sans-serif'],
})

// Letters of other Latin alphabets (Č, Ł, ő): they stand before the others in tokens.css, and are loaded where a page has one.
const bricolageExt = localFont({
  src: './fonts/bricolage-grotesque-ext-600.woff2',
  variable: '--font-bricolage-ext',
  weight: '400 700',
  style: 'normal',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1EFF' }],
})

const instrumentExt = localFont({
  src: './fonts/instrument-sans-ext-400.woff2',
  variable: '--font-instrument-ext',
  weight: '400 700',
  style: 'normal',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1EFF' }],
})

const instrumentExtItalic = localFont({
  src: './fonts/instrument-sans-ext-italic-400.woff2',
  variable: '--font-instrument-ext-italic',
  weight: '400 700',
  style: 'italic',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1EFF' }],
})

/** The class names of the document: its faces, as the tokens name them. */
export const faces = [
  bricolage,
  instrument,
  instrumentItalic,
  bricolageExt,
  instrumentExt,
  instrumentExtItalic,
]
  .map(({ variable }) => variable)
  .join(' ')

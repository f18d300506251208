import localFont from 'next/font/local'

/** Headings have one weight and one optical size, so that the file is a quarter as large: scripts/fonts.mjs writes it. */
export const bricolage = localFont({
  src: './fonts/bricolage-grotesque-600.woff2',
  variable: '--font-bricolage',
  weight: '400 700',
  display: 'swap',
  fallback: ['sans-serif'],
})

export const instrument = localFont({
  src: '../../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  variable: '--font-instrument',
  weight: '400 700',
  style: 'normal',
  display: 'swap',
  fallback: ['sans-serif'],
})

/** For titles of works and emphasis, in one weight: never the first thing on a page, so it is not preloaded. */
export const instrumentItalic = localFont({
  src: './fonts/instrument-sans-italic-400.woff2',
  variable: '--font-instrument-italic',
  weight: '400 700',
  style: 'italic',
  display: 'swap',
  preload: false,
  fallback: ['sans-serif'],
})

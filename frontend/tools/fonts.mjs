// Writes the fonts that pages load, each with what pages show of it: headings in one weight and one optical size of Bricolage
// Grotesque, titles in the upright weight of Instrument Sans' italic. Together they are 38 KB instead of 108. Letters of other
// Latin alphabets (Č, Ł, ő) are separate files, 5 to 7 KB each, which only a page that has such a letter loads. Run it after
// an update of a font; the results are kept beside src/app/fonts.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'

// Everything that the files have: the letters are not reduced.
const letters = [
  ...Array.from({ length: 0x180 - 0x20 }, (_, i) => 0x20 + i),
  ...[
    0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329, 0x20ac, 0x2122, 0x2191, 0x2193, 0x2190, 0x2192, 0x2212, 0x2215,
  ],
  ...Array.from({ length: 0x70 }, (_, i) => 0x2000 + i),
].map((code) => String.fromCodePoint(code))

/** Those of the other Latin alphabets. */
const further = [
  ...Array.from({ length: 0x1bb }, (_, i) => 0x100 + i),
  ...Array.from({ length: 0x100 }, (_, i) => 0x1e00 + i),
].map((code) => String.fromCodePoint(code))

const fonts = [
  // 40 is the size of a heading on a phone: larger ones keep its form, smaller ones are few.
  {
    from: 'bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    to: 'bricolage-grotesque-600.woff2',
    variationAxes: { wght: 600, opsz: 40 },
  },
  {
    from: 'instrument-sans/files/instrument-sans-latin-wght-italic.woff2',
    to: 'instrument-sans-italic-400.woff2',
    variationAxes: { wght: 400 },
  },
  {
    from: 'bricolage-grotesque/files/bricolage-grotesque-latin-ext-opsz-normal.woff2',
    to: 'bricolage-grotesque-ext-600.woff2',
    variationAxes: { wght: 600, opsz: 40 },
    of: further,
  },
  // Names are never bold.
  {
    from: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    to: 'instrument-sans-ext-400.woff2',
    variationAxes: { wght: 400 },
    of: further,
  },
  {
    from: 'instrument-sans/files/instrument-sans-latin-ext-wght-italic.woff2',
    to: 'instrument-sans-ext-italic-400.woff2',
    variationAxes: { wght: 400 },
    of: further,
  },
]

for (const { from, to, variationAxes, of = letters } of fonts) {
  const file = fileURLToPath(import.meta.resolve(`@fontsource-variable/${from}`))
  writeFileSync(
    new URL(`../src/app/fonts/${to}`, import.meta.url),
    await subset(readFileSync(file), of.join(''), { targetFormat: 'woff2', variationAxes }),
  )
}

// Writes the heading font that pages load: one weight of Bricolage Grotesque with its optical sizes, half of the bytes of the file
// with all weights. Run it after an update of the font; the result is kept beside src/app/fonts.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'

const file = fileURLToPath(
  import.meta.resolve(
    '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  ),
)
// Everything that the file has: the letters are not reduced.
const letters = [
  ...Array.from({ length: 0x180 - 0x20 }, (_, i) => 0x20 + i),
  ...[
    0x2c6, 0x2da, 0x2dc, 0x304, 0x308, 0x329, 0x20ac, 0x2122, 0x2191, 0x2193, 0x2190, 0x2192, 0x2212, 0x2215,
  ],
  ...Array.from({ length: 0x70 }, (_, i) => 0x2000 + i),
].map((code) => String.fromCodePoint(code))
writeFileSync(
  new URL('../src/app/fonts/bricolage-grotesque-600.woff2', import.meta.url),
  await subset(readFileSync(file), letters.join(''), { targetFormat: 'woff2', variationAxes: { wght: 600 } }),
)

// Draws media/logo.svg and media/logo.png: a case, a quarter disc and a small disc in it, and the name in the
// gallery's own alphabet (generators/lib/alphabet.js). Black on transparent.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { trace } from '../generators/lib/alphabet.js'

const media = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../media')
const height = 132, stroke = 13, letterHeight = 78, letterWidth = 49, gap = 26

// Records what the alphabet traces as SVG path data; arcTo becomes a line and a quarter arc.
function recorder() {
  const out = []
  let at = [0, 0]
  const n = (v) => +v.toFixed(2)
  return {
    moveTo: (x, y) => { at = [x, y]; out.push(`M${n(x)} ${n(y)}`) },
    lineTo: (x, y) => { at = [x, y]; out.push(`L${n(x)} ${n(y)}`) },
    arcTo: (x1, y1, x2, y2, r) => {
      const unit = (dx, dy) => { const d = Math.hypot(dx, dy); return [dx / d, dy / d] }
      const a = unit(at[0] - x1, at[1] - y1), b = unit(x2 - x1, y2 - y1)
      const angle = Math.acos(a[0] * b[0] + a[1] * b[1]), t = r / Math.tan(angle / 2)
      const p = [x1 + a[0] * t, y1 + a[1] * t], q = [x1 + b[0] * t, y1 + b[1] * t]
      const sweep = a[0] * b[1] - a[1] * b[0] < 0 ? 1 : 0
      out.push(`L${n(p[0])} ${n(p[1])}A${n(r)} ${n(r)} 0 0 ${sweep} ${n(q[0])} ${n(q[1])}`)
      at = q
    },
    text: () => out.join(''),
  }
}

const pen = recorder()
const top = (height - letterHeight) / 2
let x = height + 42
for (const letter of 'VITRINE') {
  const narrow = letter === 'I'
  trace(pen, letter, narrow ? x - letterWidth / 2 + stroke / 2 : x, top, letterWidth, letterHeight)
  x += (narrow ? stroke : letterWidth) + gap
}
const width = Math.ceil(x - gap)
const e = stroke / 2, s = height - stroke
const floor = height - stroke, left = stroke, quarter = 62
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Vitrine">
<g fill="none" stroke="#000" stroke-width="${stroke}" stroke-miterlimit="2">
<path d="M${e} ${e}h${s}v${s}h${-s}z"/>
<path d="${pen.text()}"/>
</g>
<path d="M${left} ${floor}v${-quarter}a${quarter} ${quarter} 0 0 1 ${quarter} ${quarter}z" fill="#000"/>
<circle cx="${height - stroke - 29}" cy="${stroke + 29}" r="13" fill="#000"/>
</svg>
`
await writeFile(path.join(media, 'logo.svg'), svg)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width, height } })
await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
await page.screenshot({ path: path.join(media, 'logo.png'), omitBackground: true })
await browser.close()
console.log(`${width} × ${height}`)

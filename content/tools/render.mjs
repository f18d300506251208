// Renders artworks from the recipes in their front matter.
//
//   node render.mjs                 works that changed since the last run
//   node render.mjs 12 40 57        these ids, also if they didn't change
//   node render.mjs --check [ids]   renders twice and compares pixels; writes nothing
//   node render.mjs --all           all works
//   CHROMIUM=/path/to/chromium      another browser
//
// A file is written only if its recipe, generator or size changed since the last rendering, which tools/rendered.json
// records.
import { createHash } from 'node:crypto'
import { readFile, writeFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { content, readWorks } from './works.mjs'

const ledgerFile = path.join(content, 'tools/rendered.json')
// A drawing is lossless, unless that takes too many bytes, as fine lines do: then the quality is reduced, but not below what looks printed.
const target = (width, height) => (400 * 1024 * Math.max(width, height)) / 1920
const qualities = [90, 80, 70, 60, 50, 40]

const args = process.argv.slice(2)
const check = args.includes('--check')
const ids = args.filter((a) => /^\d+$/.test(a)).map(Number)
const all = args.includes('--all') || ids.length > 0

const sha256 = (data) => createHash('sha256').update(data).digest('hex')

const writeEntry = (entry) =>
  writeFile(entry.file, `---\n${entry.doc.toString({ lineWidth: 110, flowCollectionPadding: false })}---\n${entry.body}`)

// A generator's fingerprint covers what it imports from lib too.
async function fingerprints() {
  const dir = path.join(content, 'generators')
  let lib = ''
  for (const name of (await readdir(path.join(dir, 'lib'))).sort()) lib += await readFile(path.join(dir, 'lib', name), 'utf8')
  const out = {}
  for (const name of await readdir(dir)) {
    if (name.endsWith('.js')) out[name.slice(0, -3)] = sha256((await readFile(path.join(dir, name), 'utf8')) + lib).slice(0, 16)
  }
  return out
}

async function openPage() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--force-color-profile=srgb'],
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(180_000)
  const root = path.join(content, 'generators')
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>render</title>' })
    const file = path.join(root, path.normalize(pathname))
    if (!file.startsWith(root + path.sep)) return route.abort()
    try {
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(file) })
    } catch {
      await route.fulfill({ status: 404, body: '' })
    }
  })
  await page.goto('http://render.invalid/')
  return { browser, page }
}

// Runs in the page: draws one work and returns its pixels' hash, its dominant colour and its picture as PNG.
async function drawInPage({ recipe, width, height, pixelsOnly }) {
  const { createRandom } = await import('/lib/random.js')
  const generator = await import(`/${recipe.generator}.js`)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const ctx = canvas.getContext('2d', { willReadFrequently: true })
  const began = performance.now()
  generator.draw(ctx, { width, height, random: createRandom(recipe.seed), params: recipe.params || {}, t: recipe.t || 0 })
  const took = performance.now() - began
  const data = ctx.getImageData(0, 0, width, height).data
  let h1 = 0x811c9dc5, h2 = 0x9e3779b9
  const bins = new Map()
  for (let i = 0; i < data.length; i += 4) {
    const word = data[i] | (data[i + 1] << 8) | (data[i + 2] << 16)
    h1 = Math.imul(h1 ^ word, 0x01000193)
    h2 = Math.imul(h2 ^ (word + i), 0x85ebca6b)
    if (i % 28 === 0) {
      const key = (data[i] >> 5) * 64 + (data[i + 1] >> 5) * 8 + (data[i + 2] >> 5)
      const bin = bins.get(key) || [0, 0, 0, 0]
      bin[0]++
      bin[1] += data[i]
      bin[2] += data[i + 1]
      bin[3] += data[i + 2]
      bins.set(key, bin)
    }
  }
  const [count, r, g, b] = [...bins.values()].sort((x, y) => y[0] - x[0])[0]
  const color = '#' + [r, g, b].map((v) => Math.round(v / count).toString(16).padStart(2, '0')).join('')
  const pixels = `${(h1 >>> 0).toString(16)}${(h2 >>> 0).toString(16)}`
  if (pixelsOnly) return { pixels, color, took }
  const blob = await new Promise((done) => canvas.toBlob(done))
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return { pixels, color, took, base64: btoa(text) }
}

/** A WebP file of a drawing, and its quality: "lossless" or a number. */
async function encode(png, most) {
  const picture = sharp(png, { limitInputPixels: false }).removeAlpha()
  const file = await picture.clone().webp({ lossless: true }).toBuffer()
  if (file.length <= most) return { file, quality: 'lossless' }
  for (const quality of qualities) {
    const file = await picture.clone().webp({ quality, smartSubsample: true }).toBuffer()
    if (file.length <= most || quality === qualities.at(-1)) return { file, quality }
  }
}

const ledger = JSON.parse(await readFile(ledgerFile, 'utf8').catch(() => '{}'))
const prints = await fingerprints()
const entries = await readWorks()

let session, drawn = 0, failed = 0
for (const entry of entries) {
  const id = entry.doc.get('id')
  if (ids.length && !ids.includes(id)) continue
  const face = entry.doc.getIn(['media', 0])
  const recipe = face.get('recipe')?.toJSON()
  if (!recipe || recipe.film || recipe.sound) continue // film.mjs and sound.mjs make those; their posters don't change
  const width = face.get('width'), height = face.get('height')
  // The still has none of the variations of editions.
  if (recipe.params) delete recipe.params.vary
  const key = sha256(JSON.stringify([recipe, width, height, prints[recipe.generator]])).slice(0, 24)
  const out = path.join(content, 'media', face.get('file'))
  const there = await stat(out).then(() => true, () => false)
  if (!check && !all && there && ledger[id] === key && face.get('sha256')) continue
  session ||= await openPage()
  const job = { recipe, width, height, pixelsOnly: check }
  try {
    const result = await session.page.evaluate(drawInPage, job)
    if (check) {
      const again = await session.page.evaluate(drawInPage, job)
      if (again.pixels !== result.pixels) {
        failed++
        console.error(`${path.relative(content, entry.file)}: two renders of the same seed differ`)
      }
      drawn++
      continue
    }
    const { file: bytes, quality } = await encode(Buffer.from(result.base64, 'base64'), target(width, height))
    await writeFile(out, bytes)
    face.set('sha256', sha256(bytes))
    face.set('color', result.color)
    await writeEntry(entry)
    ledger[id] = key
    await writeFile(ledgerFile, JSON.stringify(ledger, null, 1) + '\n')
    drawn++
    console.log(`${id}\t${recipe.generator}\t${Math.round(result.took)} ms\t${quality}\t${Math.round(bytes.length / 1024)} KB\t${path.basename(out)}`)
  } catch (error) {
    failed++
    console.error(`${path.relative(content, entry.file)}: ${error.message.split('\n').slice(0, 3).join(' ')}`)
  }
}
await session?.browser.close()
console.log(check ? `${drawn} works checked, ${failed} differ` : `${drawn} works drawn, ${failed} failed`)
process.exitCode = failed ? 1 : 0

// Makes the films of moving works: draws a recipe frame by frame, as a seamless loop.
//
//   node film.mjs            missing films
//   node film.mjs 60 154     these ids, also if they exist
//
// Needs what render.mjs needs, and ffmpeg with VP9. The recipe's `film` says how long the loop takes (seconds), how far its
// time runs (until), and whether it runs back to the start (swing), for algorithms that don't return to it themselves.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { content, readWorks } from './works.mjs'

const rate = 24
const edge = 960 // the long side, in pixels
const ids = process.argv.slice(2).map(Number)

// Runs in the page: draws one frame and returns it as a JPEG.
async function frameInPage({ recipe, width, height, scale, t }) {
  const { createRandom } = await import('/lib/random.js')
  const generator = await import(`/${recipe.generator}.js`)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round((width * scale) / 2) * 2
  canvas.height = Math.round((height * scale) / 2) * 2
  const ctx = canvas.getContext('2d')
  generator.draw(ctx, { width: canvas.width, height: canvas.height, random: createRandom(recipe.seed), params: recipe.params || {}, t })
  return canvas.toDataURL('image/jpeg', 0.95).split(',')[1]
}

const timeOf = ({ until, swing }, q) => (swing ? (until * (1 - Math.cos(2 * Math.PI * q))) / 2 : until * q)

async function openPage() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--force-color-profile=srgb'],
  })
  const page = await browser.newPage()
  const root = path.join(content, 'generators')
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>film</title>' })
    const file = path.join(root, path.normalize(pathname))
    if (!file.startsWith(root + path.sep)) return route.abort()
    return route.fulfill({ contentType: 'text/javascript', body: await readFile(file) })
  })
  await page.goto('http://film.invalid/')
  return { browser, page }
}

async function shoot(page, face, out) {
  const recipe = face.get('recipe').toJSON()
  const [width, height] = [face.get('width'), face.get('height')]
  const frames = rate * recipe.film.seconds
  await mkdir(path.dirname(out), { recursive: true })
  const encoder = spawn('ffmpeg', ['-y', '-loglevel', 'error', '-f', 'image2pipe', '-c:v', 'mjpeg', '-r', String(rate), '-i', '-',
    '-c:v', 'libvpx-vp9', '-crf', '46', '-b:v', '0', '-row-mt', '1', '-threads', '2', '-cpu-used', '3', '-pix_fmt', 'yuv420p', '-an', out],
  { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = new Promise((done, fail) => encoder.on('close', (code) => (code ? fail(new Error(`ffmpeg ended with ${code}`)) : done())))
  for (let i = 0; i < frames; i++) {
    const jpeg = await page.evaluate(frameInPage, { recipe, width, height, scale: edge / Math.max(width, height), t: timeOf(recipe.film, i / frames) })
    if (!encoder.stdin.write(Buffer.from(jpeg, 'base64'))) await new Promise((go) => encoder.stdin.once('drain', go))
  }
  encoder.stdin.end()
  await ended
}

let session
for (const entry of await readWorks()) {
  const face = entry.doc.getIn(['media', 0])
  if (!face.getIn(['recipe', 'film']) || (ids.length && !ids.includes(entry.doc.get('id')))) continue
  const out = path.join(content, 'media', face.get('file'))
  if (!ids.length && (await stat(out).catch(() => null))) continue
  session ||= await openPage()
  await shoot(session.page, face, out)
  const bytes = await readFile(out)
  // Only one line of the entry changes.
  const text = await readFile(entry.file, 'utf8')
  const sum = createHash('sha256').update(bytes).digest('hex')
  await writeFile(entry.file, text.replace(/^( {4}sha256: ).*$/m, `$1${sum}`))
  console.log(`${entry.doc.get('id')}\t${Math.round(bytes.length / 1024)} KB\t${path.basename(out)}`)
}
await session?.browser.close()

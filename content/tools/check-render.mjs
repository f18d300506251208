// Proves that live works are deterministic: draws the still's seed and the hash of every edition twice in a headless
// browser and compares the pictures. Of a work of more than 64 editions it draws the first 64, and its proof says so.
//
//   node check-render.mjs            every live work; writes proofs/<artwork>.yaml and the entry's `deterministic`
//   node check-render.mjs 64 153     these ids
//   node check-render.mjs --verify   draws nothing: fails where a work or its page is not the one that was proven
//   CHROMIUM=/path/to/chromium       another browser
//
// The works run as they do for visitors: in a sandboxed frame, under the policy of the art origin, controlled by messages.
// The second drawing happens in another browser context, on another day, in another time zone and language.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { chromium } from 'playwright-core'
import { parse, stringify } from 'yaml'
import { writePages } from './live.mjs'
import { tokenHash } from './tokens.mjs'
import { content, liveWork, readWorks } from './works.mjs'

const times = [0, 7.5]
// The catalog checks proofs against the same number: maxProven in services/catalog/internal/content/proof.go.
const most = 64
const longEdge = 640
const patience = Number(process.env.PATIENCE ?? 30_000)

const sha256 = (data) => createHash('sha256').update(data).digest('hex')

// The work's own seed, which its still has, and the hashes of its editions.
export const seedsOf = (id, editions) => [null, ...Array.from({ length: Math.min(editions, most) }, (_, n) => tokenHash(id, n + 1))]

// Puts the recipe into the page's data block, as the catalog does.
export const fill = (page, work) =>
  page.replace(/(<script type="application\/json" id="work">)\{\}(?=<\/script>)/, (_, tag) => tag + JSON.stringify(work).replaceAll('<', '\\u003c'))

function policyOf(page) {
  const hashes = [...page.matchAll(/<script(?:\s[^>]*)?>([\s\S]*?)<\/script>/g)].map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return `default-src 'none'; script-src ${hashes.join(' ')}; style-src 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'none'; sandbox allow-scripts; frame-ancestors http://gallery.invalid`
}

const harness = (width, height) => `<!doctype html><style>body{margin:0}iframe{display:block;border:0;width:${width}px;height:${height}px}</style>
<iframe sandbox="allow-scripts" allow=""></iframe>
<script>
  const frame = document.querySelector('iframe'), received = []
  addEventListener('message', (event) => { if (event.source === frame.contentWindow && event.origin === 'null') received.push(JSON.stringify(event.data)) })
  const send = (message) => frame.contentWindow.postMessage(message, '*')
  frame.src = 'http://art.invalid/works/1/'
</script>`

const circumstances = [
  { context: { timezoneId: 'UTC', locale: 'en-US' }, days: 0 },
  { context: { timezoneId: 'Pacific/Auckland', locale: 'ar', colorScheme: 'dark' }, days: 417 },
]

const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

// Returns the hash of the picture once the frame has been painted. Another process paints the frame, so on a busy machine a
// screenshot may still show the previous picture. Two screenshots in a row must be equal; after ten tries the last one counts.
async function pictureOf(tab) {
  for (const frame of tab.frames().reverse()) await frame.evaluate(painted)
  let last = sha256(await tab.screenshot())
  for (let attempt = 0; attempt < 10; attempt++) {
    const now = sha256(await tab.screenshot())
    if (now === last) break
    last = now
  }
  return last
}

// Returns the sha256 of the picture of every seed at every time, or throws if the work breaks the protocol.
export async function drawAll(browser, page, work, seeds, { context: options, days } = circumstances[0], at = times) {
  const k = longEdge / Math.max(work.width, work.height)
  const viewport = { width: Math.round(work.width * k), height: Math.round(work.height * k) }
  const wrong = [], pictures = []
  const context = await browser.newContext({ ...options, viewport, deviceScaleFactor: 1 })
  try {
    await context.addInitScript((shift) => {
      const now = Date.now
      Date.now = () => now() + shift
    }, days * 86_400_000)
    const tab = await context.newPage()
    tab.setDefaultTimeout(patience)
    // Visitors don't see what the art origin's policy blocks or what the work throws, but its author should.
    const end = (why) => {
      wrong.push(why)
      void tab.close()
    }
    tab.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy/.test(message.text())) end(`requests what its origin blocks: ${message.text()}`)
    })
    tab.on('pageerror', (error) => end(`throws: ${error.message}`))
    await tab.route('**/*', (route) => {
      const { host, pathname } = new URL(route.request().url())
      if (host === 'gallery.invalid') return route.fulfill({ contentType: 'text/html', body: harness(viewport.width, viewport.height) })
      if (host !== 'art.invalid' || !pathname.startsWith('/works/')) return route.abort()
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers: { 'content-security-policy': policyOf(page) }, body: page })
    })
    await tab.goto('http://gallery.invalid/')
    const receive = (message) => tab.waitForFunction((wanted) => received.includes(wanted), JSON.stringify(message), { polling: 20 })
    await receive({ type: 'ready' }).catch(() => {
      throw new Error('did not report that it is ready')
    })
    for (const hash of seeds) {
      for (const time of at) {
        await tab.evaluate((message) => {
          received.length = 0
          send(message)
        }, { type: 'seed', hash, time })
        await receive({ type: 'rendered', hash, time }).catch(() => {
          throw new Error(`did not report that it has drawn ${hash ?? 'its own seed'} at ${time} s`)
        })
        pictures.push(await pictureOf(tab))
      }
    }
  } catch (error) {
    wrong.push(error.message)
  } finally {
    await context.close()
  }
  // The first error is the cause. Later ones only say that the tab was closed.
  if (wrong.length) throw new Error(wrong[0])
  return pictures
}

// Draws a work in all circumstances. problem is empty for a deterministic work.
export async function check(browser, page, work, id, editions) {
  const filled = fill(page, work), seeds = seedsOf(id, editions)
  try {
    const [pictures, again] = await Promise.all(circumstances.map((circumstance) => drawAll(browser, filled, work, seeds, circumstance)))
    const differ = pictures.filter((picture, i) => picture !== again[i]).length
    const distinct = new Set(seeds.map((_, i) => pictures[i * times.length])).size
    return { seeds, pictures, distinct, problem: differ ? `${differ} of ${pictures.length} pictures differ from their second drawing` : '' }
  } catch (error) {
    return { seeds, pictures: [], distinct: 0, problem: error.message.split('\n')[0] }
  }
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--force-color-profile=srgb'],
  })

const proofFile = ({ name, id }) => path.join(content, 'proofs', `${name}-${id}.yaml`)
const written = (seeds, work) => seeds.map((seed) => seed ?? String(work.seed))

// What a proof is about. The catalog checks proofs against the same two: services/catalog/internal/content/proof.go.
export const drawnFrom = (page, work) => ({ page: sha256(page), recipe: work })

// Whether a proof is of this page and recipe, and of all the editions that it has to cover.
export function proves(proof, page, { id, work, editions }) {
  const { page: drawn, recipe } = proof
  return isDeepStrictEqual({ page: drawn, recipe }, drawnFrom(page, work)) && proof.editions?.of === editions && String(proof.seeds) === String(written(seedsOf(id, editions), work))
}

async function main(args) {
  const ids = args.filter((a) => /^\d+$/.test(a)).map(Number)
  const verify = args.includes('--verify')
  let browser, failed = 0, done = 0
  await writePages()
  for (const entry of await readWorks()) {
    const live = liveWork(entry)
    if (!live || (ids.length && !ids.includes(live.id))) continue
    const { id, name, generator, work, editions } = live
    const page = await readFile(path.join(content, 'live', `${generator}.html`), 'utf8')
    const face = entry.doc.getIn(['media', 0])
    done++
    if (verify) {
      const proof = parse(await readFile(proofFile(live), 'utf8').catch(() => '')) ?? {}
      if ((face.get('deterministic') ?? false) === proves(proof, page, live)) continue
      failed++
      console.error(`artworks/${name}.md: no valid proof that it is deterministic: run node check-render.mjs ${id}`)
      continue
    }
    browser ||= await launch()
    const { seeds, pictures, distinct, problem } = await check(browser, page, work, id, editions)
    // Without its browser the tool knows nothing about the work, so its proof stays.
    if (!browser.isConnected()) throw new Error(`the browser closed while it drew ${name}`)
    if (problem) {
      failed++
      console.error(`artworks/${name}.md: not deterministic: ${problem}`)
      await rm(proofFile(live), { force: true })
    } else {
      await mkdir(path.join(content, 'proofs'), { recursive: true })
      const proof = {
        browser: `Chromium ${browser.version()}`, at: new Date().toISOString().slice(0, 19) + 'Z', ...drawnFrom(page, work),
        editions: { drawn: seeds.length - 1, of: editions }, seeds: written(seeds, work), times, hashes: pictures,
      }
      await writeFile(proofFile(live), stringify(proof, { lineWidth: 110 }))
      console.log(`${id}\t${generator}\teditions 1 to ${seeds.length - 1} of ${editions} and the still: ${pictures.length} pictures, each drawn twice; ${distinct} of ${seeds.length} seeds look different`)
    }
    if (face.get('deterministic') !== !problem) {
      face.set('deterministic', !problem)
      await writeFile(entry.file, `---\n${entry.doc.toString({ lineWidth: 110, flowCollectionPadding: false })}---\n${entry.body}`)
    }
  }
  await browser?.close()
  console.log(`${done} live works checked, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))

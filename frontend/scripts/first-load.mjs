// The JavaScript that a page loads up front, in KiB, compressed as the gateway sends it. Fails above the budget.
//   BASE_URL=http://localhost:8080 npm run measure:js
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { addresses, base } from './addresses.mjs'

/** The most KiB that a page may load up front: one to look at, and one on which a visitor acts. */
const budgets = { content: 150, acting: 174 }
const acting =
  /\/(checkout|login|register|payout-alert|login-alert|account-deletion|email-change|stop-emails|gift)\/|-approve-page\/|\/approve-/

/** @type {Map<string, Promise<number>>} */
const sizes = new Map()

async function get(url, headers) {
  const response = await fetch(url, { headers })
  // A page that doesn't exist has scripts too.
  if (!response.ok && response.status !== 404) throw new Error(`${url}: ${response.status}`)
  return response
}

/** The compressed size of a script in bytes. Pages share most of them, so each is loaded once. */
function sizeOf(url) {
  let size = sizes.get(url)
  if (!size) {
    size = get(url).then(
      async (response) => gzipSync(Buffer.from(await response.arrayBuffer()), { level: 6 }).length,
    )
    sizes.set(url, size)
  }
  return size
}

/**
 * The first load of a page with this HTML: its KiB, the number of its scripts, and its budget.
 * @param {string} origin
 * @param {string} path
 * @param {string} html
 */
export async function firstLoad(origin, path, html) {
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)]
    // Only browsers without modules load these.
    .filter(([, attributes]) => !/\bnomodule\b/i.test(attributes))
    .flatMap(([, attributes]) => /\bsrc="([^"]+)"/.exec(attributes)?.[1] ?? [])
    .map((src) => src.replaceAll('&amp;', '&'))
  const bytes = await Promise.all([...new Set(scripts)].map((src) => sizeOf(origin + src)))
  return {
    size: bytes.reduce((sum, size) => sum + size, 0) / 1024,
    scripts: bytes.length,
    budget: acting.test(path) ? budgets.acting : budgets.content,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let over = false
  for (const [name, path] of Object.entries(await addresses())) {
    const html = await (await get(`${base}${path}`, { accept: 'text/html' })).text()
    const { size, budget } = await firstLoad(base, path, html)
    const exceeded = size > budget
    if (exceeded) over = true
    console.info(
      `${name.padEnd(10)} ${size.toFixed(1).padStart(7)} KiB of ${budget}${exceeded ? ' EXCEEDED' : ''}   ${path}`,
    )
  }
  if (over) process.exit(1)
}

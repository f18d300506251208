// The JavaScript that a page loads up front, in KiB, as the gateway sends it to browsers: in Brotli. Fails above the budget.
//   BASE_URL=http://localhost:8080 npm run measure:js
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { pathToFileURL } from 'node:url'
import { addresses, base } from './addresses.mjs'
import { budgets } from './budgets.mjs'

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

/** The size of a script in bytes, as it is sent. Pages share most of them, so each is loaded once. */
function sizeOf(url) {
  let size = sizes.get(url)
  if (!size) {
    size = sent(url)
    sizes.set(url, size)
  }
  return size
}

/**
 * The size of a response in Brotli, in bytes. fetch() would unpack it.
 * @param {string} url
 * @returns {Promise<number>}
 */
export const sent = (url) =>
  new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? httpsGet : httpGet
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200 && response.statusCode !== 404)
        return reject(new Error(`${url}: ${response.statusCode}`))
      let size = 0
      response.on('data', (part) => {
        size += part.length
      })
      response.on('end', () => resolve(size)).on('error', reject)
    }).on('error', reject)
  })

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
    budget: acting.test(path) ? budgets.scripts.acting : budgets.scripts.content,
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

// The JavaScript that a page loads up front, in KiB, compressed as the gateway sends it. Fails above the budget.
//   BASE_URL=http://localhost:8080 npm run measure:js
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { addresses, base } from './addresses.mjs'

/** The most KiB that a page may load up front: one to look at, and one on which a visitor acts. */
const budgets = { content: 150, acting: 180 }
const acting = /\/(checkout|login|register)\/|-approve-page\/|\/approve-/

/**
 * The first load of each named path: `{ name, path, size, budget }`.
 * @param {string} origin
 * @param {Record<string, string>} paths
 */
export async function firstLoads(origin, paths) {
  const sizes = new Map()

  async function get(path, headers) {
    const response = await fetch(`${origin}${path}`, { headers })
    // A page that doesn't exist has scripts too.
    if (!response.ok && response.status !== 404) throw new Error(`${path}: ${response.status}`)
    return response
  }

  function sizeOf(path) {
    if (!sizes.has(path))
      sizes.set(
        path,
        get(path).then(
          async (response) => gzipSync(Buffer.from(await response.arrayBuffer()), { level: 6 }).length,
        ),
      )
    return sizes.get(path)
  }

  const loads = []
  for (const [name, path] of Object.entries(paths)) {
    const html = await (await get(path, { accept: 'text/html' })).text()
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)]
      // Only browsers without modules load these.
      .filter(([, attributes]) => !/\bnomodule\b/i.test(attributes))
      .flatMap(([, attributes]) => /\bsrc="([^"]+)"/.exec(attributes)?.[1] ?? [])
      .map((src) => src.replaceAll('&amp;', '&'))
    const bytes = await Promise.all([...new Set(scripts)].map(sizeOf))
    const size = bytes.reduce((sum, one) => sum + one, 0) / 1024
    loads.push({
      name,
      path,
      size,
      budget: acting.test(path) ? budgets.acting : budgets.content,
      scripts: bytes.length,
    })
  }
  return loads
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let over = false
  for (const { name, path, size, budget } of await firstLoads(base, await addresses())) {
    const exceeded = size > budget
    if (exceeded) over = true
    console.info(
      `${name.padEnd(10)} ${size.toFixed(1).padStart(7)} KiB of ${budget}${exceeded ? ' EXCEEDED' : ''}   ${path}`,
    )
  }
  if (over) process.exit(1)
}

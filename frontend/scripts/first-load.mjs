// What a page asks for up front: KiB of JavaScript, compressed as the gateway sends it. Fails above the budget.
//   BASE_URL=http://localhost:8080 npm run measure:js
import { gzipSync } from 'node:zlib'
import { addresses, base } from './addresses.mjs'

const budgets = { checkout: 180 }
const budget = 150
const sizes = new Map()

async function get(path, headers) {
  const response = await fetch(`${base}${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

async function sizeOf(path) {
  if (!sizes.has(path)) {
    const response = await get(path)
    sizes.set(path, gzipSync(Buffer.from(await response.arrayBuffer()), { level: 6 }).length)
  }
  return sizes.get(path)
}

let over = false
for (const [name, path] of Object.entries(await addresses())) {
  const html = await (await get(path, { accept: 'text/html' })).text()
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)]
    // Only browsers without modules load these.
    .filter(([, attributes]) => !/\bnomodule\b/i.test(attributes))
    .flatMap(([, attributes]) => /\bsrc="([^"]+)"/.exec(attributes)?.[1] ?? [])
    .map((src) => src.replaceAll('&amp;', '&'))
  const bytes = await Promise.all([...new Set(scripts)].map(sizeOf))
  const total = bytes.reduce((sum, size) => sum + size, 0) / 1024
  const limit = budgets[name] ?? budget
  if (total > limit) over = true
  console.info(`${name.padEnd(10)} ${total.toFixed(1).padStart(7)} KiB of ${limit}   ${path}`)
}
if (over) process.exit(1)

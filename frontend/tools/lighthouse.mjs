// Lighthouse's mobile profile on one page of each kind of a running instance: the median of several runs, the machine's load, and its speed as
// Lighthouse measures it: the profile slows down fourfold a machine of 1500 to 2000.
//   BASE_URL=http://localhost:8080 RUNS=5 npm run lighthouse [home artwork …]
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addresses, base } from '../scripts/addresses.mjs'

const run = promisify(execFile)
const runs = Number(process.env.RUNS ?? 3)
const chosen = process.argv.slice(2)
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const lighthouse = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** One report. Chromium now and then loses the beginning of a trace; such a run measured nothing and is repeated. */
async function measure(url, categories, again = 3) {
  const out = join(folder, 'report.json')
  const done = run(
    process.execPath,
    [
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic',
    ],
    {
      env: {
        ...process.env,
        CHROME_PATH: process.env.CHROMIUM_PATH ?? process.env.CHROME_PATH ?? '/usr/bin/chromium',
      },
      maxBuffer: 64 << 20,
    },
  )
  try {
    await done
  } catch (error) {
    if (again > 0 && error.stderr?.includes('NO_NAVSTART')) return measure(url, categories, again - 1)
    throw error
  }
  return JSON.parse(readFileSync(out, 'utf8'))
}

let below = false
console.info(`page        perf  a11y  best   seo     LCP     TBT    CLS   load  speed`)
try {
  for (const [name, path] of Object.entries(await addresses())) {
    if (chosen.length && !chosen.includes(name)) continue
    // The checkout is private: it is not indexed, and Lighthouse deducts points for that.
    const categories = Object.keys(wanted).filter((id) => name !== 'checkout' || id !== 'seo')
    const reports = []
    // The first visit makes the page; visitors do not wait for it, nor does the measurement.
    await fetch(`${base}${path}`)
    for (let i = 0; i < runs; i++) reports.push(await measure(`${base}${path}`, categories))
    const scores = categories.map((id) =>
      Math.round(100 * median(reports.map((r) => r.categories[id].score))),
    )
    const value = (id) => median(reports.map((r) => r.audits[id].numericValue))
    if (categories.some((id, i) => scores[i] < wanted[id])) below = true
    console.info(
      [
        name.padEnd(10),
        ...Object.keys(wanted).map((_, i) => String(scores[i] ?? '-').padStart(5)),
        `${(value('largest-contentful-paint') / 1000).toFixed(2)} s`.padStart(8),
        `${Math.round(value('total-blocking-time'))} ms`.padStart(8),
        value('cumulative-layout-shift').toFixed(3).padStart(6),
        loadavg()[0].toFixed(1).padStart(6),
        String(Math.round(median(reports.map((r) => r.environment.benchmarkIndex)))).padStart(6),
      ].join(' '),
    )
    const failed = new Set(
      reports.flatMap((r) =>
        categories
          .slice(1)
          .flatMap((id) => r.categories[id].auditRefs)
          .filter(({ id, weight }) => weight > 0 && r.audits[id].score !== null && r.audits[id].score < 1)
          .map(({ id }) => id),
      ),
    )
    for (const id of failed) console.info(`            ${id}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (below) process.exit(1)

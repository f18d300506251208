#!/usr/bin/env node
// Checks docs/spec.md: every test that it names exists, every row shows something, and its numbers have no gap.
import { read, referencesIn, wrong } from './references.mjs'

const sections = 9
const problems = []
const counted = new Map()

for (const [index, line] of read('docs/spec.md').split('\n').entries()) {
  const row = /^\| (\d+)\.(\d+) \| (.+) \| (.*) \|$/.exec(line)
  if (!row) {
    if (/^\| \d/.test(line)) problems.push(`docs/spec.md:${index + 1}: not a row of three cells`)
    continue
  }
  const [, section, number, , shown] = row
  const place = `docs/spec.md:${index + 1}: ${section}.${number}`
  const next = (counted.get(section) ?? 0) + 1
  if (Number(number) !== next) problems.push(`${place}: expected ${section}.${next}`)
  counted.set(section, Number(number))
  const references = referencesIn(shown)
  for (const reference of references) {
    const why = wrong(reference)
    if (why) problems.push(`${place}: \`${reference}\` ${why}`)
  }
  if (references.length === 0 && !/(^|; )(Differs|Untested): /.test(shown)) problems.push(`${place}: names no test, difference or gap`)
}
for (let section = 1; section <= sections; section++)
  if (!counted.has(String(section))) problems.push(`docs/spec.md: section ${section} is missing`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`docs/spec.md: ${[...counted.values()].reduce((sum, n) => sum + n, 0)} statements`)

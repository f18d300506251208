#!/usr/bin/env node
// Checks docs/spec.md: every test that it names exists, every row shows something, a row that differs names a decision, and its numbers
// have no gap.
import { read, referencesIn, wrong } from './references.mjs'

const sections = 9
const problems = []
const counted = new Map()
const text = read('docs/spec.md')
const [, table = ''] = text.split('## Decisions that differ from the specification')
const decided = new Set([...table.split('\n## ')[0].matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name).filter((name) => !/^(decision|---)$/.test(name)))
const used = new Set()

for (const [index, line] of text.split('\n').entries()) {
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
  const differs = /(?:^|; )Differs(?: \(([^)]+)\))?: /.exec(shown)
  if (differs && !decided.has(differs[1])) problems.push(`${place}: differs without a decision: "Differs (decision): …"`)
  if (differs) used.add(differs[1])
  if (references.length === 0 && !differs && !/(^|; )Untested: /.test(shown)) problems.push(`${place}: names no test, difference or gap`)
}
for (let section = 1; section <= sections; section++)
  if (!counted.has(String(section))) problems.push(`docs/spec.md: section ${section} is missing`)

for (const name of decided) if (!used.has(name)) problems.push(`docs/spec.md: no row differs by the decision "${name}"`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`docs/spec.md: ${[...counted.values()].reduce((sum, n) => sum + n, 0)} statements`)

#!/usr/bin/env node
// Checks docs/testing/asvs.md: it has every requirement of levels 1 and 2, the tests and files that it names exist, and its figures and its
// list of what is missing match its tables. With --write it writes the figures.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exists, read, referencesIn, wrong } from './references.mjs'

const page = 'docs/testing/asvs.md'

// The levels of the requirements of each section of ASVS 5.0.0, in their order: '122' in 1.1 would be 1.1.1 of level 1, 1.1.2 and 1.1.3 of level 2.
const standard = {
  1: ['22', '1111122223', '112222222223', '222', '123'],
  2: ['122', '112', '12223', '23'],
  3: ['3', '113', '12223', '11222233', '11122333', '3', '22333'],
  4: ['12233', '23333', '22', '1222'],
  5: ['2', '112333', '113', '222'],
  6: ['122', '111111112222', '11223333', '112233', '22222333', '2223', '33', '2222'],
  7: ['222', '1111', '22', '11222', '223', '22'],
  8: ['1233', '1123', '133', '23'],
  9: ['111', '1222'],
  10: ['22', '223', '22223', '1111122222233333', '22222', '22', '222'],
  11: ['2233', '22233', '11233', '1222', '23', '23', '33'],
  12: ['12233', '11', '22223'],
  13: ['2333', '222223', '2233', '1222233'],
  14: ['22', '12223333', '122'],
  15: ['12233', '12233', '1222222', '3333'],
  16: ['2', '22222', '2222', '222', '2223'],
  17: ['23', '22223333', '22'],
}
const levels = new Map()
for (const [chapter, sections] of Object.entries(standard))
  for (const [s, row] of sections.entries())
    for (const [r, level] of [...row].entries()) levels.set(`${chapter}.${s + 1}.${r + 1}`, Number(level))

// Statuses, with what the figures call them.
const statuses = new Map([
  ['tested', 'met, shown by a test'],
  ['met', 'met, without a test'],
  ['operator', 'depends on the deployment; documented'],
  ['n/a', 'not applicable, with a reason'],
  ['not met', 'not met, or not in full'],
])

const problems = []
const found = new Map()
const text = read(page)
const [tables, list = ''] = text.split('\n## What is not met')

for (const [index, line] of tables.split('\n').entries()) {
  if (!/^\| \d/.test(line)) continue
  const place = `${page}:${index + 1}`
  const cells = line.slice(2, -1).split(' |').map((cell) => cell.trim())
  if (cells.length !== 6) {
    problems.push(`${place}: ${cells.length} cells instead of 6`)
    continue
  }
  const [id, level, , status, how, tests] = cells
  if (found.has(id)) problems.push(`${place}: ${id} is there twice`)
  found.set(id, { level: Number(level), status })
  if (levels.get(id) !== Number(level)) problems.push(`${place}: ASVS 5.0.0 has no ${id} of level ${level}`)
  if (!statuses.has(status)) problems.push(`${place}: ${status} is no status`)
  if (!how) problems.push(`${place}: ${id} doesn't say where or why`)
  const references = referencesIn(tests)
  for (const reference of references) {
    const why = wrong(reference)
    if (why) problems.push(`${place}: \`${reference}\` ${why}`)
  }
  if ((status === 'tested') !== references.length > 0 && status !== 'not met')
    problems.push(`${place}: ${id} is "${status}" and names ${references.length} tests`)
  for (const [, path] of how.matchAll(/`([^`\s:]+)`/g))
    if (/^(content|contracts|deploy|docs|frontend|gateway|kit|proto|services)\/|^[.A-Z]\S+\.(md|yml)$|^docker-compose\.yml$/.test(path) && !exists(path))
      problems.push(`${place}: ${path} does not exist`)
}
for (const [id, level] of levels) if (level < 3 && !found.has(id)) problems.push(`${page}: ${id} is missing`)

const missing = [...found].filter(([, { status }]) => status === 'not met').map(([id]) => id)
const listed = [...list.matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([id]) => id)
for (const id of missing) if (!listed.includes(id)) problems.push(`${page}: ${id} is not met and not in the list of what is not met`)
for (const id of listed) if (!missing.includes(id)) problems.push(`${page}: ${id} is in the list of what is not met, but ${found.get(id)?.status}`)

const count = (status, ...of) => [...found.values()].filter((row) => (!status || row.status === status) && of.includes(row.level)).length
const figures = [
  '| | level 1 | level 2 | both | of level 3 |',
  '| --- | --- | --- | --- | --- |',
  ...[...statuses, [undefined, 'all']].map(([s, words]) => `| ${words} | ${count(s, 1)} | ${count(s, 2)} | ${count(s, 1, 2)} | ${count(s, 3)} |`),
].join('\n') + '\n'
const marked = /(?<=<!-- figures -->\n)[\s\S]*?(?=<!-- \/figures -->)/
if (!marked.test(text)) problems.push(`${page}: the marks of the figures are missing`)
else if (marked.exec(text)[0] !== figures) {
  if (process.argv.includes('--write')) writeFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), text.replace(marked, figures))
  else problems.push(`${page}: the figures are stale, run node docs/check-asvs.mjs --write`)
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${page}: ${found.size} requirements\n${figures.trimEnd()}`)

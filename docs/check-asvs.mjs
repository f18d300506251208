#!/usr/bin/env node
// Checks docs/testing/asvs.json: it has every requirement of levels 1 and 2, notes are short, and the tests and files that it names exist.
// docs/testing/asvs.md is generated from it: --write writes the page, without it a stale page is a problem.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exists, read, wrong } from './references.mjs'

const data = 'docs/testing/asvs.json'
const page = 'docs/testing/asvs.md'
const longest = 20

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

const statuses = ['met', 'operator', 'n/a', 'not met']
const { chapters, requirements } = JSON.parse(read(data))
const problems = []
const seen = new Set()

for (const { id, requirement, status, note, tests = [], ...unknown } of requirements) {
  const problem = (text) => problems.push(`${data}: ${id} ${text}`)
  if (seen.has(id)) problem('is there twice')
  seen.add(id)
  if (!levels.has(id)) problem('is not in ASVS 5.0.0')
  if (!requirement) problem('has no summary')
  if (!statuses.includes(status)) problem(`has the status "${status}", expected ${statuses.join(', ')}`)
  if (!note) problem("doesn't say where or why")
  else if (note.split(/\s+/).length > longest) problem(`has a note of more than ${longest} words`)
  if (Object.keys(unknown).length > 0) problem(`has unknown fields: ${Object.keys(unknown).join(', ')}`)
  if (tests.length > 0 && !/met/.test(status)) problem(`is "${status}" and names tests`)
  for (const test of tests) {
    const why = wrong(test)
    if (why) problem(`names \`${test}\`, which ${why}`)
  }
  for (const [, path] of note?.matchAll(/`([^`\s:]+)`/g) ?? [])
    if (/^(content|contracts|deploy|docs|frontend|gateway|kit|proto|services)\/|^[.A-Z]\S+\.(md|yml)$|^docker-compose\.yml$/.test(path) && !exists(path))
      problem(`names ${path}, which doesn't exist`)
}
for (const [id, level] of levels) if (level < 3 && !seen.has(id)) problems.push(`${data}: ${id} is missing`)

const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const code = (tests = []) => tests.map((test) => `\`${test}\``).join('; ')
const of = (status) => requirements.filter((row) => row.status === status)
const number = (rows, ...wanted) => rows.filter(({ id }) => wanted.includes(levels.get(id))).length
const figures = [
  ['met, shown by a test', of('met').filter((row) => row.tests)],
  ['met, without a test', of('met').filter((row) => !row.tests)],
  ['left to the operator; documented', of('operator')],
  ['not applicable', of('n/a')],
  ['not met, or not in full', of('not met')],
  ['all', requirements],
].map(([words, rows]) => [words, number(rows, 1), number(rows, 2), number(rows, 1, 2), number(rows, 3)])
/** Rows of [note, "1.2.3, 1.2.4"]: the requirements that share a note. */
const byNote = (rows) => [...new Set(rows.map(({ note }) => note))].map((note) => [note, rows.filter((row) => row.note === note).map(({ id }) => id).join(', ')])
const chapterTable = ([chapter, title]) => {
  const rows = of('met').filter(({ id }) => id.startsWith(`${chapter}.`))
  if (rows.length === 0) return []
  const cells = rows.map(({ id, requirement, note, tests }) => [id, levels.get(id), requirement, note, code(tests)])
  return [`## ${chapter} ${title}`, table(['id', 'level', 'requirement', 'how', 'tests'], cells)]
}

const text = `${[
  '# OWASP ASVS 5.0.0',
  '<!-- Generated from asvs.json by docs/check-asvs.mjs --write. Edit the data, not this page. -->',
  `The requirements of levels 1 and 2 of the [OWASP Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0/5.0),
and of level 3 those that Vitrine aims at. This is our own reading of the code, not an external audit. The data is in [asvs.json](asvs.json).
\`node docs/check-asvs.mjs\`, part of \`make verify\`, checks that no requirement is missing and that the named tests and files exist. Long test titles are cut.`,
  `The standard is by the OWASP Foundation under [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/). Our summaries of its requirements
change it and have the same licence. The standard's text decides.`,
  table(['', 'level 1', 'level 2', 'both', 'of level 3'], figures),
  '## What is not met',
  table(
    ['id', 'level', 'requirement', 'what is missing', 'tests of what there is'],
    of('not met').map(({ id, requirement, note, tests }) => [id, levels.get(id), requirement, note, code(tests)]),
  ),
  '## Left to the operator',
  table(['id', 'level', 'requirement', 'how'], of('operator').map(({ id, requirement, note }) => [id, levels.get(id), requirement, note])),
  '## Not applicable',
  table(['because', 'requirements'], byNote(of('n/a'))),
  ...Object.entries(chapters).flatMap(chapterTable),
].join('\n\n')}\n`

if (read(page) !== text) {
  if (process.argv.includes('--write')) writeFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), text)
  else problems.push(`${page}: stale, run node docs/check-asvs.mjs --write`)
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${page}: ${requirements.length} requirements\n${table(['', 'level 1', 'level 2', 'both', 'of level 3'], figures)}`)

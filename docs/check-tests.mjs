#!/usr/bin/env node
// Checks docs/testing/README.md, security.md and money.md: every test that they name exists, and every row that names tests keeps at least one that
// `make test` runs. Promises of README.md without a page name tests themselves. It reads source files, it doesn't run tests.
//
// `make test` leaves out Go tests that begin with testkit.Long and browser tests with the tag @all.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { read } from './references.mjs'

const overview = 'docs/testing/README.md'
const pages = [overview, 'docs/testing/security.md', 'docs/testing/money.md']
/** Beginnings of the rows of the overview that have to name tests. */
const promises = ['custody', 'data', 'pages']
const root = fileURLToPath(new URL('..', import.meta.url))
const list = (...patterns) =>
  execFileSync('git', ['-C', root, 'ls-files', '-co', '--exclude-standard', '--', ...patterns], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((path) => path && read(path) !== null)

/** The tests of Go and Solidity by name, and whether `make test` runs one of that name. */
const functions = new Map()
for (const path of list('*_test.go', '*.t.sol'))
  for (const text of read(path).split(/^(?=func |\s*function )/m)) {
    const name = /^\s*func(?:tion)? ((?:Test|Fuzz|Benchmark|test)\w*)/.exec(text)?.[1]
    // Indented by one tab, the call belongs to the test. Deeper ones belong to subtests, of which others run.
    if (name) functions.set(name, functions.get(name) || !/^\ttestkit\.Long\(/m.test(text))
  }

// A subtest is named as Go prints it, with _ for spaces; … or * at its end stands for several. Its name is a string in a file of Go.
const code = list('*.go').map(read).join('\n')
const isSubtest = (name) => {
  const start = /^(.*?)[…*]$/.exec(name)?.[1]
  return [start ?? name, (start ?? name).replaceAll('_', ' ')].some((text) => code.includes(start === undefined ? `"${text}"` : `"${text}`))
}

const files = list('*.test.ts', '*.test.tsx', '*.spec.ts')
/** Whether `make test` runs a test of a file. */
const runs = (path) => {
  if (!path.endsWith('.spec.ts')) return true
  const tests = read(path).split(/^(?=\s*test(?:\.describe)?\()/m)
  return tests.some((text) => /^\s*test\(/.test(text) && !text.includes('@all')) && !tests.some((text) => /^test\.describe\(/.test(text) && text.includes('@all'))
}

const problems = []
const missing = new Set(promises)
for (const page of pages)
  for (const [index, line] of read(page).split('\n').entries()) {
    const kept = []
    for (const [, name] of line.matchAll(/`([^`]+)`/g)) {
      const test = /^(?:Test|Fuzz|Benchmark)\w+/.exec(name)?.[0]
      if (test) {
        // A name that ends in … stands for several tests.
        const found = name.includes('…') ? [...functions.keys()].filter((known) => known.startsWith(test)) : [test].filter((known) => functions.has(known))
        if (found.length === 0) problems.push(`${page}:${index + 1}: no test is called ${test}`)
        const [, subtest] = /\/(.+)/.exec(name) ?? []
        if (subtest && !isSubtest(subtest)) problems.push(`${page}:${index + 1}: no subtest is called ${subtest}`)
        kept.push(...found.map((known) => functions.get(known) && !/^(?:Benchmark|Fuzz)/.test(known)))
      }
      const file = /^[^\s*]+\.(?:test|spec)\.tsx?$/.exec(name)?.[0]
      if (file) {
        const found = files.filter((path) => path === file || path.endsWith(`/${file}`))
        if (found.length === 0) problems.push(`${page}:${index + 1}: there is no ${file}`)
        kept.push(...found.map(runs))
      }
    }
    const promise = page === overview && promises.find((start) => line.startsWith(`| ${start}:`) || line.startsWith(`| ${start} |`))
    if (promise) missing.delete(promise)
    if (line.startsWith('| ') && (promise || kept.length > 0) && !kept.includes(true)) problems.push(`${page}:${index + 1}: \`make test\` runs none of its tests`)
  }
for (const promise of missing) problems.push(`${overview}: no row is about ${promise}`)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${pages.join(', ')}: every named test exists, and each row keeps one in \`make test\``)

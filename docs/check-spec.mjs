#!/usr/bin/env node
// Checks docs/spec.md: every test that it names exists, every row shows something, and its numbers have no gap.
// A reference is `path_test.go:TestName`, with /subtest if there is one, or `path.test.ts: words of the title`.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sections = 9
const problems = []
const counted = new Map()
const texts = new Map()

const read = (path) => {
  if (!texts.has(path)) texts.set(path, existsSync(root + path) ? readFileSync(root + path, 'utf8') : null)
  return texts.get(path)
}

/** Why a reference is wrong, or undefined. */
function wrong(reference) {
  const [path, go, title] = parts(reference)
  const text = read(path)
  if (text === null) return 'names a file that does not exist'
  if (go) {
    const [test, ...sub] = go.split('/')
    if (!new RegExp(`^func ${test}\\(t \\*testing\\.T\\)`, 'm').test(text)) return `names a test that ${path} does not have`
    if (sub.length > 0 && !text.includes(`"${sub.join('/')}"`)) return `names a subtest that ${path} does not have`
  } else if (!text.includes(title)) return `names a title that ${path} does not have`
}

function parts(reference) {
  const go = /^(\S+_test\.go):(.+)$/.exec(reference)
  if (go) return [go[1], go[2]]
  const web = /^(\S+\.(?:spec|test)\.tsx?): (.+)$/.exec(reference)
  return web ? [web[1], undefined, web[2]] : [reference]
}

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
  const references = [...shown.matchAll(/`([^`]+(?:_test\.go:|\.(?:spec|test)\.tsx?: )[^`]+)`/g)].map(([, text]) => text)
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

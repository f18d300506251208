#!/usr/bin/env node
// Checks that every test that docs/testing/security.md and money.md name exists: Go tests and benchmarks by their function, browser and unit
// tests by their file. It finds names, it doesn't run tests.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { read } from './references.mjs'

const pages = ['docs/testing/security.md', 'docs/testing/money.md']
const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 })
const functions = new Set(
  git('grep', '--untracked', '-hoE', '^(func|\\s*function) (Test|Fuzz|Benchmark|test)\\w*', '--', '*_test.go', '*.t.sol').split('\n').map((line) => line.split(' ').at(-1)),
)
const files = git('ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts').split('\n')
const problems = []
for (const page of pages)
  for (const [index, line] of read(page).split('\n').entries())
    for (const [, name] of line.matchAll(/`([^`]+)`/g)) {
      const test = /^(?:Test|Fuzz|Benchmark)\w+/.exec(name)?.[0]
      // A name that ends in … stands for several tests.
      const known = name.includes('…') ? [...functions].some((one) => one.startsWith(test)) : functions.has(test)
      if (test && !known) problems.push(`${page}:${index + 1}: no test is called ${test}`)
      const file = /^\S+\.(?:test|spec)\.tsx?$/.exec(name)?.[0]
      if (file && !files.some((path) => path === file || path.endsWith(`/${file}`))) problems.push(`${page}:${index + 1}: there is no ${file}`)
    }
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${pages.join(', ')}: every named test exists`)

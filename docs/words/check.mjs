#!/usr/bin/env node
// Checks that tracked text avoids the words in words.txt. Folders in pending.txt have not been rewritten yet.
// Usage: node docs/words/check.mjs [--count] [path prefix…]
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const lines = (name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

const rules = lines('words.txt').map((line) => {
  const [pattern, instead] = line.split(' => ')
  return { pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'), instead }
})
const count = process.argv.includes('--count')
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const pending = only.length > 0 ? [] : lines('pending.txt')

const checked = /\.(go|ts|tsx|mjs|js|css|md|proto|graphqls|graphql|sol|sql|sh|ya?ml|conf)$|(^|\/)(Makefile|Dockerfile)$/
const skipped = /(^|\/)gen\/|^contracts\/bindings\/|^docs\/words\/|package-lock|^content\/(live|media|proofs|generators|artists|artworks|curators|drops|posts)\/|\.pb\.go$/

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter((file) => checked.test(file) && !skipped.test(file))
  .filter((file) => only.length === 0 || only.some((prefix) => file.startsWith(prefix)))
  .filter((file) => !pending.some((prefix) => file.startsWith(prefix)))

let found = 0
const perFolder = new Map()
for (const file of files) {
  readFileSync(file, 'utf8').split('\n').forEach((line, index) => {
    if (line.includes('words: ok')) return
    for (const { pattern, instead } of rules) {
      const match = line.match(pattern)
      if (!match) continue
      found++
      const folder = file.split('/').slice(0, 4).join('/')
      perFolder.set(folder, (perFolder.get(folder) ?? 0) + 1)
      if (!count) console.log(`${file}:${index + 1}: "${match[0]}": write ${instead}`)
    }
  })
}
if (count) for (const [folder, n] of [...perFolder].sort((a, b) => b[1] - a[1])) console.log(`${String(n).padStart(5)}  ${folder}`)
if (found > 0) {
  console.log(`${found} places in ${files.length} files`)
  process.exitCode = 1
}

#!/usr/bin/env node
// Checks docs/testing/peers.md: each peer of tools/peers has results there, or is named as one that wasn't run, and nothing else is.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${root}docs/testing/peers.md`, 'utf8')
const part = (marker) => new RegExp(`<!-- ${marker} -->([^]*?)<!-- /${marker} -->`).exec(page)?.[1] ?? ''
const found = (text, pattern) => new Set([...text.matchAll(pattern)].map(([, name]) => name))

const peers = new Set(JSON.parse(readFileSync(`${root}tools/peers/names.json`, 'utf8')))
const rows = found(part('results'), /^\| ([\w-]+) \| [\d.]+ \|/gm)
const waiting = found(part('not run'), /`([\w-]+)`/g)

const problems = []
for (const name of peers) if (rows.has(name) === waiting.has(name)) problems.push(`${name} must have either results or be named as not run`)
for (const name of new Set([...rows, ...waiting])) if (!peers.has(name)) problems.push(`tools/peers has no peer ${name}`)
for (const problem of problems) console.error(`docs/testing/peers.md: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

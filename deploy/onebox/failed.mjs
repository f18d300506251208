#!/usr/bin/env node
// Prints, for each Go test that failed, the command that runs just this test, and why a test binary ended before its tests did. gotestsum runs
// it with the path of its JSON file in GOTESTSUM_JSONFILE. Arguments are repeated in the commands.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const flags = process.argv.slice(2).map((flag) => `${flag} `).join('')
const packages = new Map()
for (const line of readFileSync(process.env.GOTESTSUM_JSONFILE, 'utf8').split('\n')) {
  if (!line.startsWith('{')) continue
  const { Action, Package, Test, Output = '', FailedBuild } = JSON.parse(line)
  if (!Package) continue
  if (!packages.has(Package)) packages.set(Package, { running: new Set(), failed: new Set(), why: '', ended: false })
  const one = packages.get(Package)
  if (Action === 'run') one.running.add(Test)
  if (['pass', 'fail', 'skip'].includes(Action) && Test) one.running.delete(Test)
  if (Action === 'fail' && Test) one.failed.add(Test)
  if (Action === 'fail' && !Test) one.ended = true
  if (FailedBuild) one.why = 'it does not compile'
  // Of several causes the first one counts: a killed binary also prints the exit status of its tests.
  const cause = /^(panic: .*|fatal error: .*|signal: .*|\*\*\* Test killed.*|exit status .*|WARNING: DATA RACE.*)/.exec(Output)
  if (cause && !one.why) one.why = cause[1].replace(/ \[recovered.*/, '')
}

const exactly = (name) => name.split('/').map((part) => `^${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`).join('/').replaceAll("'", `'"'"'`)

function commandOf(name, test) {
  const parts = name.replace('github.com/vitrine/vitrine/', '').split('/')
  let depth = parts.length
  while (depth > 1 && !existsSync(`${root}/${parts.slice(0, depth).join('/')}/go.mod`)) depth--
  const folder = parts.slice(depth).join('/')
  return `cd ${parts.slice(0, depth).join('/')} && go test ${flags}${test ? `-run '${exactly(test)}' ` : ''}.${folder && `/${folder}`}`
}

const lines = []
for (const [name, { running, failed, why, ended }] of packages) {
  if (!ended) continue
  // A test that fails because a test in it failed is left out.
  const innermost = [...failed].filter((test) => ![...failed].some((other) => other.startsWith(`${test}/`)))
  // When a binary ends, Go reports the tests that were running as failed, or not at all.
  if (running.size > 0 || why.startsWith('panic') || innermost.length === 0) lines.push(`# ${name} ended early: ${why || 'it printed no reason'}`)
  for (const test of innermost.length > 0 ? innermost : [...running].filter((test) => !test.includes('/'))) lines.push(commandOf(name, test))
  if (innermost.length === 0 && running.size === 0) lines.push(commandOf(name))
}
if (lines.length > 0) console.log(`\nTo run only what failed:\n${lines.map((line) => `  ${line}`).join('\n')}`)

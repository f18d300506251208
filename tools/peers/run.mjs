// Runs Vitrine with programs and libraries that others wrote, one after the other. docs/testing/peers.md says what each shows.
//
//   PEERS=geth,mailpit   only these           SKIP=hydra   all but these
//   --install            builds and installs what they need, and ends
//   --write              writes the results into docs/testing/peers.md
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, packages, program, versionOf } from './install.mjs'
import { Scope } from './process.mjs'

packages()
// These import the packages, so they are loaded after the installation.
const { open, reserve, root } = await import('./gallery.mjs')
const parts = ['identity', 'cards', 'nodes', 'libraries', 'store', 'mail', 'network', 'viewers']
const peers = (await Promise.all(parts.map((name) => import(`./peers/${name}.mjs`)))).flatMap((part) => part.peers)

const names = peers.map(({ name }) => name)
// docs/check-peers.mjs compares this file with the page: it can't load the peers, which need their packages.
const known = JSON.parse(readFileSync(join(import.meta.dirname, 'names.json'), 'utf8'))
if (JSON.stringify(known.toSorted()) !== JSON.stringify(names.toSorted())) {
  console.error(`tools/peers/names.json lists ${known.join(', ')}, want ${names.join(', ')}`)
  process.exit(2)
}
const listed = (setting) => (process.env[setting] ?? '').split(/[\s,]+/).filter(Boolean)
const [only, skip] = [listed('PEERS'), listed('SKIP')]
const unknown = [...only, ...skip].filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No peer is called ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(2)
}
const chosen = peers.filter(({ name }) => (only.length === 0 || only.includes(name)) && !skip.includes(name))

if (process.argv.includes('--install')) {
  for (const { programs = [], bundles = [] } of chosen) {
    programs.forEach(program)
    bundles.forEach(bundle)
  }
  process.exit()
}

const results = []
/** Peers that nobody asked to leave out, and why they are. */
const missing = new Map()
/** A gallery with stand-ins only and its settings, which peers that replace none share. */
let shared
let current = new Scope()
const endAll = async () => {
  await current.end()
  await shared?.scope.end()
}
/** Returns the gallery with these settings. It ends the one before: a machine has room for one. */
async function share(env = {}) {
  const key = JSON.stringify(env)
  if (shared?.key !== key) {
    await shared?.scope.end()
    shared = { key, scope: new Scope() }
    shared.gallery = await open(shared.scope, await reserve(), env)
  }
  return shared.gallery
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    await endAll()
    process.exit(1)
  })

for (const peer of chosen) {
  console.log(`\n${peer.name} ${versionOf(peer.version ?? peer.name)}`)
  const reason = peer.needs?.()
  if (reason) {
    console.log(`  left out: ${reason}`)
    missing.set(peer.name, reason)
    continue
  }
  const scope = (current = new Scope())
  const report = (scenario, began, error) => {
    const seconds = Math.round((Date.now() - began) / 1000)
    results.push({ peer: peer.name, version: versionOf(peer.version ?? peer.name), scenario, passed: !error })
    console.log(`  ${error ? 'FAILED' : 'ok    '} ${String(seconds).padStart(4)} s  ${scenario}`)
    if (error) console.log(String(error.stack ?? error).replace(/^/gm, '          '))
  }
  let gallery
  let context
  const began = Date.now()
  try {
    for (const name of peer.programs ?? []) program(name)
    if (peer.start) {
      const place = await reserve()
      context = await peer.start(scope, place)
      gallery = await open(scope, place, context.env ?? {})
      await peer.opened?.({ gallery, scope, ...context })
    } else {
      gallery = await share(peer.env)
      context = await peer.opened?.({ gallery, scope })
    }
  } catch (error) {
    report('starts', began, error)
    await scope.end()
    continue
  }
  const failedBefore = results.filter(({ passed }) => !passed).length
  for (const [scenario, run] of Object.entries({ ...peer.scenarios, 'the invariants hold': () => gallery.invariants() })) {
    const began = Date.now()
    try {
      await run({ gallery, scope, ...context })
      report(scenario, began)
    } catch (error) {
      report(scenario, began, error)
    }
  }
  if (results.filter(({ passed }) => !passed).length > failedBefore) {
    const kept = join(root, '.cache', `peers-${peer.name}.log`)
    writeFileSync(kept, gallery.log())
    console.log(`  the gallery's log is in ${kept}`)
  }
  await scope.end()
}
await endAll()

if (process.argv.includes('--write')) {
  const page = join(root, 'docs', 'testing', 'peers.md')
  const text = readFileSync(page, 'utf8')
  // The rows of peers that didn't run stay.
  const ran = new Set(results.map(({ peer }) => peer))
  const peerOf = (row) => /^\| ([^ ]+) \|/.exec(row)?.[1]
  const kept = /<!-- results -->\n([^]*?)<!-- \/results -->/.exec(text)[1].split('\n').filter((row) => names.includes(peerOf(row)) && !ran.has(peerOf(row)))
  const own = results.map(({ peer, version, scenario, passed }) => `| ${peer} | ${version} | ${scenario} | ${passed ? 'passes' : '**fails**'} |`)
  const rows = [...kept, ...own].sort((a, b) => names.indexOf(peerOf(a)) - names.indexOf(peerOf(b)))
  const table = ['| peer | version | scenario | result |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const left = names.filter((name) => !rows.some((row) => peerOf(row) === name))
  const sentence = left.length > 0 ? `Not run since their scenarios were written: ${left.map((name) => `\`${name}\``).join(', ')}.` : 'Each peer was run.'
  const put = (text, marker, content) =>
    text.replace(new RegExp(`(<!-- ${marker} -->\\n\\n)[^]*?(\\n\\n<!-- /${marker} -->)`), (_, before, after) => before + content + after)
  writeFileSync(page, put(put(text, 'results', table), 'not run', sentence))
}

const failed = results.filter(({ passed }) => !passed)
console.log(`\n${results.length - failed.length} of ${results.length} scenarios passed.`)
for (const { peer, scenario } of failed) console.log(`  failed: ${peer}: ${scenario}`)
const asked = peers.filter((peer) => !chosen.includes(peer)).map(({ name }) => name)
if (asked.length > 0) console.log(`  left out, as PEERS or SKIP say: ${asked.join(', ')}`)
for (const [name, reason] of missing) console.log(`  left out although nobody asked for it: ${name}, because ${reason}`)
process.exit(failed.length + missing.size > 0 ? 1 : 0)

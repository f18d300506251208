#!/usr/bin/env node
// The release that release.json describes: the version of each part, the release before, and the releases that no upgrade may skip.
//   release.mjs              compares each part with the release before: version, changelog, stops. It adds what a changelog lacks, for you to edit
//   release.mjs verify       compares the same, and writes nothing
//   release.mjs check        compares only the files of this commit, without Git's history; --write also writes the tables of upgrading.md
//   release.mjs ran PART…    records that these parts ran beside the release before
//   release.mjs images       prints the name, version and image of each part
//   release.mjs last         prints the tag or commit of the release before
//   release.mjs notes        prints the notes of the release
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const releaseFile = `${root}release.json`
const upgrading = `${root}docs/operating/upgrading.md`
const registry = process.env.REGISTRY || 'ghcr.io/vitrine/vitrine'
const parts = {
  gateway: 'gateway',
  ...Object.fromEntries(['auth', 'profiles', 'catalog', 'checkout', 'chainwatcher', 'approvals'].map((name) => [name, `services/${name}`])),
  render: 'render',
  frontend: 'frontend',
}
/** Whose changelog mentions a change of a folder of proto/vitrine: the part of that name, or the one here. Several parts share the last three. */
const contracts = { chain: 'chainwatcher', errors: 'gateway', options: 'gateway', personal: 'gateway' }
const inGo = (name) => !['render', 'frontend'].includes(name)
const hasDatabase = (name) => parts[name].startsWith('services/')
const release = JSON.parse(readFileSync(releaseFile, 'utf8'))
const ref = release.last.ref
const problems = []

const run = (program, args, options) => execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options })
const git = (...args) => run('git', args).trim()
const lines = (text) => text.split('\n').filter(Boolean)
const read = (path) => (existsSync(root + path) ? readFileSync(root + path, 'utf8') : '')
const before = (path) => spawnSync('git', ['show', `${ref}:${path}`], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout || ''
const numbers = (version) => version.split('.').map(Number)
const newer = (a, b) => numbers(a).reduce((order, n, i) => order || n - numbers(b)[i], 0) > 0
const changelog = (name) => `${parts[name]}/CHANGELOG.md`

/** The text below the heading of a version in a changelog, or undefined. */
const section = (name, version) =>
  read(changelog(name))
    .split(/^## /m)
    .slice(1)
    .find((text) => text.split('\n')[0].trim() === version)
    ?.split('\n')
    .slice(1)
    .join('\n')
    .trim()

// ---- what changed since the release before ----

/** The files that a part is built from. Generated code and kit's packages are among them. */
function sources(name) {
  const dir = parts[name]
  if (!inGo(name)) {
    const tests = [`${dir}/test`, `${dir}/e2e`, `${dir}/tools`, `${dir}/**/*.test.*`, `${dir}/**/*.md`, `${dir}/vitest*`]
    return [dir, `deploy/docker/${name}.Dockerfile`, ...tests.map((path) => `:(exclude,glob)${path}`).flatMap((path) => [path, `${path}/**`])]
  }
  const each = (list) => `{{range .${list}}}{{$.Dir}}/{{.}}\n{{end}}`
  const format = `{{if and .Module (not .Standard)}}${each('GoFiles')}${each('EmbedFiles')}{{end}}`
  const env = { ...process.env, GOWORK: 'off', CGO_ENABLED: '0' }
  const files = lines(run('go', ['list', '-deps', '-f', format, `./cmd/${name}`], { cwd: root + dir, env }))
  const ours = files.filter((file) => file.startsWith(root)).map((file) => file.slice(root.length))
  return [...ours, `${dir}/go.mod`, 'deploy/docker/service.Dockerfile']
}

/** The settings in tables of READMEs: name → default. */
function settings(text) {
  const rows = [...text.matchAll(/^\|\s*(`[A-Z].*?)\s*\|\s*(.*?)\s*\|.*\|$/gm)]
  return new Map(rows.flatMap(([, names, value]) => [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, one]) => [one, value])))
}

/** What a changelog has to mention, each with the text that a draft has and the word that is looked for. */
function changes(name) {
  const found = []
  const add = (what, text) => found.push({ word: `\`${what}\``, text: text(`\`${what}\``) })
  const pages = [...(inGo(name) ? ['kit/README.md'] : []), `${parts[name]}/README.md`]
  const [old, now] = [before, read].map((version) => settings(pages.map(version).join('\n')))
  for (const [setting, value] of now) {
    const was = old.get(setting)
    if (was === undefined) add(setting, (it) => `Setting ${it} is new${value && `, by default ${value}`}.`)
    else if (was !== value) add(setting, (it) => `The default of ${it} is ${value || 'empty'}, was ${was || 'empty'}.`)
  }
  for (const setting of old.keys()) if (!now.has(setting)) add(setting, (it) => `Setting ${it} is gone.`)
  if (hasDatabase(name))
    for (const path of added(`${parts[name]}/internal/postgres/migrations`, 'kit/postgres/migrations'))
      add(path.split('/').pop().replace('.sql', ''), (it) => `Migration ${it}.`)
  for (const contract of changedContracts())
    if ((contracts[contract] ?? contract) === name) add(`vitrine.${contract}.v1`, (it) => `The contract ${it} has changed.`)
  if (name === 'gateway')
    for (const { operation, path, id, text, level } of apiChanges())
      add(path ? `${operation} ${path}` : id, (it) => `${level === 3 ? '**Breaking:** ' : ''}${it}: ${text}.`)
  return found
}

/** The folders of proto/vitrine that changed. */
const changedContracts = () => [...new Set(lines(git('diff', '--name-only', ref, '--', 'proto/vitrine')).map((path) => path.split('/')[2]))]

/** Limits of requests that the document names for the first time. Before the first release it named none, and the server had them. */
const firstLimits = ({ id }) => release.last.version === null && /^request-(property|parameter)-.*(-set|-added|-required)$/.test(id)

/** What the REST API gained or lost, and what clients can't ignore, by oasdiff. New reasons of errors are neither: clients treat an unknown one by its status. */
function apiChanges() {
  const file = 'proto/gen/openapi/openapi.json'
  const tool = `${root}.bin/oasdiff`
  const env = { ...process.env, GOBIN: `${root}.bin`, GOWORK: 'off' }
  if (!existsSync(tool)) run('go', ['install', 'github.com/oasdiff/oasdiff@v1.38.0'], { cwd: tmpdir(), env, stdio: 'inherit' })
  return within((dir) => {
    writeFileSync(`${dir}/before.json`, before(file))
    const found = JSON.parse(run(tool, ['changelog', '--format', 'json', `${dir}/before.json`, root + file]) || '[]') ?? []
    const changes = found.filter((change) => !firstLimits(change))
    return changes.filter(({ id, level, text }) => id.startsWith('endpoint-') || (level > 1 && !(id === 'response-property-enum-value-added' && text.includes('`error/code`'))))
  })
}

/** Changes after which the release before can't run beside this one, or can't be skipped. */
function stops() {
  const found = []
  within((dir) => {
    run('tar', ['-x', '-C', dir], { input: execFileSync('git', ['archive', ref, 'buf.yaml', 'proto'], { cwd: root, maxBuffer: 1 << 28 }) })
    const breaking = spawnSync('buf', ['breaking', '--against', dir], { cwd: root, encoding: 'utf8' })
    if (breaking.error) throw breaking.error
    if (breaking.status !== 0) found.push(`contracts break the release before:\n${breaking.stdout}${breaking.stderr}`)
  })
  // Git compares a pattern with whole paths, not with their folders.
  const migrations = ['kit/postgres/migrations/*', 'services/*/internal/postgres/migrations/*']
  for (const path of lines(git('diff', '--name-only', '--diff-filter=MDR', ref, '--', ...migrations)))
    found.push(`${path} is not what the release before applied`)
  for (const path of added(...migrations))
    if (/\b(DROP\s+(TABLE|COLUMN|VIEW)|RENAME\s+(TO|COLUMN))\b/i.test(read(path).replace(/--.*/g, '')))
      found.push(`${path} removes what an older release reads`)
  return found
}

/** The files that were added since the release before. */
const added = (...paths) => lines(git('diff', '--name-only', '--diff-filter=A', ref, '--', ...paths))

function within(fn) {
  const dir = mkdtempSync(`${tmpdir()}/release-`)
  try {
    return fn(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

// ---- commands ----

function compare(write) {
  const there = spawnSync('git', ['cat-file', '-e', `${ref}^{commit}`], { cwd: root })
  if (there.status !== 0) throw new Error(`release.json: ${ref} is not in this clone. Fetch it first`)
  const former = release.last.version ? JSON.parse(before('release.json')).versions : {}
  for (const contract of changedContracts())
    if (!parts[contracts[contract] ?? contract]) problems.push(`deploy/supply/release.mjs: no part has the contract proto/vitrine/${contract}`)
  const shared = [before, read].flatMap((version) => [...settings(version('kit/README.md')).keys()]).map((setting) => `\`${setting}\``)
  for (const name of Object.keys(parts)) {
    const version = release.versions[name]
    const files = sources(name)
    const subjects = lines(git('log', '--no-merges', '--format=%s', `${ref}..`, '--', ...files))
    const changed = lines(git('diff', '--name-only', ref, '--', ...files)).length > 0
    if (former[name]) {
      const wrong = (what) => problems.push(`release.json: ${name} ${what}`)
      if (changed && !newer(version, former[name])) wrong(`has changed since ${former[name]}: give it the version ${release.version}`)
      if (!changed && version !== former[name]) wrong(`hasn't changed since ${former[name]}: keep that version`)
      if (!changed) continue
    }
    const has = section(name, version)
    // A setting in kit's README may be of other parts only.
    const elsewhere = Object.keys(parts).map((part) => section(part, release.versions[part])).join('\n')
    const lacks = changes(name).filter(({ word }) => !has?.includes(word) && !(shared.includes(word) && elsewhere.includes(word)))
    if (has !== undefined && lacks.length === 0) continue
    const words = lacks.map((lack) => lack.word).join(', ') || 'everything'
    if (!write) {
      problems.push(`${changelog(name)}: the section ${version} lacks ${words}: run make release, and edit what it writes`)
      continue
    }
    const draft = [...lacks.map((lack) => lack.text), ...(has === undefined ? subjects : [])].map((text) => `- ${text}\n`).join('')
    const heading = `## ${version}\n\n`
    const all = read(changelog(name)) || `# Changes of ${name}\n\n`
    const text = has === undefined ? all.replace(/^(?=## )|(?![^])/m, `${heading}${draft}\n`) : all.replace(heading, heading + draft)
    writeFileSync(root + changelog(name), `${text.trimEnd()}\n`)
    problems.push(`${changelog(name)}: the section ${version} lacked ${words}. A draft is there now: edit it`)
  }
  const found = stops()
  if (found.length > 0 && !release.stops[release.version])
    problems.push(`release.json: ${release.version} is a stop, say why in "stops":\n${found.map((reason) => `  - ${reason}`).join('\n')}`)
  for (const name of Object.keys(parts).filter(inGo)) {
    const other = former[name] ?? ref
    if (other !== release.versions[name] && !release.beside[name]?.[release.versions[name]]?.includes(other))
      problems.push(`release.json: ${name} hasn't run beside ${other}: run make former`)
  }
}

function check() {
  for (const name of Object.keys(parts)) {
    const version = release.versions[name]
    if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) problems.push(`release.json: ${name} has no version`)
    else if (newer(version, release.version)) problems.push(`release.json: ${name} ${version} is newer than the release ${release.version}`)
    else if (!section(name, version)) problems.push(`${changelog(name)}: no section ${version}`)
  }
  let text = readFileSync(upgrading, 'utf8')
  for (const [marker, rows] of Object.entries(tables()))
    text = text.replace(new RegExp(`(<!-- ${marker} -->\n)[^]*(\n<!-- /${marker} -->)`), (_, from, to) => `${from}${rows}${to}`)
  if (text === readFileSync(upgrading, 'utf8')) return
  if (process.argv[3] === '--write') writeFileSync(upgrading, text)
  else problems.push('docs/operating/upgrading.md: a table is stale: run node deploy/supply/release.mjs check --write')
}

function tables() {
  const stops = Object.entries(release.stops).map(([version, why]) => `| ${version} | ${why} |`)
  const beside = Object.keys(parts).flatMap((name) => {
    if (!inGo(name)) return [`| ${name} | ${release.versions[name]} | none: \`make former\` starts only today's | |`]
    const later = hasDatabase(name) ? ['kit', name].flatMap((owner) => migrations(owner).filter((file) => file > (release.newest?.[owner] ?? ''))) : []
    const untried = later.map((file) => `\`${file}\``).join(', ')
    return Object.entries(release.beside[name] ?? {}).map(
      ([version, others]) => `| ${name} | ${version} | ${others.join(', ')} | ${version === release.versions[name] ? untried : ''} |`,
    )
  })
  return {
    stops: ['| release | why |', '| --- | --- |', ...stops].join('\n'),
    beside: ['| part | version | has run beside | migrations added since that run |', '| --- | --- | --- | --- |', ...beside].join('\n'),
  }
}

/** The migrations of a service, or kit's base tables, which each service has, in their order. */
const migrations = (name) =>
  readdirSync(`${root}${name === 'kit' ? 'kit/postgres' : `${parts[name]}/internal/postgres`}/migrations`)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .sort()

/** Records that parts ran beside the release before. */
function ran(names) {
  const former = release.last.version ? JSON.parse(before('release.json')).versions : {}
  for (const name of names) {
    const list = ((release.beside[name] ??= {})[release.versions[name]] ??= [])
    if (!list.includes(former[name] ?? ref)) list.push(former[name] ?? ref)
    if (hasDatabase(name)) for (const one of ['kit', name]) (release.newest ??= {})[one] = migrations(one).at(-1)
  }
  writeFileSync(releaseFile, `${JSON.stringify(release, null, 2)}\n`)
  process.argv[3] = '--write'
  check()
}

const images = () => Object.keys(parts).map((name) => `${name} ${release.versions[name]} ${registry}/${name}:${release.versions[name]}`)

function notes() {
  const out = []
  if (release.stops[release.version]) out.push(`**Don't skip this release.** ${release.stops[release.version]}`, '')
  for (const name of Object.keys(parts)) if (release.versions[name] === release.version) out.push(`## ${name}`, '', section(name, release.version) ?? '', '')
  return out
}

const [command = 'compare', ...rest] = process.argv.slice(2)
const commands = {
  compare: () => {
    check()
    compare(true)
  },
  verify: () => compare(false),
  check,
  ran: () => ran(rest),
  images: () => console.log(images().join('\n')),
  last: () => console.log(ref),
  notes: () => console.log(notes().join('\n')),
}
if (!commands[command]) throw new Error(`release.mjs has no command ${command}`)
commands[command]()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

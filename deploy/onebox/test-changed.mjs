#!/usr/bin/env node
// Runs the tests that a change touches: files that differ from BASE (the branch point from main), committed or not. With --list it prints the
// commands only. Tests of whole systems run only if their own files changed: the journeys replace them here, and make test runs them all.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const output = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
const lines = (text) => text.split('\n').filter(Boolean)
const base = process.env.BASE || output('git', 'merge-base', 'main', 'HEAD').trim()
const changed = [
  ...lines(output('git', 'diff', '--name-only', '--no-renames', base)),
  ...lines(output('git', 'ls-files', '--others', '--exclude-standard')),
]
const within = (...folders) => changed.some((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`)))

// Files that Go tests read outside of their packages.
const readers = [
  [['render/src', 'proto/vitrine/render'], ['./services/catalog/...', './services/profiles/...']],
  [['content'], ['./services/catalog/internal/content', './services/catalog/cmd/catalog']],
  [['docker-compose.yml', 'deploy/compose', 'deploy/docker', 'deploy/kubernetes', 'deploy/observability'], ['./deploy/compose/...', './deploy/kubernetes/...']],
]

function goPackages() {
  if (!changed.some((file) => /\.(go|sql|proto)$|go\.(mod|sum|work)$|\/testdata\/|^(services|gateway|kit|contracts|proto|deploy|tools)\//.test(file))) return []
  const modules = lines(output('go', 'list', '-m', '-f', '{{.Dir}}')).map((dir) => `./${path.relative(root, dir)}/...`)
  const listed = lines(output('go', 'list', '-test', '-deps', '-f', '{{if not .Standard}}{{.ImportPath}}\t{{.Dir}}\t{{join .Deps " "}}{{end}}', ...modules)).map((line) => line.split('\t'))
  const folders = new Map()
  for (const [name, dir] of listed) if (dir.startsWith(root)) folders.set(name.split(' ')[0].replace(/_test$|\.test$/, ''), path.relative(root, dir))
  const owners = new Map([...folders].map(([name, dir]) => [dir, name]))
  const dirty = new Set()
  // A file belongs to the package of its folder, or of the nearest folder above: migrations, templates, testdata.
  for (const file of changed)
    for (let dir = path.dirname(file); dir !== '.'; dir = path.dirname(dir))
      if (owners.has(dir)) {
        dirty.add(owners.get(dir))
        break
      }
  const touched = listed
    .filter(([name]) => name.endsWith('.test'))
    .map(([name, , deps]) => [name.slice(0, -5), deps.split(' ')])
    .filter(([name, deps]) => dirty.has(name) || (!/^(deploy|tools)\//.test(folders.get(name)) && deps.some((dep) => dirty.has(dep))))
  return touched.map(([name]) => `./${folders.get(name)}`)
}

function journeys() {
  const map = JSON.parse(readFileSync(`${root}/frontend/e2e/map.json`, 'utf8'))
  const specs = Object.entries(map).flatMap(([folder, names]) => (within(folder) ? names : []))
  const own = changed.map((file) => /^frontend\/e2e\/(.+)\.spec\.ts$/.exec(file)?.[1]).filter(Boolean)
  return [...new Set([...specs, ...own])].sort()
}

const go = [...new Set([...goPackages(), ...readers.flatMap(([folders, packages]) => (within(...folders) ? packages : []))])]
const specs = journeys()
const steps = [
  go.length && `${process.env.GO_TEST || 'go test'} ${process.env.GO_TEST ? `--packages="${go.join(' ')}" -- ` : ''}-short -vet=off -ldflags=-w${process.env.GO_TEST ? '' : ` ${go.join(' ')}`}`,
  within('frontend') && `npm --prefix frontend test -- --changed ${base} --passWithNoTests`,
  within('render') && 'npm --prefix render test',
  within('contracts') && 'make -C contracts test-sol',
  within('content/tools', 'content/generators', 'content/live') && 'npm --prefix content/tools test',
  specs.length && `make --no-print-directory build && npm --prefix frontend run e2e -- --grep-invert @all ${specs.map((spec) => `/${spec}.spec.ts`).join(' ')}`,
].filter(Boolean)
console.log(steps.length > 0 ? steps.join('\n') : `nothing that tests cover differs from ${base}`)
if (process.argv.includes('--list')) process.exit()
const failed = steps.filter((step) => spawnSync('bash', ['-c', step], { cwd: root, stdio: 'inherit' }).status !== 0)
if (failed.length > 0) console.error(`\nfailed:\n${failed.join('\n')}`)
process.exitCode = failed.length > 0 ? 1 : 0

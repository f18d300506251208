// Who may import whom:  app ─▶ features ─▶ {ui, lib, gen}   ui ─▶ ui   lib ─▶ {lib, gen}
// A feature never imports another feature: where a page needs two, app composes them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const src = path.resolve(import.meta.dirname, '../src')
const allowed = {
  app: ['app', 'features', 'ui', 'lib', 'gen'],
  features: ['features', 'ui', 'lib', 'gen'],
  ui: ['ui'],
  lib: ['lib', 'gen'],
  gen: ['gen'],
}
const pattern = /(?:from|import)\s*\(?\s*['"]((?:@\/|\.{1,2}\/)[^'"]+)['"]/g
const problems = []

for (const name of readdirSync(src, { recursive: true })) {
  if (!/\.tsx?$/.test(name)) continue
  const file = path.join(src, name)
  const [room, feature] = name.split(path.sep)
  if (!allowed[room]) continue
  for (const [, target] of readFileSync(file, 'utf8').matchAll(pattern)) {
    const full = target.startsWith('@/')
      ? path.join(src, target.slice(2))
      : path.resolve(path.dirname(file), target)
    const [toRoom, toFeature] = path.relative(src, full).split(path.sep)
    if (toRoom === '..') continue
    if (!allowed[room].includes(toRoom)) problems.push(`${name}: ${room} never imports ${toRoom} (${target})`)
    else if (room === 'features' && toRoom === 'features' && feature !== toFeature) {
      problems.push(`${name}: the feature ${feature} never imports the feature ${toFeature} (${target})`)
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

#!/usr/bin/env node
// Checks generated code without running the generators: gen.sum has, for each generator, a hash of what it reads and what it wrote.
//   generated.mjs          fails if an input or an output has changed since `make gen`
//   generated.mjs --write  records the hashes, at the end of `make gen`
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const groups = {
  protos: ['proto/vitrine/**.proto', 'proto/third_party', 'proto/fields.json', 'proto/rest-types.mjs', 'proto/rest-schemas.mjs', 'gateway/internal/rest/describe', 'gateway/internal/route/table.go', 'proto/package-lock.json', 'buf*.yaml', 'proto/gen', 'kit/gen', 'frontend/src/gen/rest.ts', 'frontend/src/gen/fields', 'frontend/src/gen/vitrine', 'render/src/gen', ':(exclude)proto/gen/go.*'],
  contracts: ['contracts/src', 'contracts/build.mjs', 'contracts/foundry.toml', 'contracts/package-lock.json', 'contracts/Makefile', 'contracts/abi', 'contracts/bindings'],
  graphql: ['proto/vitrine/catalog/v1/catalog.graphqls', 'services/catalog/gqlgen.yml', 'services/catalog/internal/graph/gen', 'services/catalog/internal/content/schema', 'content/schema'],
  sql: ['services/*/sqlc.yaml', 'services/*/internal/postgres/queries/*', 'services/*/internal/postgres/migrations/*', 'kit/postgres/migrations', 'services/*/internal/postgres/db/*'],
  site: ['proto/vitrine/catalog/v1/catalog.graphqls', 'frontend/tools/codegen.mjs', 'frontend/tools/package-lock.json', 'frontend/src/**.graphql', 'frontend/src/gen/gql.ts', 'frontend/src/gen/graphql.ts', 'frontend/src/gen/index.ts'],
  manifests: ['deploy/kubernetes/generate', 'deploy/observability', 'deploy/compose/postgres', 'deploy/compose/nats.conf', 'deploy/kubernetes/components/monitoring', 'deploy/kubernetes/components/demo/settings.yaml'],
}
// The versions of the generators.
const tools = 'deploy/onebox/tools.sh'

const root = fileURLToPath(new URL('../..', import.meta.url))
const listed = (...patterns) =>
  execFileSync('git', ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z', '--', ...patterns], { encoding: 'utf8' }).split('\0').filter(Boolean)
const hash = (patterns) => {
  // A folder's name with a wildcard matches no file in it.
  for (const pattern of patterns)
    if (!pattern.startsWith(':(exclude)') && listed(pattern).length === 0) throw new Error(`generated.mjs: no file matches ${pattern}`)
  const sum = createHash('sha256')
  for (const file of [...new Set(listed(...patterns, tools))].sort()) {
    let text = ''
    try {
      text = readFileSync(`${root}${file}`)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
      continue // deleted
    }
    sum.update(`${file} ${text.length}\n`).update(text)
  }
  return sum.digest('hex')
}
const now = Object.entries(groups).map(([name, patterns]) => `${hash(patterns)}  ${name}\n`)
if (process.argv[2] === '--write') writeFileSync(`${root}gen.sum`, now.join(''))
else {
  const committed = new Set(readFileSync(`${root}gen.sum`, 'utf8').split(/(?<=\n)/))
  const stale = now.filter((line) => !committed.has(line)).map((line) => line.trim().split('  ')[1])
  if (stale.length > 0) {
    console.error(`generated code is stale (${stale.join(', ')}): run \`make gen\` and commit what it wrote`)
    process.exit(1)
  }
}

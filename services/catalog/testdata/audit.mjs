// Runs the public audit of GraphQL over HTTP against an address and prints the audits that didn't pass as JSON lines.
// usage: node --input-type=module - <folder with node_modules> <address> < audit.mjs
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const [, , modules, url] = process.argv
const { serverAudits } = createRequire(`${resolve(modules)}/`)('graphql-http')

let count = 0
for (const audit of serverAudits({ url, fetchFn: fetch })) {
  count++
  const { id, name, status, reason } = await audit.fn()
  if (status !== 'ok') console.log(JSON.stringify({ id, name, status, reason }))
}
console.log(JSON.stringify({ status: 'done', count }))

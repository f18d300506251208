// Runs the public audit of GraphQL over HTTP against an address and prints the audits that didn't pass as JSON lines.
// usage: node audit.mjs <folder with node_modules> <address>
import { createRequire } from 'node:module'

const [, , modules, url] = process.argv
const { serverAudits } = createRequire(`${modules}/`)('graphql-http')

let count = 0
for (const audit of serverAudits({ url, fetchFn: fetch })) {
  count++
  const { id, name, status, reason } = await audit.fn()
  if (status !== 'ok') console.log(JSON.stringify({ id, name, status, reason }))
}
console.log(JSON.stringify({ status: 'done', count }))

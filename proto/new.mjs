#!/usr/bin/env node
// Writes skeletons. The Makefile has a target for each: make new-rpc, new-event, new-migration.
//   new.mjs rpc SERVICE IN NAME 'POST /api/checkouts/{id}/notes'   a public RPC of the gRPC service IN, with a handler and a test
//   new.mjs rpc SERVICE IN NAME checkout,profiles                   an internal RPC for these callers
//   new.mjs event SERVICE NAME                                      an event
//   new.mjs migration SERVICE NAME                                  a migration
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [kind, service, ...rest] = process.argv.slice(2)
const read = (path) => readFileSync(root + path, 'utf8')
const files = (folder, end) => readdirSync(root + folder).filter((name) => name.endsWith(end)).sort().map((name) => `${folder}/${name}`)
const snake = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
const fail = (why) => {
  console.error(why)
  process.exit(1)
}
const write = (path, text) => {
  writeFileSync(root + path, text)
  console.log(path)
}
const create = (path, text) => (existsSync(root + path) ? fail(`${path} exists`) : write(path, text))

if (!service || !existsSync(`${root}services/${service}`)) fail(`SERVICE: there is no services/${service ?? ''}`)
const contracts = `proto/vitrine/${service === 'chainwatcher' ? 'chain' : service}/v1`

const newRPC = (within, name, access) => {
  if (!/^[A-Z][A-Za-z0-9]+$/.test(name ?? '')) fail('NAME: a verb and a noun, such as AddNote')
  const rule = /^(GET|POST|PUT|DELETE) (\/api\/\S+)$/.exec(access ?? '')
  if (!rule && !/^[a-z]+(,[a-z]+)*$/.test(access ?? '')) fail("HTTP or CALLERS: HTTP='POST /api/checkouts/{id}/notes' for a public RPC, CALLERS=checkout,profiles for an internal one")
  const path = files(contracts, '.proto').find((file) => read(file).includes(`\nservice ${within} {\n`))
  if (!path) fail(`IN: no service ${within ?? ''} in ${contracts}`)
  let text = read(path)
  if (text.includes(`\n  rpc ${name}(`)) fail(`NAME: ${path} has ${name}`)

  const options = []
  if (rule?.[1] === 'GET' || rule?.[1] === 'DELETE') options.push(`option (google.api.http) = {${rule[1].toLowerCase()}: "${rule[2]}"};`)
  else if (rule) options.push('option (google.api.http) = {', `  ${rule[1].toLowerCase()}: "${rule[2]}"`, '  body: "*"', '};')
  else options.push(...access.split(',').map((caller) => `option (vitrine.options.v1.callers) = "${caller}";`))
  if (rule?.[1] === 'GET') options.push('option idempotency_level = NO_SIDE_EFFECTS;')
  const fields = [...(rule?.[2] ?? '').matchAll(/\{(\w+)\}/g)].map(([, field], i) => `  // From the path.\n  string ${field} = ${i + 1};\n`)

  const [before, after] = text.split(`\nservice ${within} {\n`)
  const end = after.indexOf('\n}\n')
  const rpc = `  // ${name} … TODO: what it does, and its errors.\n  rpc ${name}(${name}Request) returns (${name}Response) {\n${options.map((line) => `    ${line}\n`).join('')}  }`
  text = `${before}\nservice ${within} {\n${after.slice(0, end)}\n${rpc}${after.slice(end)}`
  text += `\n// ${name}Request … TODO\nmessage ${name}Request {${fields.length > 0 ? `\n${fields.join('')}` : ''}}\n\n// ${name}Response … TODO\nmessage ${name}Response {}\n`

  // The handler is written like the first one of the same gRPC service.
  const sibling = /\n  rpc (\w+)\((\w+)\) returns \(([\w.]+)\)/.exec(`\n${after.slice(0, end)}`)
  const handlers = files(`services/${service}/internal/api`, '.go').filter((file) => !file.endsWith('_test.go'))
  const signature = new RegExp(`^func \\([^)]+\\) ${sibling[1]}\\(.*\\) \\(.*, error\\) \\{$`, 'm')
  const handler = handlers.find((file) => signature.test(read(file)))
  if (!handler) fail(`no handler of ${sibling[1]} in services/${service}/internal/api`)
  const declared = signature
    .exec(read(handler))[0]
    .replace(sibling[1], name)
    .replace(new RegExp(`(\\w+v1)\\.${sibling[2]}\\b`), `$1.${name}Request`)
    .replace(/\((\*?(?:connect\.Response\[)?)\w+\.\w+(\]?, error\) \{)$/, (_, open, close) => `(${open}${/(\w+v1)\./.exec(signature.exec(read(handler))[0])[1]}.${name}Response${close}`)
    .replace(/, (?:req|_) (?=\*)/, ', _ ')
    .replace(/\((?:ctx|_) context/, '(_ context')
  write(path, text)
  write(handler, `${read(handler)}\n// ${name} implements the service.\n${declared}\n\tpanic("TODO: ${name} isn't written yet")\n}\n`)
  const other = files(`services/${service}`, '_test.go')[0]
  create(`services/${service}/${snake(name)}_test.go`, `${/^package \w+$/m.exec(read(other))[0]}\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {\n\tt.Fatal("TODO: what ${name} returns, what it changes, and whom it refuses")\n}\n`)
  console.log('Next: write the messages, `make gen-proto`, the handler, the test.')
  if (rule && rule[1] !== 'GET') console.log('A public write needs an active session. The options in proto/vitrine/options/v1/options.proto say what else it needs, such as step_up or idempotency_key.')
}

const newEvent = (name) => {
  if (!/^[A-Z][A-Za-z0-9]+$/.test(name ?? '')) fail('NAME: a noun and a past participle, such as NoteAdded')
  const path = `${contracts}/events.proto`
  const text = read(path)
  if (text.includes(`\nmessage ${name} {\n`)) fail(`NAME: ${path} has ${name}`)
  write(path, `${text}\n// ${name} … TODO: what happened. Ids and absolute values, and a version where order matters.\nmessage ${name} {\n  // What it is about.\n  string id = 1;\n}\n`)
  const pkg = contracts.split('/')[2]
  console.log(`Next: \`make gen-proto\`.
Publish, in the transaction of the state:
  outbox.Add(ctx, postgres.Conn(ctx, pool), "<what>:"+id+":${snake(name)}", &${pkg}v1.${name}{Id: id})
Consume, in internal/events/consume.go of another service:
  bus.On(c, func(ctx context.Context, e *${pkg}v1.${name}) error { … })
and give that service the three lines of the consumer <service>-vitrine_${pkg}_v1_${name} in deploy/compose/nats.conf.`)
}

const newMigration = (name) => {
  if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) fail('NAME: what it does in snake_case, such as add_notes')
  const folder = `services/${service}/internal/postgres/migrations`
  const last = files(folder, '.sql').at(-1) ?? '0000'
  const next = String(Number(/(\d{4})\w*(?:\.sql)?$/.exec(last)[1]) + 1).padStart(4, '0')
  create(`${folder}/${next}_${name}.sql`, '-- +goose Up\n\n-- TODO: what it is for. Expand now, contract in a later release.\n')
  console.log('Next: the statements, `make gen-sql` for the Go code of queries.')
}

if (kind === 'rpc') newRPC(...rest)
else if (kind === 'event') newEvent(...rest)
else if (kind === 'migration') newMigration(...rest)
else fail('new.mjs rpc | event | migration')

// A gallery under test: onebox with settings that replace some of its stand-ins, without its site.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor } from './people.mjs'
import { areFree, same, until } from './process.mjs'

export const root = join(import.meta.dirname, '..', '..')
export const chainId = 31337

/** The ports of an instance, before PORT_OFFSET. */
const ports = [8080, 8081, 8025, 1025, 9000, 9010, 9020, 8545, 9432, 9422, ...Array.from({ length: 8 }, (_, i) => 9101 + i)]

/** Addresses of a gallery that isn't started yet: peers have to know them first. */
export async function reserve() {
  // Below the ports of outgoing connections.
  for (let offset = 12_000 + (process.pid % 80) * 100; ; offset += 100) {
    if (!(await areFree(ports.map((port) => port + offset)))) continue
    const at = (port) => `http://localhost:${port + offset}`
    return { offset, base: at(8080), mailbox: at(8025), chain: at(8545), internal: (n) => `http://127.0.0.1:${9101 + n + offset}` }
  }
}

/** Starts a gallery at reserved addresses. */
export async function open(scope, place, env) {
  const binary = join(root, '.bin', 'onebox')
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run make build`)
  const data = scope.folder('gallery')
  const start = async () => {
    const began = Date.now()
    gallery.process = scope.start('onebox', binary, [], {
      folder: data,
      env: { VITRINE_DATA: data, PORT_OFFSET: String(place.offset), SITE: 'false', RENDITION_WORKERS: '0', RENDER_BROWSER: 'none', SNAPSHOT: 'true', ...env },
    })
    await gallery.process.ready(`${place.base}/api/config`, 240)
    await until('a work for sale', 60, () => gallery.works().then((works) => works.length > 0))
    return Date.now() - began
  }
  const gallery = {
    ...place,
    chain: env.ETH_RPC_URL ?? place.chain,
    data,
    start,
    secrets: () => JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')),
    /** What the services logged. */
    log: () => readFileSync(join(data, 'vitrine.log'), 'utf8'),
    visitor: () => new Visitor(gallery),
    /** Ids of works with free editions, cheapest first. */
    works: async () => {
      const query = '{ artworks(filter: {availability: [AVAILABLE], editionSize: {min: 25}}, sort: PRICE_ASC) { items { id } } }'
      const { data: found } = await gallery.visitor().call('POST', '/graphql', { query })
      return found.artworks.items.map(({ id }) => id)
    },
    /** The rules about money and editions hold. */
    invariants: async () => same((await gallery.visitor().call('GET', '/api/invariants')).violations, 0, 'violated invariants'),
  }
  await start()
  return gallery
}

/** Runs a command of the repository, such as a build. */
export const make = (...args) => execFileSync(args[0], args.slice(1), { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

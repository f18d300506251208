// toxiproxy: network faults between the gallery and what it depends on, each during a purchase.
import { join } from 'node:path'
import { make, root } from '../gallery.mjs'
import { program } from '../install.mjs'
import { check, freePort, pause } from '../process.mjs'

/** Starts the stand-ins in a separate process, and a proxy before each that the gallery connects to. */
async function startNetwork(scope, { base }) {
  const binary = join(root, '.bin', 'standins')
  make('go', 'build', '-ldflags=-w', '-o', binary, './deploy/onebox/standins/cmd/standins')
  const names = ['postgres', 'nats', 'chain', 'cards', 'smtp', 'identity', 'mailbox']
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()])))
  const folder = scope.folder('standins')
  const standins = scope.start(
    'standins',
    binary,
    [
      '-data',
      join(folder, 'data'),
      '-node-modules',
      join(root, 'deploy', 'onebox', 'node_modules'),
      '-public-url',
      base,
      ...names.flatMap((name) => [`-${name}-port`, String(ports[name])]),
    ],
    { folder },
  )
  await standins.until('the stand-ins', 120, () => standins.log().includes('All there'))
  const control = await freePort()
  const url = `http://127.0.0.1:${control}`
  await scope.start('toxiproxy', program('toxiproxy'), ['-host', '127.0.0.1', '-port', String(control)], { folder }).ready(`${url}/version`)
  const post = async (path, body) => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
    const text = await response.text()
    check(response.ok, `toxiproxy: ${response.status} ${text}`)
    return text && JSON.parse(text)
  }
  const at = {}
  for (const name of ['postgres', 'nats', 'chain', 'cards', 'smtp']) {
    const { listen } = await post('/proxies', { name, listen: '127.0.0.1:0', upstream: `127.0.0.1:${ports[name]}` })
    at[name] = listen
  }
  const peer = {
    /** Runs fn while one connection has a fault. */
    during: async (name, toxic, fn) => {
      if (toxic.type === 'down') await post(`/proxies/${name}`, { enabled: false })
      else
        for (const stream of toxic.streams ?? ['downstream'])
          await post(`/proxies/${name}/toxics`, { name: stream, type: toxic.type, stream, attributes: toxic.attributes })
      try {
        await fn()
      } finally {
        await post('/reset', {})
      }
    },
  }
  return {
    peer,
    env: {
      DATABASE_URL: `postgres://postgres@${at.postgres}/postgres?sslmode=disable`,
      NATS_URL: `nats://${at.nats}`,
      ETH_RPC_URL: `http://${at.chain}`,
      STRIPE_API_URL: `http://${at.cards}`,
      STRIPE_SECRET_KEY: 'sk_test_vitrine_local',
      STRIPE_WEBHOOK_SECRET: 'whsec_vitrine_local',
      SMTP_URL: `smtp://${at.smtp}?tls=none`,
      OIDC_ISSUER: `http://localhost:${ports.identity}`,
      OIDC_CLIENT_ID: 'vitrine',
      OIDC_CLIENT_SECRET: 'vitrine-local',
    },
  }
}

const toxics = {
  'is down': { type: 'down' },
  'is 1.5 s away': { type: 'latency', attributes: { latency: 1500 } },
  'resets connections': { type: 'reset_peer', attributes: { timeout: 100 } },
  'takes everything and responds with nothing': { type: 'timeout', attributes: { timeout: 0 } },
  'cuts responses off after 300 bytes': { type: 'limit_data', attributes: { bytes: 300 } },
}
const faults = {
  postgres: Object.keys(toxics),
  nats: ['is down', 'resets connections', 'takes everything and responds with nothing'],
  chain: Object.keys(toxics),
  cards: ['is down', 'is 1.5 s away', 'takes everything and responds with nothing', 'cuts responses off after 300 bytes'],
}

/** The fault begins once the buyer has a hold, and ends seven seconds later. The buyer repeats what fails, with one idempotency key. */
const purchase =
  (name, toxic) =>
  async ({ gallery, peer }) => {
    const buyer = await gallery.visitor().becomeWallet()
    const { id } = await buyer.hold()
    let paying
    await peer.during(name, toxic, async () => {
      paying = buyer.payByCard(id)
      paying.catch(() => {})
      await pause(7000)
    })
    await paying
    const { tokenId } = await buyer.order(id, 'completed', 120)
    await buyer.ownsOnly([tokenId])
  }

export const peers = [
  {
    name: 'toxiproxy',
    programs: ['toxiproxy'],
    start: startNetwork,
    scenarios: Object.fromEntries(
      Object.entries(faults).flatMap(([name, kinds]) =>
        kinds.map((kind) => [`a purchase while ${name} ${kind} gives one token`, purchase(name, toxics[kind])]),
      ),
    ),
  },
]

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, headers } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Subscription, subscribe } from './subscribe'

/** The real broker with the users of production, in a process that can be stopped. */
const root = join(import.meta.dirname, '../../../..')
const data = mkdtempSync(join(tmpdir(), 'vitrine-nats-'))
const program = join(data, 'nats')

interface Broker {
  urls: Record<string, string>
  child: ChildProcess
}

async function start(store: string, port = '-1'): Promise<Broker> {
  const child = spawn(
    program,
    ['-users', join(root, 'deploy/compose/nats.conf'), '-dir', store, '-port', port],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = await new Promise<string[]>((resolve) =>
    createInterface({ input: child.stdout! }).once('line', (text) => resolve([text])),
  )
  const broker = { urls: JSON.parse(line!), child }
  await asUser(broker, 'chainwatcher', async (nc) => {
    await (await jetstreamManager(nc, { checkAPI: false })).streams.add({
      name: 'VITRINE',
      subjects: ['vitrine.>'],
    })
  })
  return broker
}

const stop = ({ child }: Broker) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

async function asUser(
  { urls }: Broker,
  user: string,
  act: (nc: Awaited<ReturnType<typeof connect>>) => Promise<void>,
) {
  const url = new URL(urls[user]!)
  const nc = await connect({
    servers: url.host,
    user,
    pass: url.password,
    inboxPrefix: `_INBOX.${user}`,
  })
  await act(nc)
  await nc.close()
}

/** Publishes an event as the catalog does; `what` is its payload. */
const publish = (broker: Broker, what: string) =>
  asUser(broker, 'catalog', async (nc) => {
    const kind = headers()
    kind.set('Vitrine-Message', 'vitrine.catalog.v1.ArtworkChanged')
    await jetstream(nc).publish('vitrine.catalog.v1.artwork_changed', what, { headers: kind })
  })

class Replica {
  heard: string[] = []
  trouble: string[] = []
  isFollowing = false
  subscription: Subscription
  constructor(broker: Broker) {
    this.subscription = subscribe({
      url: broker.urls.frontend!,
      onEvent: (kind, payload) =>
        this.heard.push(`${kind.split('.').at(-1)} ${new TextDecoder().decode(payload)}`),
      onTrouble: (problem) => this.trouble.push(problem),
      onFollowing: (isFollowing) => {
        this.isFollowing = isFollowing
      },
    })
  }
}

const patience = { timeout: 60_000, interval: 50 }

beforeAll(() => {
  const built = spawnSync('go', ['build', '-o', program, './deploy/onebox/standins/cmd/nats'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(built.stderr || String(built.error))
}, 600_000)

afterAll(() => rmSync(data, { recursive: true, force: true }))

test('every replica hears every event, also those of a broken connection and of a lost store', async () => {
  let broker = await start(join(data, 'first'))
  const { port } = broker.urls
  await publish(broker, 'before')
  const replicas = [new Replica(broker), new Replica(broker)]
  try {
    const all = (what: string) =>
      expect
        .poll(() => replicas.every(({ heard }) => heard.includes(`ArtworkChanged ${what}`)), patience)
        .toBe(true)
    await all('before') // recent events are delivered again: a page may have been cached before them
    await publish(broker, 'sold')
    await all('sold')
    const following = (expected: boolean) =>
      expect
        .poll(() => replicas.map(({ isFollowing }) => isFollowing), patience)
        .toEqual([expected, expected])
    await following(true)

    await stop(broker)
    await following(false)
    broker = await start(join(data, 'first'), port)
    await publish(broker, 'after a restart')
    await all('after a restart')
    await following(true)

    await stop(broker)
    broker = await start(join(data, 'second'), port)
    await publish(broker, 'in a stream that counts from one')
    await all('in a stream that counts from one')
    for (const { trouble } of replicas) expect(trouble.join()).not.toMatch(/permission/i)
  } finally {
    await Promise.all(replicas.map(({ subscription }) => subscription.close()))
    await stop(broker)
  }
}, 180_000)

test('it waits for a broker that is not there yet', async () => {
  const first = await start(join(data, 'third'))
  const { port } = first.urls
  await stop(first)
  const replica = new Replica(first)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const broker = await start(join(data, 'third'), port)
  await publish(broker, 'late')
  try {
    await expect.poll(() => replica.heard, patience).toContain('ArtworkChanged late')
  } finally {
    await replica.subscription.close()
    await stop(broker)
  }
}, 120_000)

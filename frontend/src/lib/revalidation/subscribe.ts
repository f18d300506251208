import { type ConsumerMessages, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import { type ConnectionOptions, connect, type NatsConnection, nuid } from '@nats-io/transport-node'

const stream = 'VITRINE'
const subjects = 'vitrine.catalog.v1.>'
const kindHeader = 'Vitrine-Message'

/** How far before the last event a new consumer starts, or the first one before the start of the process. Receiving an event twice is harmless. */
const overlap = 60_000
const least = 250
const most = 10_000

export interface Subscription {
  /** Ends the subscription and the connection. */
  close(): Promise<void>
}

interface Options {
  /** nats://user:password@host:port, or several with commas between them. */
  url: string
  onEvent: (kind: string, payload: Uint8Array) => void
  onTrouble?: (problem: string) => void
  /** Called with whether events arrive: true with each new consumer, false when it or the connection is lost. */
  onFollowing?: (isFollowing: boolean) => void
}

/**
 * Consumes the events of the catalog with an ordered consumer for this process only, from shortly before its start. It connects and
 * reconnects without limit. After an interruption it receives missed events, even from a stream that was created again. `onEvent`
 * may receive an event more than once.
 */
export function subscribe({
  url,
  onEvent,
  onTrouble = () => {},
  onFollowing = () => {},
}: Options): Subscription {
  let closed = false
  let connection: NatsConnection | undefined
  let messages: ConsumerMessages | undefined
  let since = Date.now()
  let wake = () => {}

  async function follow(nc: NatsConnection) {
    // A push consumer, because creating it is the only permission that it needs. By time, because a recreated stream counts from one.
    const consumer = await jetstream(nc).consumers.getPushConsumer(stream, {
      name_prefix: `frontend_${nuid.next()}`,
      filter_subjects: subjects,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(since - overlap).toISOString(),
    })
    messages = await consumer.consume()
    if (closed) return
    onFollowing(true)
    void restartWhenLost(messages)
    for await (const message of messages) {
      onEvent(message.headers?.get(kindHeader) ?? '', message.data)
      since = Math.max(since, message.time.getTime())
    }
  }

  async function keep() {
    connection = await connect(options(url))
    void restartOnReconnect(connection)
    for (let pause = least; !closed; ) {
      const began = Date.now()
      try {
        await follow(connection)
      } catch (error) {
        if (!closed) onTrouble(`cannot follow the catalog's events: ${(error as Error).message}`)
      }
      onFollowing(false)
      if (closed) return
      pause = Date.now() - began > most ? least : Math.min(pause * 2, most)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  async function restartOnReconnect(nc: NatsConnection) {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect') {
        onFollowing(false)
        onTrouble('the broker is unavailable; pages expire by time')
      }
      if (type !== 'reconnect') continue
      messages?.stop()
      wake()
    }
  }

  keep().catch((error: Error) => onTrouble(`cannot connect to the broker: ${error.message}`))
  return {
    async close() {
      closed = true
      wake()
      messages?.stop()
      await connection?.close()
    },
  }
}

/** The library recreates a lost consumer by sequence, which a recreated stream does not continue. */
async function restartWhenLost(messages: ConsumerMessages) {
  for await (const { type } of messages.status()) {
    if (
      type === 'heartbeats_missed' ||
      type === 'stream_not_found' ||
      type === 'consumer_not_found' ||
      type === 'consumer_deleted' ||
      type === 'ordered_consumer_recreated'
    )
      messages.stop()
  }
}

function options(url: string): ConnectionOptions {
  const all = url
    .split(',')
    .map((server) => new URL(server.includes('://') ? server.trim() : `nats://${server.trim()}`))
  const [first] = all
  const user = decodeURIComponent(first?.username ?? '')
  return {
    servers: all.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(user && { user, pass: decodeURIComponent(first?.password ?? '') }),
    ...(first?.protocol === 'tls:' && { tls: {} }),
    // The broker allows a user to subscribe only to inboxes with its name.
    inboxPrefix: user ? `_INBOX.${user}` : '_INBOX',
    name: 'vitrine frontend',
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: least,
    reconnectJitter: least,
    ignoreAuthErrorAbort: true,
    pingInterval: 10_000,
    maxPingOut: 2,
  }
}

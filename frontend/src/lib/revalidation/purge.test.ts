import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type PurgeSettings, purges } from './purge'

interface Received {
  method: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A cache that records what it receives. It responds to the nth request with the nth status, and with 200 afterwards. */
async function cache(...statuses: number[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body })
      const status = statuses.shift() ?? 200
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('{}')
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge` }
}

async function purge(settings: PurgeSettings, ...batches: string[][]) {
  const outcomes: string[] = []
  const sent = purges(
    settings,
    (outcome) => outcomes.push(outcome),
    () => {},
  )
  for (const tags of batches) sent.add(tags)
  await sent.settled()
  return outcomes
}

test('Fastly gets the keys in a header', async () => {
  const { received, url } = await cache()
  await purge({ kind: 'fastly', urls: [url], token: 'secret' }, ['artworks', 'artwork:12'])
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: { 'fastly-key': 'secret', 'surrogate-key': 'artworks artwork:12' },
    body: '',
  })
})

test('Cloudflare gets at most 30 tags in a body', async () => {
  const { received, url } = await cache()
  const tags = Array.from({ length: 31 }, (_, i) => `artwork:${i}`)
  await purge({ kind: 'cloudflare', urls: [url], token: 'secret' }, tags)
  expect(received.map(({ body }) => JSON.parse(body).tags)).toEqual([tags.slice(0, 30), ['artwork:30']])
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
  })
})

test('every Varnish gets the keys, and one that is down gets them once it is back', async () => {
  const up = await cache()
  const down = await cache(503, 302)
  const outcomes = await purge(
    { kind: 'varnish', urls: [up.url, down.url], token: '' },
    ['artworks'],
    ['artworks', 'drops'],
  )
  expect(up.received).toHaveLength(1)
  expect(up.received[0]).toMatchObject({ method: 'PURGE', headers: { 'surrogate-key': 'artworks drops' } })
  expect(up.received[0]?.headers.authorization).toBeUndefined()
  expect(down.received.map(({ headers }) => headers['surrogate-key'])).toEqual([
    'artworks drops',
    'artworks drops',
    'artworks drops',
  ])
  expect(outcomes.sort()).toEqual(['failed', 'failed', 'ok', 'ok'])
})

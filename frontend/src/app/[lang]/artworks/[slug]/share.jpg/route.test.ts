import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GET } from './route'

const base = { kind: 'IMAGE', url: null, poster: null, sourceUrl: null, color: '#203040', renditions: [] }
const address = '/assets/00112233445566778899/tide'
/** The first file of each work, by its slug. */
const faces: Record<string, object> = {
  'fresh-1': { ...base, url: `${address}.png` },
  'protected-2': base,
  'film-3': { ...base, kind: 'VIDEO', url: `${address}.webm`, poster: `${address}.webp` },
  'made-4': {
    ...base,
    renditions: [{ url: `${address}-3-320.webp`, width: 320, height: 200, type: 'image/webp' }],
  },
  'live-8': {
    ...base,
    kind: 'GENERATOR',
    generatorPath: '/works/8/',
    width: 1200,
    height: 1600,
    renditions: [{ url: `${address}-live-320.webp`, width: 320, height: 200, type: 'image/webp' }],
  },
  'wall-9': {
    ...base,
    kind: 'GENERATOR',
    generatorPath: '/works/9/',
    renditions: [{ url: '/assets/editions/9/wall-1280.jpg', width: 1280, height: 800, type: 'image/jpeg' }],
  },
  'elsewhere-5': { ...base, sourceUrl: 'https://museum.example.org/5.jpg' },
  'music-6': { ...base, kind: 'VIDEO', url: `${address}.mp3` },
}

/** What the catalog responds with for editions of the live work: drawn, being drawn, and never. */
const editions: Record<string, number> = { 3: 200, 4: 503, 5: 404, 6: 503 }
/** The tag of the wall of a live work. */
let wall = '"plates"'

const label = {
  id: '8',
  title: 'Tide <2>',
  artist: { name: 'Ada & Co' },
  editionSize: 50,
  availability: 'AVAILABLE',
  purchasePrice: { amount: '16000', currency: 'USD' },
}
const fetched: string[] = []
const gateway = createServer(async (request, response) => {
  if (request.method === 'HEAD') {
    if (request.url === '/assets/editions/9/wall-1280.jpg') return response.setHeader('etag', wall).end()
    const number = /^\/assets\/editions\/8\/(\d+)\.jpg$/.exec(request.url ?? '')?.[1] ?? ''
    response.setHeader('etag', `"drawn-${number}"`)
    response.statusCode = editions[number] ?? 500
    if (number === '6') editions[6] = 200
    return response.end()
  }
  if (request.method === 'GET') {
    fetched.push(request.url ?? '')
    const picture = sharp({ create: { width: 320, height: 200, channels: 3, background: '#fff' } })
    return response.end(await picture.webp().toBuffer())
  }
  let body = ''
  for await (const piece of request) body += piece
  const face = faces[JSON.parse(body).variables.slug]
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ data: { artwork: face ? { ...label, media: [face] } : null } }))
})

beforeAll(async () => {
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  process.env.GATEWAY_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => gateway.close())

test.each([
  ['fresh-1', 503],
  ['protected-2', 503],
  ['film-3', 503],
  ['made-4', 200],
  ['elsewhere-5', 404],
  ['music-6', 404],
  ['nothing-7', 404],
])('the picture of %s has the status %i', async (slug, status) => {
  const response = await GET(new Request('http://localhost/'), {
    params: Promise.resolve({ lang: 'en', slug }),
  })
  expect(response.status).toBe(status)
  expect(response.headers.get('retry-after')).toBe(status === 503 ? '60' : null)
})

test('a picture is drawn once', async () => {
  const ask = () =>
    GET(new Request('http://localhost/'), { params: Promise.resolve({ lang: 'en', slug: 'made-4' }) })
  const first = new Uint8Array(await (await ask()).arrayBuffer())
  const before = fetched.length
  const again = new Uint8Array(await (await ask()).arrayBuffer())
  expect(again).toEqual(first)
  expect((await sharp(again).metadata()).width).toBe(1200)
  expect(fetched.length).toBe(before)
})

test('an edition has its own card; an unknown number gets the card of the work', async () => {
  const card = async (query: string) => {
    const response = await GET(new Request(`http://localhost/${query}`), {
      params: Promise.resolve({ lang: 'en', slug: 'made-4' }),
    })
    return Buffer.from(await response.arrayBuffer()).toString('base64')
  }
  const [work, third, fourth, none] = await Promise.all(
    ['', '?edition=3', '?edition=4', '?edition=51'].map(card),
  )
  expect(new Set([work, third, fourth]).size).toBe(3)
  expect(none).toBe(work)
})

test('an edition of a live work shows its own output, and a plate if it has no output', {
  timeout: 20_000,
}, async () => {
  const ask = (edition: number) =>
    GET(new Request(`http://localhost/?edition=${edition}`), {
      params: Promise.resolve({ lang: 'en', slug: 'live-8' }),
    })
  expect((await ask(3)).status).toBe(200)
  expect(fetched.at(-1)).toBe('/assets/editions/8/3.jpg?%22drawn-3%22')
  const soon = await ask(4)
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([503, '60'])
  // It is drawn while the card waits for it.
  expect((await ask(6)).status).toBe(200)
  expect(fetched.at(-1)).toBe('/assets/editions/8/6.jpg?%22drawn-6%22')
  expect((await ask(5)).status).toBe(200)
  expect(fetched.at(-1)).toBe('/assets/editions/8/5-or-plate.jpg')
})

test('a live work shows its first editions, and another card when one is drawn', async () => {
  const ask = () =>
    GET(new Request('http://localhost/'), { params: Promise.resolve({ lang: 'en', slug: 'wall-9' }) })
  const first = await ask()
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  expect(fetched.at(-1)).toBe('/assets/editions/9/wall-1280.jpg?%22plates%22')
  wall = '"drawings"'
  await ask()
  expect(fetched.at(-1)).toBe('/assets/editions/9/wall-1280.jpg?%22drawings%22')
})

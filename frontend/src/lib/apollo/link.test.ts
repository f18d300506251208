import { ApolloClient, gql, InMemoryCache, ServerError, ServerParseError } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Logged, linkTo } from './link'

const curators = gql`query Curators { curators { slug } }`
const publish = gql`mutation Publish { publishPost(slug: "a") { id } }`

const logged: Logged[] = []
const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
let client: ApolloClient

beforeEach(() => {
  logged.length = 0
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.useFakeTimers()
  client = new ApolloClient({
    link: linkTo({
      uri: 'http://gateway/graphql',
      headers: { 'x-own': '1' },
      log: (entry) => logged.push(entry),
    }),
    cache: new InMemoryCache(),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Settles a promise while the delays between attempts pass. */
async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  const caught = promise.catch((error: unknown) => error as Error)
  await vi.advanceTimersByTimeAsync(60_000)
  return caught
}
const query = () => settle(client.query({ query: curators }))

test('an operation is posted with its name and returns its data', async () => {
  fetched.mockResolvedValue(Response.json({ data: { curators: [{ __typename: 'Curator', slug: 'ada-1' }] } }))
  expect(await query()).toMatchObject({ data: { curators: [{ slug: 'ada-1' }] } })
  const [path, init] = fetched.mock.calls[0]!
  expect(path).toBe('http://gateway/graphql')
  expect(init.headers).toMatchObject({ accept: 'application/json', 'x-own': '1' })
  const body = JSON.parse(init.body as string)
  expect(body).toMatchObject({ operationName: 'Curators', variables: {} })
  expect(body.query.replace(/\s+/g, ' ')).toBe('query Curators { curators { slug __typename } }')
  expect(logged).toEqual([])
})

test('equal queries that run at the same time share one request', async () => {
  fetched.mockResolvedValue(Response.json({ data: { curators: [] } }))
  await settle(Promise.all([client.query({ query: curators }), client.query({ query: curators })]))
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each([304, 404, 429, 500])('status %i is an error that names it', async (status) => {
  fetched.mockImplementation(async () => new Response(status === 304 ? null : '{}', { status }))
  const error = await query()
  expect(error).toBeInstanceOf(ServerError)
  expect((error as Error).message).toBe(`Response not successful: Received status code ${status}`)
  expect(logged).toEqual([{ operation: 'Curators', message: (error as Error).message }])
})

test('a reply that is not JSON is a parse error, without a retry', async () => {
  fetched.mockResolvedValue(new Response('<html>'))
  expect(await query()).toBeInstanceOf(ServerParseError)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(logged).toHaveLength(1)
})

test.each(['{}', '{"data":null}', '{"data":null,"errors":[]}'])(
  'a reply with neither data nor errors is an error: %s',
  async (body) => {
    fetched.mockImplementation(async () => new Response(body))
    expect(await query()).toBeInstanceOf(Error)
    expect(logged).toHaveLength(1)
  },
)

test('errors are raised as a list and logged with their log codes', async () => {
  const errors = [
    { message: 'slow down', extensions: { code: 'RATE', logCode: 'catalog.rate' } },
    { message: 'no such page' },
  ]
  fetched.mockResolvedValue(Response.json({ data: { curators: [] }, errors }))
  const error = await query()
  expect(CombinedGraphQLErrors.is(error) && error.errors).toEqual(errors)
  expect(logged).toEqual([
    { operation: 'Curators', message: 'slow down', code: 'RATE', logCode: 'catalog.rate' },
    { operation: 'Curators', message: 'no such page' },
  ])
})

test('three retries after a failure, then the error is logged once', async () => {
  fetched.mockRejectedValue(new TypeError('fetch failed'))
  expect(((await query()) as Error).message).toBe('fetch failed')
  expect(fetched).toHaveBeenCalledTimes(4)
  expect(logged).toEqual([{ operation: 'Curators', message: 'fetch failed' }])
})

test('the third retry may succeed, and then nothing is logged', async () => {
  for (const status of [500, 502, 503]) fetched.mockResolvedValueOnce(new Response('', { status }))
  fetched.mockResolvedValueOnce(Response.json({ data: { curators: [] } }))
  expect(await query()).toMatchObject({ data: { curators: [] } })
  expect(fetched).toHaveBeenCalledTimes(4)
  expect(logged).toEqual([])
})

test('a client error is not retried', async () => {
  fetched.mockResolvedValue(new Response('{}', { status: 400 }))
  await query()
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('Retry-After is honoured up to ten seconds', async () => {
  const busy = (seconds: string) => new Response('', { status: 503, headers: { 'retry-after': seconds } })
  fetched.mockResolvedValueOnce(busy('7')).mockResolvedValueOnce(busy('120'))
  const result = client.query({ query: curators }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(6_900)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(await result).toBeInstanceOf(ServerError)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a mutation is sent once', async () => {
  fetched.mockRejectedValue(new TypeError('fetch failed'))
  await settle(client.mutate({ mutation: publish }))
  expect(fetched).toHaveBeenCalledTimes(1)
})

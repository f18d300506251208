import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TypedDocumentString } from '@/gen/graphql'
import { DataError } from './api/data-error'
import { query } from './api/query'
import { read } from './graphql'

const document = new TypedDocumentString<{ curators: { slug: string }[] }, Record<string, never>>(
  'query Curators { curators { slug } }',
)
const onServer = () => read(document, {}, { tags: ['curators'] })
const inBrowser = () => query(document, {})
const both = [
  ['on the server', onServer],
  ['in the browser', inBrowser],
] as const

const logged = vi.spyOn(console, 'error')
const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  logged.mockReset().mockImplementation(() => undefined)
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What a promise rejects with, while the waits between its tries pass at once. */
async function rejection(promise: Promise<unknown>) {
  const caught = promise.then(
    () => undefined,
    (error: unknown) => error as Error,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return caught
}

for (const [where, ask] of both) {
  test(`${where}: an operation's name, variables and text are sent, the data is answered`, async () => {
    fetched.mockResolvedValue(Response.json({ data: { curators: [{ slug: 'ada-1' }] } }))
    await expect(ask()).resolves.toEqual({ curators: [{ slug: 'ada-1' }] })
    const [path, init] = fetched.mock.calls[0]!
    expect(path).toMatch(/\/graphql$/)
    expect(JSON.parse(init.body as string)).toEqual({
      operationName: 'Curators',
      variables: {},
      query: 'query Curators { curators { slug } }',
    })
  })

  test(`${where}: a status of 300 or above`, async () => {
    for (const status of [304, 404, 500]) {
      fetched.mockImplementation(async () => new Response(status === 304 ? null : '', { status }))
      expect((await rejection(ask()))?.message).toContain(
        `Response not successful: Received status code ${status}`,
      )
    }
  })

  test(`${where}: an answer that is not JSON`, async () => {
    fetched.mockResolvedValue(new Response('<html>'))
    expect(await rejection(ask())).toMatchObject({
      name: 'DataError',
      message: expect.stringContaining('is not JSON'),
    })
  })

  test(`${where}: neither data nor errors`, async () => {
    fetched.mockResolvedValue(Response.json({}))
    expect(await rejection(ask())).toMatchObject({
      name: 'DataError',
      message: expect.stringContaining('neither data nor errors'),
    })
  })

  test(`${where}: errors are raised as a list, and logged with their log code`, async () => {
    const errors = [
      { message: 'slow down', extensions: { code: 'RATE', logCode: 'catalog.rate' } },
      { message: 'no such page' },
    ]
    fetched.mockResolvedValue(Response.json({ data: { curators: [] }, errors }))
    const error = await rejection(ask())
    expect(error).toBeInstanceOf(DataError)
    expect((error as DataError).problems).toEqual(errors)
    expect(error?.message).toContain('slow down; no such page')
    expect(JSON.stringify(logged.mock.calls)).toMatch(/slow down.*catalog\.rate.*no such page/)
  })

  test(`${where}: no network`, async () => {
    fetched.mockRejectedValue(new TypeError('fetch failed'))
    expect((await rejection(ask()))?.message).toContain('fetch failed')
    expect(fetched.mock.calls.length).toBeGreaterThanOrEqual(3)
  })
}

test('on the server a failure is retried three times, and then answered', async () => {
  for (const status of [500, 502, 503]) fetched.mockResolvedValueOnce(new Response('', { status }))
  fetched.mockResolvedValueOnce(Response.json({ data: { curators: [] } }))
  const asked = onServer()
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(asked).resolves.toEqual({ curators: [] })
  expect(fetched).toHaveBeenCalledTimes(4)
})

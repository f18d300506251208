import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError, wordsOf } from './error'
import { send } from './http'

const busy = (seconds: string) =>
  new Response('{"error":{"code":"unavailable","message":"Busy."}}', {
    status: 503,
    headers: { 'retry-after': seconds },
  })

function replies(...list: (Response | Error)[]) {
  const fetched = vi.fn(async () => {
    const next = list.shift()!
    if (next instanceof Error) throw next
    return next
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => vi.unstubAllGlobals())

const waits: number[] = []
const wait = async (milliseconds: number) => void waits.push(milliseconds)

test('three retries while the server allows it', async () => {
  waits.length = 0
  const fetched = replies(new TypeError('gone'), busy('2'), busy('1'), new Response('{}'))
  expect((await send('/a', {}, { repeatable: true, wait })).ok).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(4)
  expect(waits.slice(1)).toEqual([2000, 1000])
})

test('a fourth failure is the last', async () => {
  const fetched = replies(...Array.from({ length: 4 }, () => new TypeError('gone')))
  await expect(send('/a', {}, { repeatable: true, wait })).rejects.toBeInstanceOf(NetworkError)
  expect(fetched).toHaveBeenCalledTimes(4)
})

test('unsafe requests are sent once', async () => {
  const fetched = replies(new TypeError('gone'))
  await expect(send('/a', { method: 'POST' }, { repeatable: false, wait })).rejects.toBeInstanceOf(
    NetworkError,
  )
  expect(fetched).toHaveBeenCalledOnce()
})

test('an error response isn’t retried and keeps its message', async () => {
  const fetched = replies(
    new Response('{"error":{"code":"hold_expired","message":"Over.","details":{"a":"b"}}}', { status: 410 }),
  )
  const error = await send('/a', {}, { repeatable: true, wait }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 410, code: 'hold_expired', message: 'Over.', details: { a: 'b' } })
  expect(fetched).toHaveBeenCalledOnce()
})

test('a server that asks for minutes is not waited for', async () => {
  const fetched = replies(busy('120'))
  await expect(send('/a', {}, { repeatable: true, wait })).rejects.toMatchObject({
    status: 503,
    retryAfter: 120,
  })
  expect(fetched).toHaveBeenCalledOnce()
})

test('a response in another shape becomes an error that names its status', async () => {
  replies(new Response('<html>', { status: 502 }))
  const error = await send('/a', {}, { repeatable: true, wait }).catch((caught: unknown) => caught)
  expect((error as Error).message).toBe('Response not successful: Received status code 502')
  expect(wordsOf(error)).not.toContain('502')
})

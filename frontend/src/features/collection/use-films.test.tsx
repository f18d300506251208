// @vitest-environment jsdom

import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFilms } from './use-films'

const film = {
  __typename: 'EditionFilm',
  tokenId: '24000003',
  url: '/assets/a/film.gif',
  width: 480,
  height: 320,
  bytes: 2_940_000,
}

/** The films that each request returns; the last entry is used for all later ones. */
let found: (typeof film)[][]
let requests: string[][]

beforeEach(() => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    requests.push(JSON.parse(String(init.body)).variables.ids)
    return Response.json({ data: { editionFilms: found[Math.min(requests.length, found.length) - 1] } })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000)

test('a film that may be in progress is polled until it is ready', async () => {
  found = [[], [], [film]]
  const { result } = renderHook(() => useFilms(['24000003'], true))
  await vi.dynamicImportSettled()
  await seconds(1)
  expect(requests).toEqual([['24000003']])
  expect(result.current.size).toBe(0)
  await seconds(20)
  expect(result.current.get('24000003')).toMatchObject({ url: film.url, bytes: film.bytes })
  await seconds(600)
  expect(requests).toHaveLength(3)
})

test('a film that never appears is polled for five minutes', async () => {
  found = [[]]
  renderHook(() => useFilms(['24000003'], true))
  await vi.dynamicImportSettled()
  await seconds(600)
  expect(requests).toHaveLength(30)
})

test('films of older tokens are read once, at most a hundred in one request', async () => {
  found = [[film], []]
  const ids = Array.from({ length: 101 }, (_, i) => String(24_000_003 + i))
  const { result } = renderHook(() => useFilms(ids, false))
  await vi.dynamicImportSettled()
  await seconds(600)
  expect(requests.map(({ length }) => length)).toEqual([100, 1])
  expect([...result.current.keys()]).toEqual(['24000003'])
})

// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { watchWall } from './wall-watch'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const path = '/assets/editions/4/wall-640.jpg'

/** Watches a picture whose tags follow each other; an empty one is unavailable, and "!" means complete. */
async function watched(...tags: string[]) {
  vi.useFakeTimers()
  const img = new Image()
  img.src = path
  img.srcset = `${path} 640w`
  const seen: string[] = []
  const request = vi.fn(async () => {
    seen.push(img.getAttribute('src') ?? '')
    const tag = tags[seen.length - 1] ?? ''
    if (!tag) return new Response(null, { status: 503 })
    const headers = { etag: tag.replace('!', ''), ...(!tag.endsWith('!') && { 'retry-after': '5' }) }
    return new Response(null, { headers })
  })
  vi.stubGlobal('fetch', request)
  const ends = watchWall(img, new AbortController().signal)
  await vi.runAllTimersAsync()
  await ends
  return { requests: seen.length, src: img.getAttribute('src'), srcset: img.getAttribute('srcset') }
}

test('the picture of a wall follows its drawings until it is complete', async () => {
  expect(await watched('a', 'a', 'b', 'c!', 'd')).toEqual({ requests: 4, src: `${path}?c`, srcset: null })
})

test('a complete or unavailable picture stays, and is requested once', async () => {
  const stays = { requests: 1, src: path, srcset: `${path} 640w` }
  expect(await watched('a!', 'b')).toEqual(stays)
  expect(await watched('', 'b')).toEqual(stays)
})

test('a picture that is never complete is left after a minute', async () => {
  expect((await watched(...Array.from({ length: 99 }, () => 'a'))).requests).toBe(12)
})

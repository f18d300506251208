// @vitest-environment jsdom

import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import type { PictureData } from '@/ui/picture-source'
import { EditionFace } from './edition-face'

const cover = { url: '/assets/a/800.webp', width: 800, height: 600, type: 'image/webp' }
const work = (generatorPath: string | null) => ({
  id: '24',
  slug: 'rings-24',
  title: 'Rings',
  media: [
    {
      kind: 'GENERATOR',
      alt: 'Rings',
      width: 800,
      height: 600,
      renditions: [cover],
      generatorPath,
    } as PictureData,
  ],
})
const hash = `0x${'3'.padStart(64, '0')}`

const get = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
const drawings = () => get.mock.calls.filter(([url]) => url.startsWith('/assets/editions/'))

vi.mock('@/lib/use-config', () => ({ useConfig: () => ({ artOrigin: 'https://art.example' }) }))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  get.mockReset()
  vi.stubGlobal('fetch', get)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        queueMicrotask(() => act(() => tell([{ isIntersecting: true }])))
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = (container: HTMLElement) => [
  container.querySelector('img')?.getAttribute('src'),
  container.querySelector('iframe')?.getAttribute('src'),
]
const here = `https://art.example/works/24/?hash=${hash}`

test('a live work draws its edition here until the drawing of the server is there', async () => {
  get
    .mockResolvedValueOnce(new Response(null, { headers: { 'retry-after': '5' } }))
    .mockResolvedValue(new Response(null, { headers: { etag: '"f00"' } }))
  const { container } = render(
    <EditionFace artwork={work('/works/24/?hash=')} edition={3} hash={hash} sizes="6rem" />,
  )
  expect(shown(container)).toEqual([undefined, undefined])
  await waitFor(() => expect(shown(container)).toEqual([undefined, here]))
  await vi.advanceTimersByTimeAsync(3000)
  await waitFor(() => expect(shown(container)).toEqual(['/assets/editions/24/3.jpg?%22f00%22', undefined]))
  expect(drawings().at(-1)?.[1]?.method).toBe('HEAD')
  expect(screen.getByRole('img', { name: 'Rings, edition 3' })).toBeTruthy()
})

test('a gallery that draws no editions lets the work draw, and does not ask again', async () => {
  get.mockResolvedValue(new Response(null))
  const { container } = render(
    <EditionFace artwork={work('/works/24/?hash=')} edition={3} hash={hash} sizes="6rem" />,
  )
  await waitFor(() => expect(shown(container)).toEqual([undefined, here]))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(drawings()).toHaveLength(1)
})

test('without a drawing and without its hash, an edition is a plate with its number', async () => {
  get.mockImplementation(async (url) =>
    url.startsWith('/assets/') ? new Response(null) : new Response(null, { status: 404 }),
  )
  const { container } = render(<EditionFace artwork={work('/works/24/?hash=')} edition={3} sizes="6rem" />)
  await waitFor(() => expect(drawings()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown(container)).toEqual([undefined, undefined])
  expect(container.textContent).toBe('#3')
})

test('a work that looks the same in all editions shows its picture', async () => {
  const { container } = render(<EditionFace artwork={work(null)} edition={3} sizes="6rem" />)
  await vi.advanceTimersByTimeAsync(1000)
  expect(get).not.toHaveBeenCalled()
  expect(shown(container)).toEqual([cover.url, undefined])
})

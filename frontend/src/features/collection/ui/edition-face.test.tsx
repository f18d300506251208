// @vitest-environment jsdom

import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import type { ArtworkFace } from '../calls'
import { EditionFace } from './edition-face'

const cover = { url: '/assets/a/800.webp', width: 800, height: 600, type: 'image/webp' }
const face = (generatorPath: string | null) =>
  ({
    id: '24',
    media: [{ kind: 'GENERATOR', alt: 'Rings', width: 800, height: 600, renditions: [cover], generatorPath }],
  }) as unknown as ArtworkFace

const get = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const shown = () => screen.getByRole('img').getAttribute('src')

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  get.mockReset()
  vi.stubGlobal('fetch', get)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a live work shows the drawing of its edition, once there is one', async () => {
  get
    .mockResolvedValueOnce(new Response(null, { status: 503 }))
    .mockResolvedValue(new Response(null, { headers: { etag: '"f00"' } }))
  render(<EditionFace artwork={face('/a/24.html?hash=')} edition={3} sizes="6rem" />)
  await waitFor(() => expect(get).toHaveBeenCalledOnce())
  expect(shown()).toBe(cover.url)
  await vi.advanceTimersByTimeAsync(3000)
  await waitFor(() => expect(shown()).toBe('/assets/editions/24/3.jpg?%22f00%22'))
  expect(get.mock.lastCall?.[1].method).toBe('HEAD')
})

test('a gallery that draws no editions shows the work, and does not ask again', async () => {
  get.mockResolvedValue(new Response(null, { status: 404 }))
  render(<EditionFace artwork={face('/a/24.html?hash=')} edition={3} sizes="6rem" />)
  await waitFor(() => expect(get).toHaveBeenCalledOnce())
  await vi.advanceTimersByTimeAsync(30_000)
  expect(get).toHaveBeenCalledOnce()
  expect(shown()).toBe(cover.url)
})

test('a work that looks the same in all editions shows its picture', async () => {
  render(<EditionFace artwork={face(null)} edition={3} sizes="6rem" />)
  await vi.advanceTimersByTimeAsync(1000)
  expect(get).not.toHaveBeenCalled()
  expect(shown()).toBe(cover.url)
})

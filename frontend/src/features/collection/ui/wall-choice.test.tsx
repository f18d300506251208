// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/query'
import { useWalls } from '../walls'
import { WallChoice } from './wall-choice'

let stored: Map<string, string>
let refused: boolean
/** What lets a waiting request continue. */
let release: (() => void) | null
let waits: boolean

beforeEach(() => {
  stored = new Map([['8000001', '#123abc']])
  refused = waits = false
  release = null
  queryClient.clear()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT')
      return Response.json({ items: [...stored].map(([tokenId, color]) => ({ tokenId, color })) })
    if (waits) await new Promise<void>((resolve) => (release = resolve))
    if (refused)
      return Response.json(
        { error: { code: 'too_many_walls', message: 'You can choose up to 1,000 walls.' } },
        { status: 409 },
      )
    const { color } = JSON.parse(init.body as string)
    const token = new URL(url, 'https://gallery.example').pathname.split('/').at(-1)!
    if (color) stored.set(token, color)
    else stored.delete(token)
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Shown() {
  return <p data-testid="wall">{useWalls().get('7000003') || 'automatic'}</p>
}
async function show() {
  render(
    <>
      <Shown />
      <WallChoice tokenId="7000003" box={createRef()} colour="#1f5aa6" />
    </>,
  )
  await screen.findByRole('group', { name: 'Wall' })
}
const shown = () => screen.getByTestId('wall').textContent
const radios = () => screen.getAllByRole('radio') as HTMLInputElement[]
const checked = () =>
  radios()
    .find((radio) => radio.checked)
    ?.closest('label')?.textContent

test('each wall has a name, and the choice shows before it is saved', async () => {
  await show()
  const labels = radios().map((radio) => radio.closest('label')?.textContent)
  expect(labels[0]).toBe('Automatic')
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.length).toBeGreaterThanOrEqual(5)
  expect(checked()).toBe('Automatic')

  waits = true
  fireEvent.click(radios()[1]!)
  await waitFor(() => expect(shown()).toMatch(/^#[0-9a-f]{6}$/))
  expect(checked()).toBe(labels[1])
  expect(stored.has('7000003')).toBe(false)
  await waitFor(() => expect(release).not.toBeNull())
  waits = false
  release!()
  await waitFor(() => expect(stored.get('7000003')).toBe(shown()))

  fireEvent.click(screen.getByRole('radio', { name: 'Automatic' }))
  await waitFor(() => expect(stored.has('7000003')).toBe(false))
  expect(shown()).toBe('automatic')
  expect(stored.get('8000001')).toBe('#123abc')
})

test('a choice that can’t be saved goes back, with the reason', async () => {
  await show()
  refused = true
  fireEvent.click(radios()[2]!)
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'You can choose up to 1,000 walls.')
  expect(shown()).toBe('automatic')
  expect(checked()).toBe('Automatic')
})

test('of two choices the last one is stored, in the order in which they were made', async () => {
  await show()
  waits = true
  fireEvent.click(radios()[1]!)
  await waitFor(() => expect(release).not.toBeNull())
  fireEvent.click(radios()[2]!)
  await waitFor(() => expect(radios()[2]!.checked).toBe(true))
  const last = shown()
  waits = false
  release!()
  await waitFor(() => expect(stored.get('7000003')).toBe(last))
})

// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilmButton } from './film-button'

const film = { tokenId: '24000003', url: '/assets/a/film.gif', width: 480, height: 320, bytes: 2_940_000 }
const notLoaded = 'We couldn’t load the film. Check your connection and try again.'

let calm: boolean
const draw = vi.fn()

beforeEach(() => {
  calm = false
  draw.mockReset()
  vi.stubGlobal('matchMedia', () => ({ matches: calm }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: draw,
  } as unknown as CanvasRenderingContext2D)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(shown = film) {
  render(<FilmButton film={shown} title="Long Furrow" />)
  expect(document.querySelector('img')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Watch it grow' }))
  await screen.findByRole('dialog', { name: 'Long Furrow, growing' })
}

const moving = () => screen.queryByRole('img', { name: /drawn from an empty page/ })
const still = () => screen.queryByRole('img', { name: 'Long Furrow: the finished edition.' })

test('an edition without a film offers nothing', () => {
  const { container } = render(<FilmButton film={undefined} title="Long Furrow" />)
  expect(container.childNodes).toHaveLength(0)
})

test('the film plays, and can be stopped', async () => {
  await open()
  expect(moving()?.getAttribute('src')).toBe(film.url)
  expect(still()).toBeNull()
  expect(screen.getByRole('link', { name: 'Download the film (GIF, 2.9 MB)' })).toBeTruthy()
  fireEvent.load(moving()!)
  expect(draw).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Show still image' }))
  expect(moving()).toBeNull()
  expect(still()).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Play the film' }))
  expect(moving()).toBeTruthy()
})

test('a small film has its size in KB', async () => {
  await open({ ...film, bytes: 28_948 })
  expect(screen.getByRole('link', { name: 'Download the film (GIF, 29 KB)' })).toBeTruthy()
})

test('nothing moves for those who prefer less motion, until they press the button', async () => {
  calm = true
  await open()
  expect(moving()).toBeNull()
  expect(still()).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Play the film' }))
  expect(moving()).toBeTruthy()
})

test('a film that fails to load says so and is loaded again', async () => {
  await open()
  const first = moving()!
  fireEvent.error(first)
  expect(screen.getByText(notLoaded)).toBeTruthy()
  expect(moving()).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(moving()).toBeTruthy()
  expect(moving()).not.toBe(first)
  expect(screen.queryByText(notLoaded)).toBeNull()
})

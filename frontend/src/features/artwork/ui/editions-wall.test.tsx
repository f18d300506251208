// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EditionsWall } from './editions-wall'

const edition = (number: number) => ({ number, hash: `0x${String(number).padStart(64, '0')}` })
const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => edition(from + i))

vi.mock('../calls', () => ({
  readUnavailable: async () =>
    new Map([
      [1, 'sold'],
      [2, 'held'],
    ]),
  readEditions: async () => some(28, 30),
}))

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <EditionsWall
      lang="en"
      editions={{ artworkId: '4', slug: 'gyre-4', size: 30, first: some(1, 27) }}
      output={{ src: '/works/4/?hash=', title: 'Gyre', ratio: 1 }}
      forSale
    />,
  )

test('shows the status of each edition and lets one be chosen', async () => {
  show()
  await screen.findByRole('button', { name: 'Choose edition 1, sold' })
  expect(screen.getByRole('button', { name: 'Choose edition 2, held' })).toBeTruthy()
  const third = screen.getByRole('button', { name: 'Choose edition 3, available' })
  expect(third.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(third)
  expect(third.getAttribute('aria-pressed')).toBe('true')
  expect(location.search).toBe('?edition=3')
})

test('two editions are compared, and a free one can be bought from there', async () => {
  show()
  await screen.findByRole('button', { name: 'Choose edition 1, sold' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Compare edition 1' }))
  expect(screen.getByText('#1 is picked. Pick another one to compare.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Compare edition 4' }))
  await userEvent.click(screen.getByRole('button', { name: 'Compare #1 and #4' }))
  const dialog = await screen.findByRole('dialog')
  const links = within(dialog).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Buy #4', expect.stringMatching(/^\/en\/artworks\/gyre-4\/checkout\/?\?edition=4$/)],
  ])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('more editions follow on request', async () => {
  show()
  expect(screen.getAllByRole('listitem')).toHaveLength(27)
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 more' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(30))
  expect(screen.queryByRole('button', { name: /^Show \d/ })).toBeNull()
})

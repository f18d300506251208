// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Cloth, type ClothWork } from './cloth'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/en/drops/orbits-20/' }))

const tide: ClothWork = {
  id: '7',
  slug: 'tide-7',
  title: 'Tide',
  editionSize: 4,
  editionsSold: 1,
  editionsAvailable: 3,
  availability: 'AVAILABLE',
  color: '#c8452d',
}
const gate = { ...tide, id: '8', slug: 'gate-8', title: 'Gate', editionSize: 1, editionsSold: 0 }

// Loading it takes longer than a test waits for a text.
beforeAll(() => import('./cloth-watch'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cells = (name: string) =>
  [...screen.getByRole('link', { name }).querySelectorAll('i')].map(({ dataset }) => dataset.ink ?? 'free')

test('each edition is a cell of its work’s link, and inks in once it is sold', async () => {
  const now = { editionsSold: 2, editionsAvailable: 1, availability: 'AVAILABLE' }
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { artworks: { items: [{ __typename: 'Artwork', id: '7', ...now }] } } }),
  )
  render(<Cloth lang="en" works={[tide, { ...gate, editionsAvailable: 1 }]} />)
  expect(screen.getByText('1 of 5 collected')).toBeTruthy()
  expect(cells('Tide: 1 of 4 collected')).toEqual(['sold', 'free', 'free', 'free'])
  expect(cells('Gate: 0 of 1 collected')).toEqual(['free'])
  expect(screen.getByRole('link', { name: /^Tide/ }).getAttribute('href')).toMatch(
    /^\/en\/artworks\/tide-7\/?$/,
  )
  await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await screen.findByText('2 of 5 collected')
  expect(cells('Tide: 2 of 4 collected')).toEqual(['sold', 'sold', 'held', 'free'])
})

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ArtworkQuery, Availability } from '@/gen/graphql'
import { unsold } from '../model'
import { Offer } from './offer'
import { Stock } from './stock'

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh() {} }) }))
vi.mock('./ether-price', () => ({ EtherPrice: () => 'about 0.4 ETH' }))

vi.mock('../calls', () => ({ readUnavailable: async () => new Map([[2, 'sold']]) }))

/** Whether the work runs live, so that its editions differ. */
let live = false

type Artwork = NonNullable<ArtworkQuery['artwork']>

const show = (
  availability: Availability,
  status: 'UPCOMING' | 'LIVE' | 'ENDED',
  alike?: boolean,
  of: { editionSize?: number; editionsSold?: number; purchasePrice?: null } = {},
  closed = false,
) =>
  render(
    <Stock slug="gyre-4" availability={availability} editionsAvailable={5} amount="120000">
      <Offer
        lang="en"
        alike={alike}
        closed={closed}
        enquiry="mailto:us@example.org"
        remind={(state) => <p>reminder when {state}</p>}
        artwork={
          {
            slug: 'gyre-4',
            availability,
            purchasePrice: { amount: '120000', currency: 'USD' },
            editionSize: 5,
            chainId: 1,
            media: live ? [{ generatorPath: 'ab/live.html' }] : [],
            editionsAvailable: 5,
            drop: {
              slug: 'night-work-17',
              title: 'Night Work',
              status,
              startsAt: '2026-09-17T16:00:00Z',
              endsAt: '2026-10-08T16:00:00Z',
              sale: { startsAt: '2026-09-17T16:00:00Z', endsAt: '2026-10-08T16:00:00Z' },
            },
            editionsSold: 0,
            ...of,
          } as unknown as Artwork
        }
      />
    </Stock>,
  )

afterEach(cleanup)

test('a work on sale has a price in both currencies and a Buy button', () => {
  show('AVAILABLE', 'LIVE')
  expect(screen.getByText('$1,200')).toBeTruthy()
  expect(screen.getByText('about 0.4 ETH')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Buy' }).getAttribute('href')).toMatch(
    /^\/en\/artworks\/gyre-4\/checkout/,
  )
})

test('on a live work the edition that the address names is bought; elsewhere all are alike', () => {
  history.replaceState(null, '', '?edition=3')
  live = true
  show('AVAILABLE', 'LIVE')
  expect(screen.getByRole('link', { name: 'Buy #3 · $1,200' }).getAttribute('href')).toMatch(
    /^\/en\/artworks\/gyre-4\/checkout\/?\?edition=3$/,
  )
  cleanup()
  history.replaceState(null, '', '?edition=6')
  show('AVAILABLE', 'LIVE')
  expect(screen.getByRole('link', { name: 'Buy' })).toBeTruthy()
  cleanup()
  history.replaceState(null, '', '?edition=2')
  live = false
  show('AVAILABLE', 'LIVE')
  expect(screen.getByRole('link', { name: 'Buy' })).toBeTruthy()
  history.replaceState(null, '', '/')
})

test('an edition that is sold leads to the others', async () => {
  history.replaceState(null, '', '?edition=2')
  live = true
  show('AVAILABLE', 'LIVE')
  const others = await screen.findByRole('link', { name: '#2 is sold. Buy another edition' })
  expect(others.getAttribute('href')).toMatch(/checkout\/?$/)
  live = false
  history.replaceState(null, '', '/')
})

test('a sold-out work shows its price without a current exchange rate', () => {
  show('SOLD_OUT', 'LIVE')
  expect(screen.getByText('$1,200')).toBeTruthy()
  expect(screen.queryByText('about 0.4 ETH')).toBeNull()
})

test.each(['SOLD_OUT', 'NOT_FOR_SALE'] as const)('what is %s leads to similar works, else to all', (gone) => {
  show(gone, 'LIVE', true)
  expect(screen.getByRole('link', { name: 'Similar works' }).getAttribute('href')).toBe('#alike')
  cleanup()
  show(gone, 'LIVE')
  expect(screen.getByRole('link', { name: 'Works for sale' }).getAttribute('href')).toMatch(/reduced=1$/)
})

test('a gallery with closed sales says so and offers nothing', () => {
  const purchasePrice = { amount: '120000', currency: 'USD' }
  expect(unsold({ availability: 'SOLD_OUT', purchasePrice }).availability).toBe('SOLD_OUT')
  const { availability } = unsold({ availability: 'AVAILABLE', purchasePrice })
  show(availability, 'LIVE', false, {}, true)
  expect(screen.getByText('We no longer sell works')).toBeTruthy()
  expect(screen.getByText(/What you bought stays yours/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Buy|Works for sale/ })).toBeNull()
  expect(screen.queryByText('$1,200')).toBeNull()
})

test('a work without a price and a drop says why it isn’t for sale', () => {
  show('NOT_FOR_SALE', 'LIVE')
  expect(screen.getByText('It’s shown without a price.')).toBeTruthy()
})

test('a work of an ended drop has no price and names its drop, and offers the waiting list', () => {
  show('NOT_FOR_SALE', 'ENDED')
  expect(screen.queryByText('$1,200')).toBeNull()
  expect(screen.queryByText(/^Not for sale/)).toBeNull()
  expect(screen.getByText(/^Drop ended 8 October 2026/)).toBeTruthy()
  expect(screen.getByText('reminder when NOT_FOR_SALE')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Night Work' }).getAttribute('href')).toMatch(
    /^\/en\/drops\/night-work-17/,
  )
  cleanup()
  show('NOT_FOR_SALE', 'ENDED', false, { editionsSold: 2 })
  expect(screen.getByText(/It was offered in the drop.*2 of 5 collected$/)).toBeTruthy()
  cleanup()
  show('SOLD_OUT', 'ENDED', false, { editionsSold: 5 })
  expect(screen.getByText(/^Sold out/)).toBeTruthy()
  expect(screen.getByText(/Ended 8 October 2026 · 5 of 5 collected$/)).toBeTruthy()
})

test('a work that had no price isn’t for sale, whatever its drop', () => {
  show('NOT_FOR_SALE', 'ENDED', false, { purchasePrice: null })
  expect(screen.getByText(/^Not for sale/)).toBeTruthy()
  expect(screen.queryByText(/Drop ended/)).toBeNull()
})

test('an upcoming work links to its drop', () => {
  show('UPCOMING', 'UPCOMING')
  expect(screen.getByText(/On sale from 17 September 2026/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Night Work' })).toBeTruthy()
})

test('a sold work links to its provenance and to contact, and its reminder follows its status', () => {
  show('SOLD_OUT', 'LIVE')
  expect(screen.getByText(/^Sold out/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See its provenance' }).getAttribute('href')).toBe('#provenance')
  expect(screen.getByRole('link', { name: 'Ask about this work' }).getAttribute('href')).toMatch(/^mailto:/)
  expect(screen.getByText('reminder when SOLD_OUT')).toBeTruthy()
  cleanup()
  show('AVAILABLE', 'LIVE')
  expect(screen.queryByRole('link', { name: 'Ask about this work' })).toBeNull()
  expect(screen.queryByText(/^reminder/)).toBeNull()
  expect(screen.getByText(/^We hold an edition for you while you pay/)).toBeTruthy()
})

test('a unique work reads sold and is still found as sold out', () => {
  show('SOLD_OUT', 'LIVE', false, { editionSize: 1 })
  const words = screen.getByText('Sold')
  expect(words.textContent).toBe('Sold out')
  expect(words.querySelector('span')?.textContent).toBe(' out')
})

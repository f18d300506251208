// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { artistsMemory } from '@/features/artist/memory'
import { artworksMemory } from '@/features/artwork/memory'
import { exhibitionsMemory } from '@/features/drop/memory'
import { postsMemory } from '@/features/post/memory'
import { rememberScroll } from '@/features/site/scroll'
import { useConsent } from '@/lib/consent'
import { useEtherPrice } from '@/lib/ether-price'
import { type Memory, remember, restored, type SortState } from '@/lib/listing-memory'
import { followStorage } from '@/lib/storage'
import { useCarousel, useVideoVolume } from '@/lib/viewing'

const stored = (storage: Storage, store: string) =>
  JSON.parse(storage.getItem(`vitrine.${store}`) ?? 'null')?.state

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

/** Visits an address, leaves and returns: what is stored, and what is restored. */
function visit<Query, Sort extends SortState>(memory: Memory<Query, Sort>, address: string) {
  remember(memory, new URLSearchParams(address))
  return restored(memory)
}

describe('listings store search and page for the session, the sort permanently', () => {
  test('artists', () => {
    expect(visit(artistsMemory, 'artistName=ada&sort=name_desc&page=2')).toBe(
      'artistName=ada&sort=name_desc&page=2',
    )
    expect(stored(sessionStorage, 'artistsList')).toEqual({
      storedSearchQuery: { artistName: { contains: 'ada' } },
      storedCurrentPage: 2,
    })
    expect(stored(localStorage, 'artistsSort')).toEqual({ storedSortQuery: 'name_desc' })
    expect(visit(artistsMemory, '')).toBeNull()
    expect(stored(sessionStorage, 'artistsList')).toEqual({
      storedSearchQuery: { artistName: { contains: '' } },
      storedCurrentPage: 1,
    })
  })

  test('artworks', () => {
    const address =
      'search=tide&category=a&category=b&editionSize=2-10&price=100-500&reduced=1&sort=title&page=3'
    expect(visit(artworksMemory, address)).toBe(address)
    expect(stored(sessionStorage, 'artworksPage')).toEqual({
      storedSearchQuery: {
        search: 'tide',
        category: ['a', 'b'],
        editionSize: '2-10',
        purchasePrice: '100-500',
        availability: null,
        color: null,
        technique: null,
      },
      storedCurrentPage: 3,
    })
    expect(stored(localStorage, 'artworksSort')).toEqual({
      storedSortQuery: 'title',
      storedReducedFilterSelected: true,
    })
    expect(visit(artworksMemory, '')).toBeNull()
    expect(stored(sessionStorage, 'artworksPage').storedSearchQuery).toEqual({
      search: '',
      category: null,
      editionSize: null,
      purchasePrice: null,
      availability: null,
      color: null,
      technique: null,
    })
  })

  test('exhibitions (drops)', () => {
    expect(visit(exhibitionsMemory, 'search=night&status=live&sort=title')).toBe(
      'search=night&status=live&sort=title',
    )
    expect(stored(sessionStorage, 'exhibitions')).toEqual({
      storedSearchQuery: { search: 'night', status: 'live' },
      storedCurrentPage: 1,
    })
    expect(stored(localStorage, 'exhibitionsSort')).toEqual({ storedSortQuery: 'title' })
  })

  test('posts', () => {
    expect(visit(postsMemory, 'postTitle=t&postCategory=press&postDate=2026&page=2')).toBe(
      'postTitle=t&postCategory=press&postDate=2026&page=2',
    )
    expect(stored(sessionStorage, 'posts')).toEqual({
      storedSearchQuery: { postTitle: 't', postCategory: 'press', postDate: '2026' },
      storedCurrentPage: 2,
    })
  })
})

test('the carousel, the volume, the price, the consent and the scroll position', () => {
  expect(useCarousel.getState().storedCarouselActiveSlide).toBe(0)
  useCarousel.setState({ storedCarouselActiveSlide: 2 })
  expect(stored(sessionStorage, 'carousel')).toEqual({ storedCarouselActiveSlide: 2 })

  expect(useVideoVolume.getState().storedVideoMuted).toBe(false)
  useVideoVolume.setState({ storedVideoMuted: true })
  expect(stored(localStorage, 'videoVolume')).toEqual({ storedVideoMuted: true })

  useEtherPrice.setState({ storedUsdPriceInEth: '3000', storedLastUpdateUsdPriceInEth: 1 })
  expect(stored(localStorage, 'etherPrice')).toEqual({
    storedUsdPriceInEth: '3000',
    storedLastUpdateUsdPriceInEth: 1,
  })

  useConsent.setState({ isCookieAccepted: true })
  expect(stored(localStorage, 'consent')).toEqual({ isCookieAccepted: true })

  rememberScroll('/en/artworks/?page=2', 640.4)
  expect(stored(sessionStorage, 'scroll')).toEqual({
    positions: [{ uri: '/en/artworks/?page=2', storedScrollPosition: 640 }],
  })
})

test('a change in another tab is picked up', async () => {
  const stop = followStorage(useVideoVolume)
  useVideoVolume.setState({ storedVideoMuted: false })
  const key = 'vitrine.videoVolume'
  localStorage.setItem(key, JSON.stringify({ state: { storedVideoMuted: true }, version: 1 }))
  window.dispatchEvent(new StorageEvent('storage', { key }))
  await vi.waitFor(() => expect(useVideoVolume.getState().storedVideoMuted).toBe(true))
  stop()
})

test('a store that can’t be read is logged and reset', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  localStorage.setItem('vitrine.videoVolume', '{broken')
  followStorage(useVideoVolume)()
  expect(logged).toHaveBeenCalledWith(
    'vitrine.videoVolume could not be read from storage',
    expect.any(SyntaxError),
  )
})

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { delayedEvent, watchDelay } from './delay'
import { followLanguage, languageStore } from './language'
import { loadFully } from './resources'
import { registerServiceWorker } from './service-worker'
import { announceStart } from './start'
import { navigated, setPage, useSite, withoutLanguage } from './store'
import { followConnection, followHeight } from './window'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['/en/artworks/', '/artworks/'],
  ['/en', '/'],
  ['/en/', '/'],
  ['/profile/orders/', '/profile/orders/'],
  ['/entrance/', '/entrance/'],
])('%s without its language is %s', (path, want) => {
  expect(withoutLanguage(path)).toBe(want)
})

test('a navigation resets the page settings, closes the menu and records where the visitor was', () => {
  expect(useSite.getState().previousLocation).toBeNull()
  setPage({ stickyHeader: false })
  useSite.setState({ menuOpen: true, delayed: true })
  navigated('/en/tv/')
  expect(useSite.getState()).toMatchObject({
    previousLocation: '/tv/',
    menuOpen: false,
    delayed: false,
    pageSettings: { stickyHeader: true },
  })
})

describe('a page that takes longer than 1000 ms', () => {
  const heard: unknown[] = []
  const hear = (event: Event) => heard.push((event as CustomEvent).detail)
  beforeEach(() => {
    heard.length = 0
    window.addEventListener(delayedEvent, hear)
  })
  afterEach(() => window.removeEventListener(delayedEvent, hear))

  test('is reported once', () => {
    const arrived = watchDelay('/en/')
    announceStart('/en/artworks/?page=2', 'push')
    vi.advanceTimersByTime(999)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(1)
    expect(heard).toEqual([{ uri: '/en/artworks/?page=2' }])
    expect(useSite.getState().delayed).toBe(true)
    arrived()
    expect(useSite.getState().delayed).toBe(false)
  })

  test('isn’t reported for a page in time or a step on the same page', () => {
    const arrived = watchDelay('/en/')
    announceStart('/en/#works', 'push')
    vi.advanceTimersByTime(2000)
    announceStart('/en/artworks/', 'push')
    vi.advanceTimersByTime(500)
    arrived()
    vi.advanceTimersByTime(2000)
    expect(heard).toEqual([])
  })
})

test('the height of the window is measured once it has rested for 100 ms', () => {
  const stop = followHeight()
  const height = () => document.documentElement.style.getPropertyValue('--window-height')
  vi.stubGlobal('innerHeight', 700)
  window.dispatchEvent(new Event('resize'))
  vi.advanceTimersByTime(60)
  vi.stubGlobal('innerHeight', 640)
  window.dispatchEvent(new Event('resize'))
  vi.advanceTimersByTime(99)
  expect(height()).toBe('')
  vi.advanceTimersByTime(1)
  expect(height()).toBe('640px')
  stop()
})

test('the connection is a flag', () => {
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const stop = followConnection()
  expect(useSite.getState().online).toBe(false)
  line.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(useSite.getState().online).toBe(true)
  line.mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(useSite.getState().online).toBe(false)
  stop()
})

describe('the language', () => {
  const stored = () => JSON.parse(localStorage.getItem('vitrine.language') ?? 'null')?.state
  const cookie = () => /(?:^|; )lang=(\w+)/.exec(document.cookie)?.[1]

  test('of the page is stored, and mirrored for the server', () => {
    followLanguage('en')()
    expect(stored()).toEqual({ storedLanguage: 'en' })
    expect(cookie()).toBe('en')
  })

  test('that isn’t supported is ignored', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: clears what the previous test wrote
    document.cookie = 'lang=; Path=/; Max-Age=0'
    languageStore.setState({ storedLanguage: null })
    followLanguage('xx')()
    expect(stored()).toEqual({ storedLanguage: null })
    expect(cookie()).toBeUndefined()
  })

  test('comes from another tab too', () => {
    const stop = followLanguage('xx')
    const key = 'vitrine.language'
    localStorage.setItem(key, JSON.stringify({ state: { storedLanguage: 'en' }, version: 1 }))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(languageStore.getState().storedLanguage).toBe('en')
    expect(cookie()).toBe('en')
    stop()
  })
})

describe('the service worker', () => {
  test('needs a secure connection: without one an error is logged', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.stubGlobal('isSecureContext', false)
    registerServiceWorker()
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'The service worker needs a secure connection or localhost',
    )
  })

  test('is registered at /sw.js; a failure is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const failure = new Error('no')
    const register = vi.fn(() => Promise.reject(failure))
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('navigator', { serviceWorker: { register } })
    registerServiceWorker()
    expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js')
    await vi.waitFor(() =>
      expect(logged).toHaveBeenCalledExactlyOnceWith('The service worker could not be registered', failure),
    )
  })
})

test('a page is loaded fully once in twenty seconds at most', () => {
  const assign = vi.fn()
  vi.stubGlobal('window', { location: { assign }, sessionStorage })
  expect(loadFully('/en/tv/', 100_000)).toBe(true)
  expect(loadFully('/en/tv/', 119_999)).toBe(false)
  expect(loadFully('/en/blog/', 120_000)).toBe(true)
  expect(assign.mock.calls).toEqual([['/en/tv/'], ['/en/blog/']])
})

// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { siteConfig } from '@/lib/config'
import { configWith } from '@/lib/config.fixture'
import { useConsent } from '@/lib/consent'
import { hasDoNotTrack, type PageView, sender, viewDelay, viewOf } from './analytics'
import { followConsent, identify, pageViews } from './measuring'
import { useSite } from './store'
import { Version } from './ui/version'

const recorder = vi.hoisted(() => ({ identify: vi.fn(), stop: vi.fn() }))
const started = vi.hoisted(() => vi.fn())
vi.mock('./recording', () => ({
  startRecording: () => {
    started()
    return recorder
  },
}))
vi.mock('@/lib/config', async (original) => ({
  ...(await original<typeof import('@/lib/config')>()),
  siteConfig: vi.fn(),
}))

const config = configWith({
  version: '1.2.3',
  analyticsUrl: '/views',
  flags: { sessionRecording: true, showVersion: true },
})

beforeEach(() => {
  localStorage.clear()
  useConsent.setState({ isCookieAccepted: null })
  document.title = 'Artworks | Vitrine'
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('page views', () => {
  const views = (to = config) => {
    const sent: PageView[] = []
    return { sent, ...pageViews(to, (view) => sent.push(view)) }
  }
  beforeEach(() => {
    vi.useFakeTimers()
    useConsent.setState({ isCookieAccepted: true })
    vi.stubGlobal('innerWidth', 1263)
    useSite.setState({ previousLocation: '/artists/' })
  })

  test('are sent no sooner than 32 ms after the page is shown, and only of the last one', () => {
    const { sent, view } = views()
    expect(viewDelay).toBeGreaterThanOrEqual(32)
    view('/en/artists/')
    view('/en/artworks/')
    vi.advanceTimersByTime(31)
    expect(sent).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual([
      { path: '/en/artworks/', title: 'Artworks | Vitrine', previous: '/artists/', width: 1300 },
    ])
  })

  test('wait for a title that arrives late, but not forever', () => {
    const { sent, view } = views()
    document.title = ''
    view('/en/artworks/')
    vi.advanceTimersByTime(500)
    expect(sent).toEqual([])
    document.title = 'Artworks | Vitrine'
    vi.advanceTimersByTime(32)
    expect(sent.map(({ title }) => title)).toEqual(['Artworks | Vitrine'])
    document.title = ''
    view('/en/blog/')
    vi.advanceTimersByTime(5000)
    expect(sent.map(({ path }) => path)).toEqual(['/en/artworks/', '/en/blog/'])
  })

  test.each([null, false])('are not sent where consent is %s', (isCookieAccepted) => {
    useConsent.setState({ isCookieAccepted })
    const { sent, view } = views()
    view('/en/')
    vi.advanceTimersByTime(100)
    expect(sent).toEqual([])
  })

  test('are not sent if the browser sends Do Not Track', () => {
    vi.stubGlobal('navigator', { doNotTrack: '1' })
    const { sent, view } = views()
    view('/en/')
    vi.advanceTimersByTime(100)
    expect(sent).toEqual([])
  })

  test('are off without an address', () => {
    const { sent, view } = views({ ...config, analyticsUrl: '' })
    view('/en/')
    vi.advanceTimersByTime(100)
    expect(sent).toEqual([])
  })

  test('contain no personal data: no cookie, no referrer, nothing below the profile', async () => {
    const fetched = vi.fn(async () => new Response())
    vi.stubGlobal('fetch', fetched)
    sender('/views')(viewOf('/en/profile/orders/', '/profile/collection/'))
    const [url, init] = fetched.mock.calls[0] as unknown as [string, RequestInit]
    expect(url).toBe('/views')
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
    expect(JSON.parse(init.body as string)).toEqual({
      path: '/en/profile/',
      title: 'Artworks | Vitrine',
      previous: '/profile/',
      width: 1300,
    })
  })
})

test.each([
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'yes' }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: null }, false],
])('%o asks for no tracking: %s', (browser, want) => {
  expect(hasDoNotTrack(browser)).toBe(want)
})

describe('session recording', () => {
  test('is off without its flag, even with consent', async () => {
    useConsent.setState({ isCookieAccepted: true })
    followConsent(configWith({}))()
    await vi.dynamicImportSettled()
    expect(started).not.toHaveBeenCalled()
  })

  test('runs from consent until its withdrawal, and identifies the user once', async () => {
    const stop = followConsent(config)
    await vi.dynamicImportSettled()
    expect(started).not.toHaveBeenCalled()
    identify('profile-1')
    expect(recorder.identify).not.toHaveBeenCalled()
    useConsent.setState({ isCookieAccepted: true })
    await vi.waitFor(() => expect(recorder.identify).toHaveBeenCalledExactlyOnceWith('profile-1'))
    expect(started).toHaveBeenCalledOnce()
    useConsent.setState({ isCookieAccepted: false })
    expect(recorder.stop).toHaveBeenCalledOnce()
    stop()
  })
})

test.each([
  [true, '1.2.3', 'Version 1.2.3'],
  [true, '0ce831b3b447', ''],
  [false, '1.2.3', ''],
])(
  'the version is shown where its flag is %s and it is a release: %s',
  async (showVersion, version, want) => {
    const asked = Promise.resolve({ ...config, version, flags: { ...config.flags, showVersion } })
    vi.mocked(siteConfig).mockReturnValue(asked)
    const { container } = render(<Version />)
    await vi.waitFor(() => expect(siteConfig).toHaveBeenCalled())
    await act(() => vi.dynamicImportSettled())
    expect(container.textContent).toBe(want)
  },
)

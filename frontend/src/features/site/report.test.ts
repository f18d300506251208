// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { siteConfig } from '@/lib/config'
import { configWith } from '@/lib/config.fixture'
import { receiveReports } from '../../../e2e/report-receiver'
import { keepEarlyErrors } from './early-errors'
import { reportErrors } from './report'
import { reportLater } from './report-later'

vi.mock('@/lib/config', async (original) => ({
  ...(await original<typeof import('@/lib/config')>()),
  siteConfig: vi.fn(),
}))

let receiver: Awaited<ReturnType<typeof receiveReports>>
/** A busy machine takes longer than the second that is the default. */
const patient = { timeout: 10_000 }
const titles = () => receiver.reports.map(({ exception }) => exception.values[0]?.value)

beforeAll(async () => {
  receiver = await receiveReports()
  // Vitest fails a run with an uncaught error unless the page listens for it.
  window.addEventListener('error', (event) => event.preventDefault())
})
afterAll(() => receiver.close())

const throwLater = (error: Error) =>
  window.dispatchEvent(new ErrorEvent('error', { error, message: error.message }))

test('nothing is loaded or reported without a DSN', async () => {
  keepEarlyErrors()
  throwLater(new Error('before'))
  const loaded = vi.fn()
  vi.doMock('./sentry', () => {
    loaded()
    return {}
  })
  await reportErrors(configWith({}))
  vi.mocked(siteConfig).mockResolvedValue(configWith({}))
  await reportLater(new Error('shown'))
  expect(loaded).not.toHaveBeenCalled()
  vi.doUnmock('./sentry')
})

test('errors from before and after the start are reported, without personal data', async () => {
  window.history.replaceState(null, '', '/en/login/?redirect=%2Fen%2F#code=s3cret')
  document.title = 'Log in as Mira'
  keepEarlyErrors()
  throwLater(new Error('early: mira@example.org'))
  const config = configWith({
    sentryDsn: receiver.dsn,
    buildId: 'build-7',
    version: '1.2',
    environment: 'staging',
  })
  await reportErrors(config)
  throwLater(new Error('late: 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'))
  await vi.waitFor(() => expect(titles()).toEqual(['early: [email]', 'late: [hex]']), patient)
  expect(receiver.reports[0]).toMatchObject({
    release: 'build-7',
    environment: 'staging',
    transaction: '/en/login/',
    tags: { service: 'browser' },
  })
  expect(receiver.raw.join()).not.toMatch(/mira|s3cret|redirect|user-agent|breadcrumbs/i)
  expect(receiver.otherItems).toEqual([])

  vi.mocked(siteConfig).mockResolvedValue(config)
  await reportLater(Object.assign(new Error('of the server'), { digest: '123' }))
  await reportLater(new Error('shown'))
  await vi.waitFor(() => expect(titles()).toContain('shown'), patient)
  expect(titles()).not.toContain('of the server')
})

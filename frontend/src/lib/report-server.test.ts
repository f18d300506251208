import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { receiveReports } from '../../e2e/report-receiver'

type Receiver = Awaited<ReturnType<typeof receiveReports>>

let receiver: Receiver
let reporting: typeof import('./report-server')

const request = {
  path: '/en/artworks/long-furrow-7/?email=ada%40example.org',
  method: 'GET',
  headers: { cookie: 'session=hush', 'user-agent': 'visitor' },
}
const context = {
  routerKind: 'App Router',
  routePath: '/[lang]/artworks/[slug]',
  routeType: 'render',
  renderSource: 'react-server-components',
  revalidateReason: undefined,
} as const

beforeAll(async () => {
  receiver = await receiveReports()
  vi.stubEnv('SENTRY_DSN', receiver.dsn)
  vi.stubEnv('SENTRY_ENVIRONMENT', 'staging')
  vi.stubEnv('BUILD_ID', 'build-7')
  reporting = await import('./report-server')
  reporting.startReporting()
})
afterAll(() => receiver.close())

test('an error of a page is reported with its route and cause, without the request', async () => {
  const cause = new Error('reading profile of ada@example.org failed')
  await reporting.reportRequestError(new Error('page failed for "Ada Lovelace"', { cause }), request, context)
  await vi.waitFor(() => expect(receiver.reports).toHaveLength(1))
  expect(receiver.reports[0]).toMatchObject({
    release: 'build-7',
    environment: 'staging',
    tags: { service: 'frontend', route: '/[lang]/artworks/[slug]', kind: 'render' },
    exception: { values: expect.arrayContaining([expect.objectContaining({ type: 'Error' })]) },
  })
  const values = receiver.reports[0]!.exception.values.map(({ value }) => value)
  expect(values.sort()).toEqual(['page failed for "…"', 'reading profile of [email] failed'])
  expect(receiver.raw.join()).not.toMatch(/lovelace|hush|cookie|visitor|long-furrow/i)
  expect(receiver.otherItems).toEqual([])
})

test('the same error is reported once a minute', async () => {
  const before = receiver.reports.length
  for (let i = 0; i < 5; i++) await reporting.reportRequestError(new Error('gateway down'), request, context)
  await reporting.reportRequestError(new Error('another failure'), request, context)
  await vi.waitFor(() => expect(receiver.reports).toHaveLength(before + 2))
})

test('an unhandled rejection is reported', async () => {
  const before = receiver.reports.length
  process.emit('unhandledRejection', new Error('nobody waits for this'), Promise.resolve())
  await vi.waitFor(() => expect(receiver.reports).toHaveLength(before + 1))
  expect(receiver.reports.at(-1)?.exception.values[0]?.value).toBe('nobody waits for this')
})

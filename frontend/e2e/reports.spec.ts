import { expect, test } from '@playwright/test'
import { startInstance } from './instance'
import { startReplica } from './replica'
import { type Report, receiveReports } from './report-receiver'
import { settings } from './settings'

const title = ({ exception }: Report) => exception.values[0]?.value ?? ''
/** What no report may contain: the planted address and query, and the fields in which Sentry keeps personal data. */
const personal = /ada(@|%40)|search=|"user"|"request"|"cookies"|"headers"|"breadcrumbs"/i

test('the browser reports uncaught errors with code that pages load only for it', { tag: '@all' }, async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const receiver = await receiveReports()
  const instance = await startInstance(settings.offset + 5000, { SENTRY_DSN: receiver.dsn })
  try {
    const page = await browser.newPage({ baseURL: instance.baseURL })
    await page.goto('/en/artworks/?search=ada%40example.org#part')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('hanging failed for ada@example.org')
      })
    })
    await expect(page.locator('html')).toHaveAttribute('data-ready', 'rested')
    await page.evaluate(() => {
      void Promise.reject(new Error('lighting failed'))
    })
    await expect
      .poll(() => receiver.reports.map(title).sort())
      .toEqual(['hanging failed for [email]', 'lighting failed'])
    const { buildId } = await (await page.request.get('/api/config')).json()
    for (const report of receiver.reports) {
      expect(report).toMatchObject({
        release: buildId,
        transaction: '/en/artworks/',
        tags: { service: 'browser' },
      })
    }
    expect(receiver.raw.join()).not.toMatch(personal)
    expect(receiver.otherItems).toEqual([])

    const html = await (await page.request.get('/en/artworks/')).text()
    const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, src]) => src!)
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) {
      expect((await (await page.request.get(script)).text()).includes('GlobalHandlers'), script).toBe(false)
    }
    await page.close()
  } finally {
    await instance.stop()
    await receiver.close()
  }
})

test('the server of the site reports what a page throws, without the request', { tag: '@all' }, async () => {
  const receiver = await receiveReports()
  const { url, child } = await startReplica({
    // Nothing listens there.
    GATEWAY_URL: 'http://127.0.0.1:9',
    SENTRY_DSN: receiver.dsn,
    SENTRY_ENVIRONMENT: 'staging',
    BUILD_ID: 'build-7',
  })
  try {
    const response = await fetch(`${url}/en/artworks/?search=ada%40example.org`, {
      headers: { cookie: 'a=hush' },
    })
    expect(response.status).toBe(500)
    await expect.poll(() => receiver.reports.length).toBeGreaterThan(0)
    expect(receiver.reports[0]).toMatchObject({
      release: 'build-7',
      environment: 'staging',
      tags: { service: 'frontend', route: '/[lang]/artworks', kind: 'render' },
    })
    expect(receiver.raw.join()).not.toMatch(personal)
    expect(receiver.raw.join()).not.toContain('hush')
  } finally {
    child.kill()
    await receiver.close()
  }
})

import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { countEvent, noteConnection, startMetrics } from './metrics'
import { routesOf } from './routes'

/** A build with two routes, as Next.js lists them. */
async function build() {
  const folder = await mkdtemp(join(tmpdir(), 'routes-'))
  const manifest = {
    staticRoutes: [{ page: '/readyz', regex: '^/readyz(?:/)?$' }],
    dynamicRoutes: [{ page: '/[lang]/artworks/[slug]', regex: '^/([^/]+?)/artworks/([^/]+?)(?:/)?$' }],
  }
  await writeFile(join(folder, 'routes-manifest.json'), JSON.stringify(manifest))
  return routesOf(folder)
}

test.each([
  ['/readyz', '/readyz'],
  ['/en/artworks/peat-fire/?edition=3', '/[lang]/artworks/[slug]'],
  ['/_next/static/chunks/a.js', 'assets'],
  ['/wp-login.php', 'none'],
])('the route of %s is %s', async (url, route) => {
  expect((await build())(url)).toBe(route)
})

test('requests are measured by route, method and class of status, also those that the caller ends', async () => {
  const metrics = await startMetrics('127.0.0.1:0', await build())
  const site = createServer((request, response) => {
    if (request.url === '/readyz') return // never responds
    response.writeHead(request.url === '/missing' ? 404 : 200).end()
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const at = (server: typeof site) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const read = async () => (await fetch(`${at(metrics)}/metrics`)).text()

  await fetch(`${at(site)}/en/artworks/peat-fire/`)
  await fetch(`${at(site)}/missing`, { method: 'POST' })
  await expect(fetch(`${at(site)}/readyz`, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
  noteConnection(true)
  countEvent()

  const count = (route: string, method: string, code: string) =>
    `vitrine_http_seconds_count{service="frontend",route="${route}",method="${method}",code="${code}"} 1`
  await vi.waitFor(async () => {
    const text = await read()
    expect(text).toContain(count('/[lang]/artworks/[slug]', 'GET', '2xx'))
    expect(text).toContain(count('none', 'POST', '4xx'))
    expect(text).toContain(count('/readyz', 'GET', '5xx'))
    // The scrapes themselves are not measured.
    expect(text).toContain('vitrine_http_in_flight{service="frontend"} 0')
    expect(text).toContain('frontend_broker_connected 1')
    expect(text).toContain('frontend_events_total 1')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })
  expect((await fetch(`${at(metrics)}/`)).status).toBe(404)
  expect(await read()).not.toContain('route="/metrics"')
  site.closeAllConnections()
  for (const server of [site, metrics]) server.close()
})

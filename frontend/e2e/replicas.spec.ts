import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { logIn } from './fixtures'
import { settings } from './settings'

const frontend = join(import.meta.dirname, '..')
const staff = { email: 'staff@example.org', password: 'vitrine' }

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** One more process of the standalone server, beside that of the running instance. */
async function startReplica(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const secrets = JSON.parse(readFileSync(join(settings.data(), 'secrets.json'), 'utf8'))
  // As the local broker derives it.
  const password = createHmac('sha256', secrets.internalKey).update('broker frontend').digest('hex')
  const child = spawn(join(frontend, 'node_modules/.bin/node'), ['server.js'], {
    cwd: join(frontend, '.next/standalone'),
    stdio: 'inherit',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      GATEWAY_URL: settings.baseURL,
      PUBLIC_URL: settings.baseURL,
      SITE_KEY: secrets.site,
      NATS_URL: `nats://frontend:${password}@${settings.natsAddress}`,
      // An hour: nothing but an event makes a page fresh here.
      REVALIDATE_SECONDS: '3600',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          (r) => r.ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  return { url, child }
}

async function data<Result>(query: string, authorization?: string): Promise<Result> {
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = (await response.json()) as { data: Result; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

test('every replica of the site shows a change at once', async ({ page }) => {
  const replicas = [await startReplica(), await startReplica()]
  const sites = [settings.baseURL, ...replicas.map(({ url }) => url)]
  const { posts } = await data<{ posts: { items: { id: string; slug: string; summary: string }[] } }>(
    '{posts{items{id slug summary}}}',
  )
  const { slug, summary } = posts.items.at(-1)!
  const path = `/en/blog/${slug}/`
  const shows = (site: string, text: string) =>
    fetch(site + path, { cache: 'no-store' }).then(async (response) => (await response.text()).includes(text))
  let token = ''
  const put = (text: string) =>
    data(
      `mutation{updatePost(slug:${JSON.stringify(slug)},input:{summary:${JSON.stringify(text)}}){id}}`,
      token,
    )
  try {
    await logIn(page, staff)
    token = await page.evaluate(() => {
      const { state } = JSON.parse(localStorage.getItem('vitrine.auth') ?? '{}')
      return `Bearer ${state.accessToken}`
    })
    for (const text of ['First seen by each', 'Then by all again']) {
      await put(text)
      for (const site of sites) {
        await expect
          .poll(() => shows(site, text), { message: `${site} shows "${text}"`, timeout: 15_000 })
          .toBe(true)
        expect(await shows(site, text)).toBe(true) // from the cache
      }
    }
  } finally {
    if (token) await put(summary ?? '')
    for (const { child } of replicas) child.kill('SIGTERM')
  }
  for (const { child } of replicas)
    await expect.poll(() => child.exitCode ?? child.signalCode, { timeout: 15_000 }).not.toBeNull()
})

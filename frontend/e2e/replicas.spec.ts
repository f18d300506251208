import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { logIn } from './fixtures'
import { startReplica } from './replica'
import { settings } from './settings'

const staff = { email: 'staff@example.org', password: 'vitrine' }

/** One more process of the site's server, with the secrets of the running instance. */
function startSite() {
  const secrets = JSON.parse(readFileSync(join(settings.data(), 'secrets.json'), 'utf8'))
  // As the local broker derives it.
  const password = createHmac('sha256', secrets.broker).update('broker frontend').digest('hex')
  return startReplica({
    GATEWAY_URL: settings.baseURL,
    PUBLIC_URL: settings.baseURL,
    SITE_KEY: secrets.site,
    NATS_URL: `nats://frontend:${password}@${settings.natsAddress}`,
    // An hour: only an event refreshes a page here.
    REVALIDATE_SECONDS: '3600',
  })
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

test('every replica of the site shows a change immediately', { tag: '@all' }, async ({ page }) => {
  const replicas = [await startSite(), await startSite()]
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

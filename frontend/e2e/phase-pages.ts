import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test as base } from './fixtures'
import { type Instance, startInstance } from './instance'
import { settings } from './settings'
import { violations } from './whole'

/** A moment so many seconds from now as a field for a date and a time takes it. The browser has this process's zone. */
export function localTime(seconds: number): string {
  const at = new Date(Date.now() + seconds * 1000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace(/(:\d\d):00$/, '$1')
}

/** No accessibility violation and no sideways scroll, on a phone and on a desktop. Leaves pictures where they are asked for. */
export async function sound(page: Page, name: string) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const found = await violations(page)
    expect.soft(found, `${page.url()} at ${width} px`).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)
    const folder = process.env.E2E_PICTURES
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

/** Journeys in a separate instance, `apart` ports away: a schedule stops the journeys that buy works of its drop. */
export const testApart = (apart: number) =>
  base.extend<object, { apart: number; own: Pick<Instance, 'baseURL' | 'mailboxURL'> }>({
    apart: [apart, { option: true, scope: 'worker' }],
    own: [
      async ({ apart }, use) => {
        const instance = await startInstance(settings.offset + apart)
        await use(instance)
        await instance.stop()
      },
      { scope: 'worker', timeout: 400_000 },
    ],
    baseURL: async ({ own }, use) => use(own.baseURL),
    mailboxURL: async ({ own }, use) => use(own.mailboxURL),
  })

export interface Work {
  id: string
  slug: string
  title: string
  availability: string
  editionSize: number
}

interface Drop {
  id: string
  slug: string
  title: string
  artworks: { items: Work[] }
}

/** A live drop and one of its works that can be bought several times. */
export async function liveDrop(request: APIRequestContext): Promise<{ drop: Drop; work: Work }> {
  const read = async (query: string) =>
    (await (await request.post('/graphql', { data: { query } })).json()).data
  const live: { slug: string }[] = (await read('{ drops(filter: {status: [LIVE]}) { items { slug } } }'))
    .drops.items
  const works = 'artworks { items { id slug title availability editionSize } }'
  const drops: Drop[] = await Promise.all(
    live.map(async ({ slug }) => (await read(`{ drop(slug: "${slug}") { id slug title ${works} } }`)).drop),
  )
  const found = drops.flatMap((drop) =>
    drop.artworks.items
      .filter(({ availability, editionSize }) => availability === 'AVAILABLE' && editionSize > 4)
      .map((work) => ({ drop, work })),
  )
  return found[0]!
}

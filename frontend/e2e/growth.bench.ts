import type { Frame } from '@playwright/test'
import { becomeBuyer, buyByCard, expect, test } from './fixtures'
import { liveWorks } from './gallery'
import { settings } from './settings'
import { rested, visit } from './visit'

// How many frames a second are drawn while a live work grows in its room, for docs/benchmarks.md:
//   E2E_BASE_URL=http://localhost:8080 E2E_MEASURE=1 npm run -s e2e -- --project=growth

/** Live works that can be bought, one that moves first. */
async function worksForSale() {
  const query = `{ artworks(filter: {availability: [AVAILABLE], editionSize: {min: 5}, purchasePrice: {min: 1, max: 500000}}) {
    items { id slug title editionsAvailable } } }`
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = (await response.json()) as {
    data: { artworks: { items: { id: string; slug: string; title: string; editionsAvailable: number }[] } }
  }
  const { items } = data.artworks
  return liveWorks.flatMap(({ id, moves }) => {
    const work = items.find((found) => found.id === id)
    return work ? [{ ...work, moves }] : []
  })
}

/** Counts the frames of a document in each second until it is asked for them. */
const countIn = (frame: Frame) =>
  frame.evaluate(() => {
    const began = performance.now()
    const seconds: number[] = []
    Object.assign(window, { seconds })
    requestAnimationFrame(function step(now) {
      const second = Math.max(0, Math.floor((now - began) / 1000))
      seconds[second] = (seconds[second] ?? 0) + 1
      requestAnimationFrame(step)
    })
  })
const countedIn = (frame: Frame) =>
  frame.evaluate(() => Array.from((window as unknown as { seconds: number[] }).seconds, (n) => n ?? 0))

/** Whole seconds: the median and the slowest. */
function summary(seconds: number[]) {
  const whole = seconds.slice(0, 12).sort((a, b) => a - b)
  return { median: whole[Math.floor(whole.length / 2)], slowest: whole[0] }
}

test('a live work grows at 30 frames a second', async ({ page, mailbox }) => {
  test.setTimeout(10 * settings.patience)
  const works = await worksForSale()
  const still = works.filter(({ moves }) => !moves)
  const three = [...works.filter(({ moves }) => moves).slice(0, 1), still[0]!, still.at(-1)!]
  await becomeBuyer(page, mailbox)
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const work of three) {
    const { id } = await buyByCard(page, work)
    await visit(page, `/en/artworks/${work.slug}/checkout/success/?checkout=${id}`)
    await rested(page)
    await page.getByRole('button', { name: 'Watch it again' }).click()
    const element = await page.locator('main [data-started] iframe').elementHandle()
    const inside = (await element!.contentFrame())!
    await Promise.all([countIn(page.mainFrame()), countIn(inside)])
    await expect(page.locator('main [data-stage]').first()).toHaveAttribute('data-stage', 'whole', {
      timeout: settings.patience,
    })
    const [around, drawn] = await Promise.all([countedIn(page.mainFrame()), countedIn(inside)])
    console.info(work.slug, { page: summary(around), work: summary(drawn), around, drawn })
    expect(summary(drawn).median).toBeGreaterThanOrEqual(30)
  }
})

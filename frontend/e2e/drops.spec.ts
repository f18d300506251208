import { expect, test } from '@playwright/test'
import { visit } from './visit'
import { violations } from './whole'

interface Drop {
  slug: string
  title: string
  status: 'UPCOMING' | 'LIVE' | 'ENDED'
  endsAt: string | null
  editionsSold: number
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`a drop opens on art, counts down and keeps what it was, ${width} px`, { tag: '@all' }, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height })
    const response = await request.post('/graphql', {
      data: { query: '{ drops { items { slug title status endsAt editionsSold } } }' },
    })
    const drops: Drop[] = (await response.json()).data.drops.items
    for (const status of ['UPCOMING', 'LIVE', 'ENDED'] as const) {
      const drop = drops.find(
        (candidate) => candidate.status === status && (status !== 'LIVE' || candidate.endsAt),
      )
      if (!drop) continue
      await visit(page, `/en/drops/${drop.slug}/`)
      const head = page.getByRole('main').locator('header').first()
      const box = (await head.boundingBox())!
      expect(box.height).toBeGreaterThan(0.6 * height)
      // The whole work in its proportions, as large as fits in the window.
      const cover = head.locator('img').first()
      const picture = (await cover.boundingBox())!
      expect(picture.width).toBeLessThanOrEqual(width)
      expect(picture.width > 0.8 * width || picture.height > 0.25 * height).toBe(true)
      const natural = () =>
        cover.evaluate((img: HTMLImageElement) => img.naturalWidth / Math.max(1, img.naturalHeight))
      await expect.poll(natural).toBeCloseTo(picture.width / picture.height, 1)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      if (status === 'UPCOMING') await expect(head.getByText('Opens in')).toBeVisible()
      if (status === 'LIVE') {
        await expect(head.getByText('Ends in')).toBeVisible()
        await expect(head.getByText(/^(Live|Sold out)Ends \d/)).toBeVisible()
      }
      if (status === 'ENDED') {
        const sold =
          drop.editionsSold > 0 ? ` · ${drop.editionsSold.toLocaleString('en-US')} of [\\d,]+ collected` : ''
        await expect(head.getByText(new RegExp(`^Ended\\d.+\\d${sold}$`))).toBeVisible()
        await expect(page.getByRole('link', { name: 'Ask about this drop' })).toBeVisible()
      }
      expect(await violations(page)).toEqual([])
    }
  })
}

test('home grows its work without interaction, and quotes a curator', { tag: '@all' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, '/en/')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('blockquote')).toContainText('“')
  await expect(page.getByText('Artist of the week')).toBeVisible()
})

import { expect, type Page, test } from '@playwright/test'
import { liveWorks } from './gallery'
import { shifts, watchShifts } from './shifts'
import { visit } from './visit'
import { violations } from './whole'

async function noViolations(page: Page) {
  expect(await violations(page)).toEqual([])
}

const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

interface Work {
  slug: string
  title: string
  editionSize: number
  drop: { status: string } | null
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`a sold-out work links to its provenance, a waiting list and contact, ${width} px`, {
    tag: '@all',
  }, async ({ page, request }) => {
    const response = await request.post('/graphql', {
      data: {
        query:
          '{ artworks(filter: {availability: [SOLD_OUT, NOT_FOR_SALE]}) { items { slug title editionSize drop { status } } } }',
      },
    })
    const works: Work[] = (await response.json()).data.artworks.items
    const gone = works.find(({ drop }) => drop?.status === 'ENDED') ?? works[0]!
    await page.setViewportSize({ width, height })
    await visit(page, `/en/artworks/${gone.slug}/`)
    await expect(page.getByText(/^(Sold|Sold out|Drop ended|Not for sale)/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Join the waiting list' })).toBeEnabled()
    const ask = page.getByRole('link', { name: 'Ask about this work' })
    const href = decodeURIComponent((await ask.getAttribute('href'))!)
    expect(href).toMatch(/^mailto:support@example\.org\?subject=A question about /)
    expect(href).toContain(gone.title)
    await noViolations(page)
    await shoot(page, `gone-${width}`)
  })

  test(`a live work shows the seed of the edition that the address names, ${width} px`, {
    tag: '@all',
  }, async ({ page }) => {
    const work = liveWorks.find(({ size }) => size > 2)!
    await page.setViewportSize({ width, height })
    await visit(page, `/en/artworks/${work.slug}/?edition=2`)
    const made = page.getByRole('region', { name: 'How this edition is made' })
    await expect(made.getByText(/^Edition 2 is drawn from its seed/)).toBeVisible()
    await expect(made.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
    await expect(made.getByText(`${work.id}000002`)).toBeVisible()
    await expect(made.getByRole('heading', { name: /^Chosen by the (seed|artist)$/ }).first()).toBeVisible()
    await made.scrollIntoViewIfNeeded()
    await noViolations(page)
    await shoot(page, `seed-${width}`)
  })
}

test('the works that were opened before are shown below a work, and a link leads to a surprise', {
  tag: '@all',
}, async ({ page }) => {
  await visit(page, '/en/artworks/')
  await page.getByRole('main').getByRole('link', { name: 'Surprise me' }).click()
  await page.waitForURL(/\/en\/artworks\/[a-z].*\/$/)
  const slug = new URL(page.url()).pathname.split('/').at(-2)!
  const title = (await page.getByRole('heading', { level: 1 }).textContent())!
  await expect(page.getByText(/^Recently viewed/)).toHaveCount(0)
  // A page stores its work as viewed once it is hydrated. Works of pages left earlier aren't listed.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('vitrine.viewed') ?? '')).toContain(slug)
  await watchShifts(page)
  // The list leaves out the open work, so the surprise must be another one.
  const next = liveWorks.find((work) => work.slug !== slug)!
  await visit(page, `/en/artworks/${next.slug}/`)
  // The list loads when it is about one and a half windows below.
  await page
    .getByText(/^More by /)
    .first()
    .scrollIntoViewIfNeeded()
  // One work is a line, not a shelf.
  const viewed = page.getByText(/^Recently viewed: /)
  await expect(viewed.getByRole('link', { name: title })).toHaveCount(1)
  await viewed.scrollIntoViewIfNeeded()
  expect(await shifts(page)).toBeLessThan(0.1)
  await noViolations(page)
})

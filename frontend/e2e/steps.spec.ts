import { expect, type Page, test } from '@playwright/test'

/** The number of these elements in the first row. */
const inFirstRow = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    const lefts = elements.map((element) => Math.round(element.getBoundingClientRect().left))
    return lefts.indexOf(lefts[0]!, 1) === -1 ? lefts.length : lefts.indexOf(lefts[0]!, 1)
  })

const widths = [390, 768, 1024, 1279, 1280, 1599, 1600, 1920]

for (const [name, path, selector, rows] of [
  ['artists', '/en/artists/', 'main article:has(h2)', [1, 1, 1, 1, 2, 2, 2, 2]],
  ['drops', '/en/drops/', 'main article:has(h2)', [1, 1, 1, 1, 1, 1, 2, 2]],
  ['posts', '/en/blog/', 'main article:has(h2)', [1, 1, 1, 1, 1, 1, 2, 2]],
] as const) {
  test(`${name} stand in as many columns as the window's step allows`, { tag: '@all' }, async ({ page }) => {
    await page.goto(path)
    const got: number[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      got.push(await inFirstRow(page, selector))
    }
    expect(got).toEqual([...rows])
  })
}

test('works hang in rows with their middles on one line, and on a phone below each other', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/en/artworks/')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const works = await page.locator('main article:has(h2)').evaluateAll((articles) =>
      articles.map((article) => {
        const { left, right, top, height } = article.querySelector('img')!.getBoundingClientRect()
        return { left, right, middle: top + height / 2 }
      }),
    )
    const rows = works.reduce<(typeof works)[]>((rows, work, i) => {
      if (i === 0 || work.left < works[i - 1]!.right) rows.push([])
      rows.at(-1)!.push(work)
      return rows
    }, [])
    if (width < 600) expect(rows).toHaveLength(works.length)
    else expect(rows.length).toBeLessThan(works.length)
    for (const [first, ...others] of rows) {
      for (const { middle } of others) expect(Math.abs(middle - first!.middle)).toBeLessThan(1)
    }
  }
})

test('beside a work the label grows at each breakpoint, and the sections below take two columns from the second', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/en/artworks/')
  await page.locator('main article h2 a').first().click()
  await page.waitForURL(/\/artworks\/.+-\d+\/$/)
  const shape = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
      const label = box('article > header')
      return {
        beside: label.left > box('article > div').left,
        label: Math.round(label.width),
        columns: new Set(
          [...document.querySelectorAll('article section[aria-labelledby]')].map((section) =>
            Math.round(section.getBoundingClientRect().left),
          ),
        ).size,
      }
    })
  }
  expect(await shape(1023)).toMatchObject({ beside: false, columns: 1 })
  expect(await shape(1024)).toEqual({ beside: true, label: 320, columns: 1 })
  expect(await shape(1280)).toEqual({ beside: true, label: 384, columns: 2 })
  expect(await shape(1600)).toEqual({ beside: true, label: 448, columns: 2 })
})

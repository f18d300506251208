import { expect, type Page, test } from '@playwright/test'
import { sample, templates } from './gallery'
import { settings } from './settings'
import { rested, visit } from './visit'

// Playwright switches the back/forward cache off, and the browser without windows may have none.
test.use({
  launchOptions: {
    executablePath: settings.wholeChromium,
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

/** Goes back. Returns why the browser loaded the page again; null if it had kept it. */
async function goBack(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  let way = ''
  session.on('Page.frameNavigated', ({ frame, type }) => {
    if (!frame.parentId) way = type
  })
  await page.evaluate(() => history.back())
  await expect.poll(() => way, 'the page before').not.toBe('')
  if (way === 'BackForwardCacheRestore') return null
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    return { reasons: 'unknown', ...entry?.toJSON().notRestoredReasons }
  })
}

for (const name of [
  'artworks',
  'artists',
  'drops',
  'curators',
  'blog',
  'home',
  'artwork',
  'artist',
  'drop',
  'post',
])
  test(`${name} is restored when a visitor goes back from another page`, {
    tag: name === 'artworks' ? [] : '@all',
  }, async ({ page }) => {
    const slugs = await sample()
    await visit(page, templates[name]!(slugs))
    await rested(page)
    await visit(page, name === 'artwork' ? '/en/' : templates.artwork!(slugs))
    expect(await goBack(page)).toBeNull()
  })

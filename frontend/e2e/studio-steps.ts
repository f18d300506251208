import type { Browser, Page } from '@playwright/test'
import { expect, logIn } from './fixtures'

export const artist = { email: 'artist@example.org', password: 'vitrine' }
const editor = { email: 'content@example.org', password: 'vitrine' }

/** A new page where a member of staff who edits content is logged in. */
export async function openDesk(browser: Browser): Promise<Page> {
  const desk = await (await browser.newContext()).newPage()
  await logIn(desk, editor)
  return desk
}

/** Loses the connection during one part of every upload, and returns the offsets of the parts as they are sent. */
export async function loseConnection(page: Page, part: number): Promise<string[]> {
  const offsets: string[] = []
  await page.route('**/api/studio/uploads/*', async (route) => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    offsets.push(request.headers()['upload-offset'] ?? '')
    return offsets.length === part ? route.abort('connectionreset') : route.continue()
  })
  return offsets
}

export const restoreConnection = (page: Page) => page.unroute('**/api/studio/uploads/*')

export async function saveDraft(page: Page) {
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
}

/** Submits what is saved: the work, or the changes of the artist's page. */
export async function submit(page: Page, what: 'work' | 'changes' = 'work') {
  await page.getByRole('button', { name: `Submit the ${what}` }).click()
  await expect(page.getByText('In review.')).toBeVisible()
}

/** Accepts the submission that the desk shows, publishes its artwork and returns the artwork's number. */
export async function acceptAndPublish(desk: Page, title: string): Promise<string> {
  await desk.getByRole('button', { name: 'Accept the work' }).click()
  // The button is gone, so the focus is on its result.
  await expect(desk.getByText('Accepted. It’s an artwork now')).toBeFocused()
  await desk.getByRole('link', { name: 'Edit and publish the artwork' }).click()
  await desk.waitForURL('**/content/artworks/*/')
  await expect(desk.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await desk.getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.getByRole('button', { name: 'Publish the artwork' }).click()
  await expect(desk.getByText('Published.', { exact: true }).first()).toBeVisible()
  return /artworks\/(\d+)/.exec(desk.url())![1]!
}

/** Takes the artwork that the desk shows off the site: other journeys count the works of the gallery. */
export async function unpublish(desk: Page) {
  await desk.reload()
  await desk.getByRole('button', { name: 'Unpublish' }).click()
  await desk.getByRole('button', { name: 'Unpublish the artwork' }).click()
  await expect(desk.getByText('It’s off the site.')).toBeVisible()
}

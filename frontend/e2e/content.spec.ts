import type { Page } from '@playwright/test'
import { expect, logIn, test } from './fixtures'
import { settings } from './settings'
import { sound } from './sound'

const editor = { email: 'content@example.org', password: 'vitrine' }

interface Found {
  id: string
  slug: string
  title: string
}

async function ask<Data>(query: string): Promise<Data> {
  const response = await fetch(`${settings.baseURL}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return ((await response.json()) as { data: Data }).data
}

/** The page that a preview shows, which is a separate document. */
const previewOf = (page: Page) =>
  page.getByRole('region', { name: 'Preview' }).frameLocator('iframe[title^="Preview on a"]')

/** A work that no other journey changes or buys. */
async function quietWork(): Promise<Found> {
  const { artworks } = await ask<{ artworks: { items: Found[] } }>(
    '{ artworks(filter: {availability: [NOT_FOR_SALE]}, sort: TITLE) { items { id slug title } } }',
  )
  return artworks.items.at(-1)!
}

test('an editor finds a work, changes it, previews it, takes it off the site and restores it', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const work = await quietWork()
  const path = `/en/artworks/${work.slug}/`
  const title = `${work.title} at Dusk`
  const heading = async () =>
    /<h1[^>]*>(?:<bdi[^>]*>)?([^<]*)</.exec(await (await request.get(path)).text())?.[1]

  await page.goto(`/en/profile/desk/content/artworks/${work.id}/`)
  await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  await logIn(page, editor)
  await page.goto('/en/profile/')
  // Editors see the content part of the desk.
  await page.getByRole('link', { name: 'Desk' }).click()
  await page.waitForURL('**/en/profile/desk/')
  await expect(page.getByRole('heading', { name: 'Artworks' })).toBeVisible()
  const folders = page.getByRole('navigation', { name: 'Content' })
  await folders.getByRole('link', { name: 'Posts' }).click()
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeVisible()
  await page.getByRole('button', { name: 'Not published' }).click()
  await expect(page).toHaveURL(/status=DRAFT/)
  const posts = page.getByRole('region', { name: 'Posts found' })
  await expect(posts.getByRole('listitem').first()).toContainText('Not published')
  await posts.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(previewOf(page).getByRole('article')).toBeVisible()
  await page.getByRole('button', { name: 'Create a preview link' }).click()
  await expect(page.getByRole('link', { name: 'Open the preview' })).toHaveAttribute(
    'href',
    /post-preview\/#./,
  )
  await sound(page)

  // The texts of other entries: a drop's.
  await folders.getByRole('link', { name: 'Drops' }).click()
  const drops = page.getByRole('region', { name: 'Drops found' })
  await drops.getByRole('link').first().click()
  const summary = page.getByRole('textbox', { name: 'Summary' })
  const before = await summary.inputValue()
  await summary.fill(`${before} Until the lamps go out.`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore this version, before all changes' }).click()
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(page.getByText('Restored.')).toBeVisible()
  await expect(summary).toHaveValue(before)
  await sound(page)

  await folders.getByRole('link', { name: 'Artworks' }).click()
  const search = page.getByRole('searchbox', { name: 'Title, artist or number' })
  await search.fill(work.id)
  await search.press('Enter')
  const found = page.getByRole('region', { name: 'Artworks found' })
  await expect(found.getByText('1 artwork', { exact: true })).toBeVisible()
  await expect(search).toBeFocused()
  await sound(page)
  await found.getByRole('link', { name: work.title }).click()

  const field = page.getByRole('textbox', { name: 'Title', exact: true })
  await field.fill(' ')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Fill this in.')).toBeVisible()
  await field.fill(title)
  // What wasn't saved survives a reload.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Your unsaved changes are still here')).toBeVisible()
  await expect(field).toHaveValue(title)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(previewOf(page).getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await sound(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. Visitors see it now.')).toBeVisible()
  await expect.poll(heading).toBe(title)

  const publishing = page.getByRole('region', { name: 'On the site' })
  await publishing.getByRole('button', { name: 'Unpublish' }).click()
  await publishing.getByRole('button', { name: 'Unpublish the artwork' }).click()
  await expect(page.getByText('It’s off the site.')).toBeVisible()
  await expect.poll(async () => (await request.get(path)).status()).toBe(404)

  // The rest of the journey is on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await publishing.getByRole('button', { name: 'Publish the artwork' }).click()
  await expect(page.getByText('Published.', { exact: true }).first()).toBeVisible()
  await expect.poll(heading).toBe(title)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').first()).toContainText('Published')
  await expect(history).toContainText('by content@example.org')
  await expect(history.locator('ins').filter({ hasText: 'at Dusk' }).first()).toBeVisible()
  await history.getByRole('button', { name: 'Restore this version, before all changes' }).click()
  await expect(history).toContainText('Restore this version?')
  await sound(page)
  await history.getByRole('button', { name: 'Restore it' }).click()
  await expect(page.getByText('Restored.')).toBeVisible()
  await expect(field).toHaveValue(work.title)
  await expect.poll(heading).toBe(work.title)
})

test('an editor takes a curator off the site and publishes it again, and learns what has to stay', {
  tag: '@all',
}, async ({ page, request }) => {
  test.setTimeout(240_000)
  const { curators, artists, drops } = await ask<{
    curators: { id: string; slug: string; name: string }[]
    artists: { items: { id: string }[] }
    drops: { items: { id: string }[] }
  }>(
    '{ curators { id slug name } artists { items { id } } drops(filter: {status: [LIVE]}) { items { id } } }',
  )
  const curator = curators.at(-1)!
  const path = `/en/curators/${curator.slug}/`
  const status = async () => (await request.get(path)).status()
  const desk = '/en/profile/desk/content'
  const publishing = page.getByRole('region', { name: 'On the site' })

  await page.goto(`${desk}/curators/${curator.id}/`)
  await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  await logIn(page, editor)
  await page.goto(`${desk}/curators/${curator.id}/`)
  await publishing.getByRole('button', { name: 'Unpublish' }).click()
  await expect(publishing).toContainText('Take this curator off the site?')
  await publishing.getByRole('button', { name: 'Unpublish the curator' }).click()
  await expect(page.getByText('It’s off the site.')).toBeVisible()
  await expect(page.getByText('Not published: visitors can’t see it.')).toBeVisible()
  await expect.poll(status).toBe(404)
  const { curators: left } = await ask<{ curators: Found[] }>('{ curators { id } }')
  expect(left.map(({ id }) => id)).not.toContain(curator.id)
  await page.getByRole('button', { name: 'Show preview' }).click()
  await expect(previewOf(page).getByRole('heading', { name: curator.name, level: 1 })).toBeVisible()
  await sound(page)

  // The rest of the journey is on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${desk}/curators/?status=DRAFT`)
  const found = page.getByRole('region', { name: 'Curators found' })
  await expect(found.getByRole('listitem').filter({ hasText: curator.name })).toContainText('Not published')
  await found.getByRole('link', { name: curator.name }).click()
  await publishing.getByRole('button', { name: 'Publish' }).click()
  await publishing.getByRole('button', { name: 'Publish the curator' }).click()
  await expect(page.getByText('Published.', { exact: true }).first()).toBeVisible()
  await expect.poll(status).toBe(200)
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.nth(0)).toContainText('Published')
  await expect(history.nth(1)).toContainText('Unpublished')

  const refuses = async (entry: string, action: string, why: string | RegExp) => {
    await page.goto(`${desk}/${entry}/`)
    await publishing.getByRole('button', { name: 'Unpublish' }).click()
    await publishing.getByRole('button', { name: action }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'It’s still on the site' })).toContainText(why)
  }
  await refuses(`artists/${artists.items[0]!.id}`, 'Unpublish the artist', 'Unpublish them first')
  await refuses(`drops/${drops.items[0]!.id}`, 'Unpublish the drop', /sold|on sale right now/)
  await page.goto(`${desk}/pages/?search=terms`)
  await page.getByRole('region', { name: 'Pages found' }).getByRole('link').first().click()
  await publishing.getByRole('button', { name: 'Unpublish' }).click()
  await publishing.getByRole('button', { name: 'Unpublish the page' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'every page links to it' })).toBeVisible()
  await sound(page)
})

test('an editor imports a collection from two files, after choosing a column', {
  tag: '@all',
}, async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto('/en/profile/desk/content/imports/')
  await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  await logIn(page, editor)
  // On a phone, as the rest of the journey.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/profile/desk/content/imports/')
  await page.getByRole('textbox', { name: 'Collection' }).fill('depot')
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page
    .getByLabel('Choose the file of artists')
    .setInputFiles(file('artists.csv', 'id;name\n1;Depot Drawer\n'))
  // The artwork isn't public before its date, so that no other journey finds it.
  await page
    .getByLabel('Choose the file of artworks')
    .setInputFiles(
      file(
        'works.csv',
        'Nummer;title;artist_id;category;edition_size;editions_available;created_at\n7;Shelf;1;image;1;1;2190-01-01T00:00:00Z\n',
      ),
    )
  await page.getByRole('button', { name: 'Check the files' }).click()
  await expect(page.getByRole('heading', { name: '1 problem' })).toBeVisible()
  await expect(page.getByText('the column is missing')).toBeVisible()
  await sound(page)
  await page
    .getByRole('group', { name: 'Columns of works.csv' })
    .getByRole('combobox', { name: 'id *', exact: true })
    .selectOption('Nummer')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('No problems found')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Import the collection' }).click()
  await expect(page.getByText('No problems found')).toBeHidden()
  await page.reload()
  await expect(page.getByText('2 entries added or changed')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'See the artworks' }).click()
  await expect(page.getByRole('heading', { name: 'Artworks' })).toBeVisible()
  await sound(page)
})

test('an editor creates a curator and an artwork, which are drafts until they are published', {
  tag: '@all',
}, async ({ page }) => {
  test.setTimeout(180_000)
  const desk = '/en/profile/desk/content'
  await page.goto(`${desk}/curators/`)
  await expect(page.getByRole('link', { name: 'Log in to continue' })).toBeVisible()
  await logIn(page, editor)
  await page.goto(`${desk}/curators/`)
  await page.getByRole('link', { name: 'New curator' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Zoë Über')
  await sound(page)
  await page.getByRole('button', { name: 'Create the curator' }).click()
  await expect(page.getByRole('heading', { name: 'Zoë Über', level: 2 })).toBeVisible()
  await expect(page.getByText('Not published: visitors can’t see it.')).toBeVisible()
  await expect(page.getByText('This curator was created here')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText('Created')

  // The artwork on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${desk}/artworks/`)
  await page.getByRole('link', { name: 'New artwork' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbour at Rest')
  await page.getByRole('combobox', { name: 'Artist' }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'Editions' }).fill('5')
  await page.getByLabel('Appears').fill('2026-01-15T10:00')
  // Any picture will do.
  await page
    .locator('input[name=picture]')
    .setInputFiles({ name: 'rest.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByText('The picture is uploaded.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('textbox', { name: 'Description of the picture' }).fill('A quay')
  await sound(page)
  await page.getByRole('button', { name: 'Create the artwork' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour at Rest', level: 2 })).toBeVisible()
  await expect(page.getByText('Not published: visitors can’t see it.')).toBeVisible()
})

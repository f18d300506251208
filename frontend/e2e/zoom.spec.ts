import { expect, test } from './fixtures'
import { settings } from './settings'
import { visit } from './visit'

/** The demo's work for deep zoom, 7680 pixels wide. */
const slug = 'brickfield-suburb-123'

interface Information {
  id: string
  width: number
  height: number
  sizes: { width: number; height: number }[]
  tiles: { width: number; scaleFactors: number[] }[]
}

test('a large work is zoomed with tiles, which its manifest offers to viewers of museums', {
  tag: '@all',
}, async ({ page, request }) => {
  // Tiles are made after the renditions of all works. The name of this file makes it one of the last to run.
  test.setTimeout(6 * settings.patience)
  const manifest = `/en/artworks/${slug}/manifest.json`
  const bodyOf = async () => (await (await request.get(manifest)).json()).items[0].items[0].items[0].body
  await expect.poll(async () => (await bodyOf()).service?.length, { timeout: 5 * settings.patience }).toBe(1)
  const [service] = (await bodyOf()).service
  expect(service).toMatchObject({ type: 'ImageService3', profile: 'level0' })
  const response = await request.get(`${new URL(service.id).pathname}/info.json`)
  expect(response.headers()['access-control-allow-origin']).toBe('*')
  const info: Information = await response.json()
  expect([info.id, info.width, info.height]).toEqual([service.id, 7680, 6144])

  const last = new Map<string, number>()
  page.on('response', (tile) => {
    if (tile.url().startsWith(info.id)) last.set(tile.url(), tile.status())
  })
  const full = () =>
    [...last].filter(
      ([url, status]) => status === 200 && /\/\d+,\d+,512,512\/512,512\/0\/default\.jpg$/.test(url),
    )
  const wrong = () => [...last].filter(([, status]) => status !== 200)
  await visit(page, `/en/artworks/${slug}/`)
  const image = page.locator('main img').first()
  await expect.poll(() => image.getAttribute('data-tiles')).toBe(new URL(info.id).pathname)
  const closer = page.getByRole('button', { name: 'Zoom in' })
  for (let i = 0; i < 5; i++) await closer.click()
  await expect.poll(() => full().length, { timeout: settings.patience }).toBeGreaterThan(0)
  await expect(page.locator('canvas').first()).toBeVisible()
  // On a busy machine tiles that are still being made are 503 at first, and the viewer requests them again.
  await expect.poll(wrong, { timeout: 2 * settings.patience }).toEqual([])
})

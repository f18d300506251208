import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { getPage } from './data'
import { getUnsupportedBrowserPage } from './unsupported-browser'

vi.mock('./data', () => ({ getPage: vi.fn() }))
beforeEach(() => vi.mocked(getPage).mockReset())

test("the page about old browsers is the content's", async () => {
  const page = {
    slug: 'your-browser-is-no-longer-supported',
    title: 'Too old',
    body: 'Update it.',
    version: '1',
  }
  vi.mocked(getPage).mockImplementation(async (slug) =>
    slug === page.slug ? { ...page, updatedAt: null } : null,
  )
  expect(await getUnsupportedBrowserPage()).toMatchObject({ title: 'Too old', body: 'Update it.' })
})

test("without it in the content the built-in page is shown, with the demo gallery's text", async () => {
  vi.mocked(getPage).mockResolvedValue(null)
  const { title, body } = await getUnsupportedBrowserPage()
  const file = new URL('../../../../content/pages/your-browser-is-no-longer-supported.md', import.meta.url)
  const [, head, text] = readFileSync(file, 'utf8').split('---\n')
  expect(head).toContain(`title: ${title}\n`)
  expect(text?.trim()).toBe(body.trim())
})

import { accessToken } from './api'
import { expect, logIn, test } from './fixtures'
import { settings } from './settings'
import { visit } from './visit'

const staff = { email: 'staff@example.org', password: 'vitrine' }

test('anyone with a preview link reads the post, and staff publish it', { tag: '@all' }, async ({
  page,
  browser,
  request,
}) => {
  await logIn(page, staff)
  const graphql = async (query: string) => {
    const token = await accessToken(page)
    const response = await request.post('/graphql', {
      headers: { authorization: `Bearer ${token}` },
      data: { query },
    })
    const { data, errors } = await response.json()
    expect(errors).toBeUndefined()
    return data
  }
  // A post that no other journey opens.
  const { slug, title } = (await graphql('{ posts { items { slug title } } }')).posts.items.at(-1)
  await graphql(`mutation { unpublishPost(slug: "${slug}") { id } }`)
  try {
    const { createPostPreview } = await graphql(`mutation { createPostPreview(slug: "${slug}") { token } }`)
    const link = `/en/post-preview/#${createPostPreview.token}`
    const publish = { name: 'Publish this post' }

    const visitor = await browser.newPage({ baseURL: settings.baseURL })
    await visit(visitor, link)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(visitor.getByText('Not published yet.')).toBeVisible()
    await expect(visitor.getByRole('button', publish)).toHaveCount(0)
    await expect.poll(async () => (await request.get(`/en/blog/${slug}/`)).status()).toBe(404)
    await visitor.close()

    await visit(page, link)
    await page.getByRole('button', publish).click()
    await expect(page.getByText('Published.')).toBeVisible()
    await expect.poll(async () => (await request.get(`/en/blog/${slug}/`)).status()).toBe(200)
    await page.getByRole('link', { name: 'Read it on the blog' }).click()
    await expect(page).toHaveURL(new RegExp(`/en/blog/${slug}/$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  } finally {
    await graphql(`mutation { publishPost(slug: "${slug}") { id } }`)
  }
})

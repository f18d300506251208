// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { feed } from './feed'

const whole = {
  title: 'Vitrine: blog',
  subtitle: 'News & notes',
  lang: 'en',
  url: 'https://gallery.test/en/blog/',
  self: 'https://gallery.test/en/blog/feed.xml',
}

test('a feed has what Atom requires, and texts stay texts', async () => {
  const response = feed({
    ...whole,
    entries: [
      {
        id: 'https://gallery.test/posts/2',
        url: 'https://gallery.test/en/blog/tide-2/',
        title: '東京 <b> & "夜景"',
        updated: '2026-11-20T10:00:00+01:00',
        published: '2026-11-20T09:00:00Z',
        author: 'Ada',
        category: 'News',
        summary: 'One\u0000 line',
      },
      { id: 'urn:a', url: 'https://gallery.test/a', title: 'A', updated: '2026-11-21T09:00:00Z' },
    ],
  })
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const root = new DOMParser().parseFromString(await response.text(), 'application/xml').documentElement
  expect([root.namespaceURI, root.getAttribute('xml:lang')]).toEqual(['http://www.w3.org/2005/Atom', 'en'])
  const texts = (parent: Element) =>
    Object.fromEntries([...parent.children].map((child) => [child.tagName, child.textContent]))
  expect(texts(root)).toMatchObject({
    id: whole.url,
    title: whole.title,
    updated: '2026-11-21T09:00:00.000Z',
  })
  expect(
    [...root.querySelectorAll(':scope > link')].map((link) => [
      link.getAttribute('rel'),
      link.getAttribute('href'),
    ]),
  ).toEqual([
    [null, whole.url],
    ['self', whole.self],
  ])
  expect(texts(root.querySelector('entry')!)).toMatchObject({
    id: 'https://gallery.test/posts/2',
    title: '東京 <b> & "夜景"',
    updated: '2026-11-20T09:00:00.000Z',
    published: '2026-11-20T09:00:00.000Z',
    author: 'Ada',
    summary: 'One line',
  })
  expect(root.querySelector('category')!.getAttribute('term')).toBe('News')
})

test('a feed without entries is valid, too', async () => {
  expect(await feed({ ...whole, entries: [] }).text()).toContain(
    '<updated>1970-01-01T00:00:00.000Z</updated>',
  )
})

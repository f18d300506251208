import { element, xml } from './xml'

interface Entry {
  /** An address that never changes, unlike the page's, which has the title. */
  id: string
  url: string
  title: string
  /** RFC 3339, as the other times. */
  updated: string
  published?: string
  summary?: string | null
  author?: string | null
  category?: string
}

interface Feed {
  title: string
  subtitle: string
  lang: string
  /** The page that shows the same, and the feed's own address. */
  url: string
  self: string
  entries: Entry[]
}

const time = (text: string) => new Date(text).toISOString()

function entryOf({ id, url, title, updated, published, summary, author, category }: Entry) {
  return element(
    'entry',
    element('id', xml(id)) +
      element('title', xml(title)) +
      `<link href="${xml(url)}"/>` +
      element('updated', time(updated)) +
      (published ? element('published', time(published)) : '') +
      (author ? element('author', element('name', xml(author))) : '') +
      (category ? `<category term="${xml(category)}"/>` : '') +
      (summary ? element('summary', xml(summary)) : ''),
  )
}

/** A feed of the newest entries (Atom, RFC 4287). */
export function feed({ title, subtitle, lang, url, self, entries }: Feed) {
  const updated =
    entries
      .map((entry) => time(entry.updated))
      .sort()
      .at(-1) ?? time('1970-01-01')
  const inside =
    element('id', xml(url)) +
    element('title', xml(title)) +
    element('subtitle', xml(subtitle)) +
    element('updated', updated) +
    element('author', element('name', 'Vitrine')) +
    `<link href="${xml(url)}"/><link rel="self" type="application/atom+xml" href="${xml(self)}"/>` +
    entries.map(entryOf).join('')
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(lang)}">${inside}</feed>`,
    {
      headers: {
        'content-type': 'application/atom+xml; charset=utf-8',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=300',
      },
    },
  )
}
